"""What people and machines see: the command line and the reports. Nothing is judged here."""
