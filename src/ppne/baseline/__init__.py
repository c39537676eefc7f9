"""Other protectors: same protocol, same result."""
