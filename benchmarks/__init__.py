"""How fast the platform is, as ratios measured in one run; run them with `make bench`.

Belongs here: measurements and the data they generate. Does not belong here: anything a test asserts.
"""
