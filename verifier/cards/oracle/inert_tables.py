"""The verbs of instructions and events without bearing, by class."""

from __future__ import annotations

_VERBS = {
    "DAMAGE": "deal deals prevent prevents",
    "TOKEN": "create creates",
    "DESTROY": "destroy destroys",
    "EXILE": "exile exiles",
    "RETURN": "return returns",
    "SEARCH": "search searches seek seeks",
    "LOOK": "look looks",
    "SACRIFICE": "sacrifice sacrifices",
    "COPY": "copy copies",
    "FIGHT": "fight fights",
    "SHUFFLE": "shuffle shuffles",
    "MILL": "mill mills",
    "SCRY": "scry scries surveil surveils fateseal explore explores learn discover discovers",
    "ATTACH": "attach attaches unattach unattaches",
    "REVEAL": "reveal reveals",
    "COMBAT": "block blocks attack attacks",
    "PUT": "put puts",
    "ACTION": (
        "proliferate connive connives goad regenerate support bolster manifest cloak transform transforms convert converts "
        "exert detain populate incubate amass investigate venture clash endure endures suspect forage conjure conjures "
        "airbend meld vote votes phases phase heal heals recruit incorporate blight blights intensify intensifies"
    ),
    "OTHER": (
        "cast casts play plays choose chooses note notes roll rolls flip flips pay pays take takes repeat separate "
        "separates guess guesses win wins name names open opens assign assigns unlock planeswalk planeswalks tempts ask "
        "ensues assemble assembles abandon abandons turn turns start stop bid bids"
    ),
}  # fmt: skip
VERBS = {word: kind for kind, words in _VERBS.items() for word in words.split()}

KINDS = {
    "DAMAGE": "damage", "LIFE": "life", "TOKEN": "token", "DESTROY": "destroy", "EXILE": "exile", "RETURN": "return",
    "SEARCH": "search", "COUNTER": "counter", "LOOK": "look", "SACRIFICE": "sacrifice", "COPY": "copy", "FIGHT": "fight",
    "SHUFFLE": "shuffle", "MILL": "mill", "SCRY": "scry", "ATTACH": "attach", "REVEAL": "reveal", "COMBAT": "combat",
    "PUT": "other", "ACTION": "keyword action", "OTHER": "other", "UNTAPPING": "other",
}  # fmt: skip
"""The kind of OtherInstruction that the first verb of a clause shows."""

EVENTS = {
    "attack": "attacks", "attacks": "attacks", "attacked": "attacks", "block": "blocks", "blocks": "blocks",
    "blocked": "blocks", "deal": "damage", "deals": "damage", "dealt": "damage", "die": "dies", "dies": "dies",
    "leaves": "leaves", "leave": "leaves", "cast": "casts", "casts": "casts", "copy": "casts", "play": "other", "plays": "other",
    "sacrifice": "sacrifice", "sacrifices": "sacrifice", "create": "tokens", "creates": "tokens", "created": "tokens",
    "mill": "mill", "mills": "mill", "milled": "mill", "transforms": "transforms", "transform": "transforms", "ensues": "planechase",
    "planeswalk": "planechase", "set": "scheme", "cycle": "cycling", "cycles": "cycling", "mutates": "other",
    "exploits": "other", "explores": "other", "enters": "other", "enter": "other", "put": "other", "put into": "other", "search": "other",
    "searches": "other", "scry": "other", "surveil": "other", "targeted": "targeted", "unlock": "other",
    "roll": "other", "flip": "other", "win": "other", "wins": "other", "shuffle": "other", "shuffles": "other",
    "connives": "other", "venture": "other", "proliferate": "other", "investigate": "other", "saddles": "other", "crews": "other",
    "activate": "other", "activates": "other", "triggers": "other", "exiled": "leaves", "returned": "leaves", "turned": "turned face up",
    "crank": "other", "complete": "other", "expend": "other", "commit": "other", "commits": "other", "phases": "other", "attach": "other",
    "exile": "leaves", "exert": "other", "evolves": "other", "trains": "other", "specializes": "other", "waterbend": "other",
    "earthbend": "other", "airbend": "other", "firebend": "other", "fights": "other", "fight": "other", "collect": "other",
    "returns": "leaves", "return": "leaves", "counter": "counters", "counters": "counters", "countered": "counters", "forage": "other",
    "reveal": "other", "reveals": "other", "pay": "other", "pays": "other", "vote": "other", "visit": "other", "open": "other",
    "discover": "other", "monstrous": "other", "tempts": "other", "destroyed": "dies", "mentors": "other", "assemble": "other", "renowned": "other",
    "suspected": "other", "goaded": "other", "prevented": "damage", "won": "other", "cranked": "other", "removed": "counters",
}  # fmt: skip
"""The kind of OtherEvent that the first such word of an event shows."""
