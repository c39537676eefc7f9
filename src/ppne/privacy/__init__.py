"""What the embedding gives away, and how a flip would change it."""
