"""The command line: read, call, print; no arithmetic."""
