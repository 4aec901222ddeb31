"""The permanents of a board as the rules see them, and the order of the layers."""

from __future__ import annotations

import click

from .options import ABOUT_A_BOARD, main, write_answer


@main.command("board")
@ABOUT_A_BOARD
@click.option("--layers", is_flag=True, help="The order of the effects layer by layer, and why one waits for another.")
def board_command(*, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool, layers: bool) -> None:
    """The permanents of a board as the rules see them (613), and which effects changed what.

    Example: verifier board examples/blood_moon.toml --layers
    """
    from ..report import permanents as question
    from ..report.asking import board as read
    from ..report.incomplete import going_on

    if layers:
        told, about, left_out = going_on(read(board, readings), question.steps, incomplete=incomplete)
        write_answer(
            "board", as_json, board, (about, left_out, ()), title="continuous effects in order (613)",
            lines=lambda: question.order_text(about, told), content=lambda: question.order_json(told),
        )  # fmt: skip
        return
    found, about, left_out = going_on(read(board, readings), question.answers, incomplete=incomplete)
    write_answer(
        "board", as_json, board, (about, left_out, ()), title="permanents (109.3, 613)",
        lines=lambda: question.text(about, found), content=lambda: question.as_json(found),
    )  # fmt: skip
