"""The three programs that draw the map: its layers, shapes of many colours, and pictures from the atlas.

Every mesh here has two attributes, as Kivy's own have: Kivy leaves a program's attributes switched on for the
next one, and a third would then be read from a buffer that is too short for it.
"""

_PRECISION = """
#ifdef GL_ES
precision highp float;
#endif
"""

MAP_VERTEX = (
    _PRECISION
    + """
attribute vec4 v_pos;
attribute vec4 v_more;
uniform mat4 projection_mat;
uniform mat4 modelview_mat;
uniform vec2 origin;
uniform float scale;
uniform float dot_size;
uniform float grow;
uniform float as_sign;
uniform float toned;
varying float edge;
varying float way;
varying float tone;
void main(void) {
    edge = v_more.x;
    way = v_more.y * scale;
    tone = v_more.y * toned;
    vec2 at = mix((v_pos.xy - origin) * scale, (v_more.zw - origin) * scale + v_pos.xy * dot_size, as_sign);
    gl_Position = projection_mat * modelview_mat * vec4(at + v_pos.zw * grow, 0.0, 1.0);
}
"""
)
"""`v_pos` is a place and the direction in which a line grows, `v_more` its edge, the way along it and what a
sign is about; `origin` (units) lies at the corner; `scale` is pixels for a unit, `dot_size` for a dp;
`grow` is half a line's width and half a pixel more."""

AREA_FRAGMENT = (
    _PRECISION
    + """
uniform vec4 color;
void main(void) {
    gl_FragColor = color;
}
"""
)
"""Most of the map is plain ground: without a line's arithmetic a software renderer fills it twice as fast."""

MAP_FRAGMENT = (
    _PRECISION
    + """
varying float edge;
varying float way;
varying float tone;
uniform vec4 color;
uniform vec4 second;
uniform float reach;
uniform float inward;
uniform float opacity;
uniform vec2 dash;
void main(void) {
    float across = reach * abs(edge);
    float inside = mix(reach - across, reach * (1.0 - edge) * 0.5, inward);
    if (dash.y > 0.0) {
        float period = dash.x + dash.y;
        float along = abs(mod(way, period) - period * 0.5) - dash.x * 0.5;
        inside = reach - length(vec2(max(along, 0.0), across));
    }
    vec4 paint = mix(color, second, tone);
    gl_FragColor = vec4(paint.rgb, paint.a * opacity * clamp(inside, 0.0, 1.0));
}
"""
)

SHAPE_VERTEX = (
    _PRECISION
    + """
attribute vec2 v_pos;
attribute vec4 v_colour;
uniform mat4 projection_mat;
uniform mat4 modelview_mat;
varying vec4 colour;
void main(void) {
    colour = v_colour;
    gl_Position = projection_mat * modelview_mat * vec4(v_pos, 0.0, 1.0);
}
"""
)

SHAPE_FRAGMENT = (
    _PRECISION
    + """
varying vec4 colour;
void main(void) {
    gl_FragColor = colour;
}
"""
)

PICTURE_VERTEX = (
    _PRECISION
    + """
attribute vec2 v_pos;
attribute vec3 v_corner;
uniform mat4 projection_mat;
uniform mat4 modelview_mat;
varying vec2 corner;
varying float opacity;
void main(void) {
    corner = v_corner.xy;
    opacity = v_corner.z;
    gl_Position = projection_mat * modelview_mat * vec4(v_pos, 0.0, 1.0);
}
"""
)

PICTURE_FRAGMENT = (
    _PRECISION
    + """
varying vec2 corner;
varying float opacity;
uniform sampler2D texture0;
void main(void) {
    vec4 baked = texture2D(texture0, corner);
    gl_FragColor = vec4(baked.rgb / max(baked.a, 0.004), baked.a * opacity);
}
"""
)
"""What was baked onto nothing has its colours multiplied by its cover; the division undoes that."""
