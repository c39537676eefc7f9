"""Pages for people to read: self-contained HTML that names no private pair."""
