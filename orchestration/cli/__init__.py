"""The `fnx` command: thin; each command is a few lines over the functions that the assets call.

Belongs here: arguments, messages and exit status. Does not belong here: work. Everything heavy is imported
inside the command that needs it, so that `fnx --help` answers at once.

Exit status: 0 done (pending events and warnings included), 2 bad usage, an unreadable home or a disk that
does not take what must be written, 3 a blocking check failed and nothing was published.
"""

import sys


def main() -> None:
    """Entry point of the console script; the calculators answer without loading the other commands."""
    if sys.argv[1:2] == ["calc"]:
        from orchestration.cli.calc import run

        sys.exit(run(sys.argv[2:]))
    from orchestration.cli.app import app

    try:
        app()
    except Exception as error:
        from orchestration.cli.storage import storage_failure

        told = storage_failure(error)
        if told is None:
            raise
        print(f"fnx: {told}", file=sys.stderr)
        sys.exit(2)
