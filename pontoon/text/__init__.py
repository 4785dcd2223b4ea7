"""Every sentence that people read on IRC, and nothing else."""
