"""What was achieved: attacks and tasks on one embedding, before and after."""
