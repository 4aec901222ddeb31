"""Random boards, agreement of our answers, and how long they take. Never installed."""
