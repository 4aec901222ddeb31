"""What the claims cover: rules with the claims that rest on them, and official rulings."""

from __future__ import annotations

import click

from ..errors import BadInput
from ..report.console import show, width
from .options import DEBUG, JSON, main, write_json


@main.command("coverage")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--rulings", is_flag=True, help="Instead, what became of the official rulings, by family of cards.")
@JSON
@DEBUG
def coverage(*, paths: tuple[str, ...], rulings: bool, as_json: bool) -> None:
    """Every rule that the table calls modelled, with the claims that rest on it.

    A claim rests on the rules that it names, and on those that its record beside the file names. Without PATH the
    claims that come with the verifier are read. Exit code 1 if a rule called modelled has no claim.

    Example: verifier coverage proofs/
    """
    from .. import data
    from ..report import coverage as told

    if rulings:
        if paths:
            raise BadInput("rulings are counted for the claims that come with the verifier", "--rulings", paths[0])
        if as_json:
            write_json("coverage", told.rulings_json())
        else:
            show(told.rulings_text())
        return
    found = told.answers(paths or (str(data.proofs()),))
    if as_json:
        write_json("coverage", told.as_json(found))
    else:
        show(told.text(found, width()))
    raise click.exceptions.Exit(told.exit_code(found))
