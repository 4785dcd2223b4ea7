"""What people type, and who answers it."""
