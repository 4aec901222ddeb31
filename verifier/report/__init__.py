"""Answers for people and for programs: what is asked, gathered as facts, and told as text, JSON or a picture."""
