"""SHAEF, a title: the campaign in north-west Europe from June 1944 to March 1945."""
