"""What is printed on cards: the ability language and the card pool."""
