"""Foreign card lists become T.W.G.P cards. Knows the rulebook only."""
