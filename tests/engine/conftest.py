"""Property tests of the engine: the same examples on every run, and no deadline on a busy machine."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("engine", deadline=None, derandomize=True)
settings.load_profile("engine")
