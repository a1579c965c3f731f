"""What is legal: decks, vitals and extra devices against the rules; and legal ones made."""
