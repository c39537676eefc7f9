"""What must stay hidden."""
