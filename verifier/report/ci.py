"""Verdicts for a CI service: JUnit XML and a Markdown summary, the same bytes for the same verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from xml.etree import ElementTree as ET

from ..claim import Verdict
from ..records import Stale
from .claims import Checked, exit_code, summary
from .text import listed

OPEN = (str(Verdict.UNDECIDED), str(Verdict.UNMODELLED))
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(checked: Sequence[Checked], stale: Sequence[Stale] = ()) -> str:
    """One test case a claim, one suite a file; a claim that is open is skipped, records are a suite of their own."""
    root = ET.Element("testsuites", name="verifier")
    total: dict[str, int] = {}
    for file, mine in _by_file(checked).items():
        suite = ET.SubElement(root, "testsuite", name=_clean(file))
        counts = {"tests": len(mine), "failures": 0, "errors": 0, "skipped": 0}
        for one in mine:
            place = {"classname": _clean(file), "name": one.claim.id, "line": str(one.claim.line)}
            case = ET.SubElement(suite, "testcase", place)
            kind = _outcome(one)
            if kind:
                counts[{"failure": "failures", "error": "errors", "skipped": "skipped"}[kind]] += 1
                told = ET.SubElement(case, kind, message=_clean(f"{one.word}, expected {one.claim.verdict}"))
                told.text = _clean(_why(one))
            ET.SubElement(case, "system-out").text = _clean(_line(one))
        _count(suite, counts, total)
    if stale:
        suite = ET.SubElement(root, "testsuite", name="records")
        for one_stale in stale:
            case = ET.SubElement(suite, "testcase", classname="records", name=_clean(one_stale.of))
            ET.SubElement(case, "failure", message=_clean(one_stale.why))
        _count(suite, {"tests": len(stale), "failures": len(stale), "errors": 0, "skipped": 0}, total)
    for key, number in total.items():
        root.set(key, str(number))
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def markdown(checked: Sequence[Checked], stale: Sequence[Stale] = ()) -> str:
    """A summary: the verdicts by file, then what is not as expected, then records that are stale."""
    code = exit_code(checked)
    lines = [f"### Claims: {'as expected' if code == 0 and not stale else 'not as expected'}", "", summary(checked), ""]
    words = [word for word in (*map(str, Verdict), "disagreement") if any(one.word == word for one in checked)]
    lines += [_row(["file", *words, "not as expected"]), _row(["---", *["---:"] * (len(words) + 1)])]
    for file, mine in _by_file(checked).items():
        numbers = [sum(one.word == word for one in mine) for word in words]
        wrong = sum(not one.passes for one in mine)
        lines.append(_row([file, *(str(number or "") for number in numbers), str(wrong or "")]))
    failing = [one for one in checked if not one.passes]
    if failing:
        lines += ["", _row(["claim", "expected", "verdict", "why"]), _row(["---"] * 4)]
        lines += [_row([one.claim.name, str(one.claim.verdict), one.word, _why(one)]) for one in failing]
    if stale:
        lines += ["", _row(["record", "why"]), _row(["---"] * 2), *(_row([one.of, one.why]) for one in stale)]
    methods: dict[str, int] = {}
    for one in checked:
        if one.result is not None:
            how = one.result.method + (f" ({one.result.evidence})" if one.result.evidence else "")
            methods[how] = methods.get(how, 0) + 1
    told = [f"{number} by {how}" for how, number in sorted(methods.items())]
    return "\n".join([*lines, "", f"Decided: {listed(told, 'and')}.", ""])


def _by_file(checked: Iterable[Checked]) -> Mapping[str, list[Checked]]:
    found: dict[str, list[Checked]] = {}
    for one in checked:
        found.setdefault(one.claim.file, []).append(one)
    return found


def _outcome(one: Checked) -> str:
    if one.result is None:
        return "error"
    if one.passes:
        return ""
    return "skipped" if one.word in OPEN else "failure"


def _line(one: Checked) -> str:
    if one.result is None:
        return one.word
    how = ", ".join(part for part in (one.result.method, one.result.evidence) if part)
    return f"{one.word}: {one.result.bounds}; {how}"


def _why(one: Checked) -> str:
    return str(one.disagreement) if one.result is None else one.result.reason


def _count(suite: ET.Element, counts: Mapping[str, int], total: dict[str, int]) -> None:
    for key, number in counts.items():
        suite.set(key, str(number))
        total[key] = total.get(key, 0) + number


def _row(cells: Sequence[str]) -> str:
    clean = (cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(clean)} |"


def _clean(text: str) -> str:
    """The text without what XML cannot hold."""
    return _NOT_XML.sub("?", text)
