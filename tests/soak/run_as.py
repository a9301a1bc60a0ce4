"""Runs a program as another user: `run_as USER COMMAND…`, with '' for who runs this already."""

import subprocess
import sys

user, *command = sys.argv[1:]
sys.exit(subprocess.run(command, user=user or None, check=False).returncode)
