"""The rules once more as constraints over Booleans and bit-vectors, built from cards and board alone."""
