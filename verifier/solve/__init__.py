"""Obligations and what becomes of them: formulas, z3, cvc5, certificates, the cache. Nothing here knows of Magic."""
