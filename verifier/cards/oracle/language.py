"""Every word of the ability language in one place, for those who write it."""

from __future__ import annotations

from ..ability import *  # noqa: F403
from ..filters import *  # noqa: F403
from ..mana import *  # noqa: F403
from ..terms import *  # noqa: F403
