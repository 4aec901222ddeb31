"""The file format of claims: reading files and directories, with every problem named."""

from .claims import claims_from, read_claims

__all__ = ["claims_from", "read_claims"]
