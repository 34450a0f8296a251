"""Makes the committed board maps from Natural Earth and hand data; runs at build time only, needs shapely.

``python -m mapgen`` in the folder ``tools`` writes the map file, ``python -m mapgen --preview FOLDER`` draws
what it wrote. The client reads the file with `sealed_client.maps` and never sees this package.
"""
