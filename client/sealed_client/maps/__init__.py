"""Board maps: reading the committed file, finding what is where, placing labels, and the map's colours.

Pure Python and no drawing: the screen turns triangles and lines into meshes, the picture tools into pixels.
The file is made by ``tools/mapgen``; lengths are whole units of its plane, y up, as in Kivy.
"""

from sealed_client.maps.board_map import (
    Area,
    Band,
    BoardMap,
    Border,
    Bridge,
    City,
    MapFileError,
    Rose,
    Screen,
    SeaName,
    Space,
    Stream,
    Way,
    read_map,
)
from sealed_client.maps.compass import rose_halves
from sealed_client.maps.label_places import (
    PlacedLabel,
    label_box,
    label_size,
    labels_at,
    sea_names_at,
    stack_box,
)
from sealed_client.maps.map_colours import DARK, LIGHT, MapColours
from sealed_client.maps.strips import Strip, joined, strip_of
from sealed_client.maps.view import NEAREST, View, fitted_scale, focus_middle, view_at
from sealed_client.maps.where import city_at, nearest_city, space_at

__all__ = [
    "DARK",
    "LIGHT",
    "NEAREST",
    "Area",
    "Band",
    "BoardMap",
    "Border",
    "Bridge",
    "City",
    "MapColours",
    "MapFileError",
    "PlacedLabel",
    "Rose",
    "Screen",
    "SeaName",
    "Space",
    "Stream",
    "Strip",
    "View",
    "Way",
    "city_at",
    "fitted_scale",
    "focus_middle",
    "joined",
    "label_box",
    "label_size",
    "labels_at",
    "nearest_city",
    "read_map",
    "rose_halves",
    "sea_names_at",
    "space_at",
    "stack_box",
    "strip_of",
    "view_at",
]
