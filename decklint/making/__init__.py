"""Legal rows of vitals, extra devices and decks, counted, drawn and built."""
