"""Popular Front: the war in Spain, 1936 to 1939, for two to six players."""
