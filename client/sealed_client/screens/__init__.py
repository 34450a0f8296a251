"""The Kivy client. The only package that imports Kivy; it draws scenes and reports gestures."""
