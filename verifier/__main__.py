"""``python -m verifier`` is the command ``verifier``."""

from .cli import main

main(prog_name="verifier")
