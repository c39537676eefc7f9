"""How well the links can still be inferred."""
