"""The graph coming in."""
