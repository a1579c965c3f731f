"""The linter: what is wrong with a deck, by the rules and switches of the rulebook."""
