"""The board: pieces, control, minor countries, borders and who stands where."""
