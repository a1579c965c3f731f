"""The words of T.W.G.P: terms, cards, rule ids, formats, options. Knows no other room."""
