"""What tests build with: tournament files written from one description, and the matching of cases."""
