"""The commands: arguments and order of work, one a file; what they need is imported when run."""
