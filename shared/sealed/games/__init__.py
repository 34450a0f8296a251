"""The titles, one package each; titles are strangers to each other."""
