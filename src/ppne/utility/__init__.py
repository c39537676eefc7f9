"""What a flip costs."""
