# SPDX-License-Identifier: GPL-2.0-only
"""drawing.py - draws what a terminal showed, and when, as an animated SVG

Each text that stood on a line of the screen for some time is an element, which keyframes
show at that time.  Without animations, the last screen is seen: of the elements only those
that are hidden at the end have visibility="hidden".
"""
from itertools import groupby
from typing import NamedTuple, Optional
from xml.sax.saxutils import escape

# Of the picture, in pixels
FONT = 14
CELL = 8.4
LINE = 18
BASELINE = 13.5
MARGIN = 16

# Seconds that the last screen stands before it all begins again
LAST = 8

# As many new characters as someone types at once
TYPED = 3

BACKGROUND, FOREGROUND, BOLD, BORDER = "#0d1117", "#c9d1d9", "#ffffff", "#30363d"
COLOURS = ["#6e7681", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"]
FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,Liberation Mono,monospace"


class Style(NamedTuple):
    bold: bool = False
    colour: Optional[int] = None    # of COLOURS


class Span(NamedTuple):
    """A text of a line of the screen, and when it stood there"""
    line: int
    begin: float
    end: float      # None: to the end of the recording
    cells: tuple
    typed: tuple    # () or, if it was typed, (the first column, the last time)


def is_typed(before, after):
    return before and before == after[:len(before)] and len(after) <= len(before) + TYPED


def spans_of_line(line, frames):
    """The spans of a line of the screen, from [(time, rows)]"""
    versions = [next(group) for _, group in
                groupby(((time, rows[line]) for time, rows in frames), lambda version: version[1])]
    spans, at = [], 0
    while at < len(versions):
        last = at
        if at and is_typed(versions[at - 1][1], versions[at][1]):
            while last + 1 < len(versions) and is_typed(versions[last][1], versions[last + 1][1]):
                last += 1
        typed = (len(versions[at][1]), versions[last][0]) if last > at else ()
        end = versions[last + 1][0] if last + 1 < len(versions) else None
        spans.append(Span(line, versions[at][0], end, versions[last][1], typed))
        at = last + 1
    return [span for span in spans if any(cell[0] != " " for cell in span.cells)]


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def left(column):
    return MARGIN + CELL * column


def text(span):
    """The <text> of a span, from its first character to the last"""
    cells = list(span.cells)
    first = next(x for x, cell in enumerate(cells) if cell[0] != " ")
    while cells[-1][0] == " ":
        cells.pop()
    parts = []
    for style, run in groupby(cells[first:], lambda cell: cell[1]):
        characters = escape("".join(cell[0] for cell in run))
        classes = ["b"] * style.bold
        classes += [f"c{style.colour}"] * (style.colour is not None)
        parts.append(f'<tspan class="{" ".join(classes)}">{characters}</tspan>' if classes
                     else characters)
    return (f'<text x="{number(left(first))}" y="{number(MARGIN + LINE * span.line + BASELINE)}" '
            f'textLength="{number(CELL * (len(cells) - first))}">{"".join(parts)}</text>')


class Drawing:
    """The SVG's elements and style sheet; times of the frames begin at 0."""

    def __init__(self, frames):
        self.duration = frames[-1][0] + LAST
        self.elements, self.rules = [], []
        spans = [span for line in range(len(frames[0][1])) for span in spans_of_line(line, frames)]
        spans.sort(key=lambda span: (span.begin, span.end or self.duration, span.line))
        self.lines = max(span.line for span in spans) + 1
        for (begin, end), group in groupby(spans, lambda span: (span.begin, span.end)):
            group = list(group)
            self.group(begin, end, [text(span) for span in group])
            for span in group:
                if span.typed:
                    self.cover(span)

    def percent(self, time):
        return number(100 * time / self.duration) + "%"

    def animated(self, keyframes, hidden, content):
        """Add elements, with keyframes."""
        name = f"a{len(self.rules)}"
        self.rules.append(f"#{name}{{animation-name:{name}}}@keyframes {name}{{{keyframes}}}")
        visibility = ' visibility="hidden"' * hidden
        self.elements.append(f'<g id="{name}"{visibility}>\n' + "\n".join(content) + "\n</g>")

    def group(self, begin, end, content):
        keyframes = f"{self.percent(begin)}{{visibility:visible}}"
        if end is None:
            keyframes = ("0%{visibility:hidden}" if begin else "") + keyframes
        else:
            keyframes += f"{self.percent(end)}{{visibility:hidden}}"
        self.animated(keyframes, end is not None, content)

    def cover(self, span):
        """Hide what is not yet typed: a rectangle moves to the right, with the cursor."""
        first, last = span.typed
        columns = len(span.cells) - first
        x, y = number(left(first)), number(MARGIN + LINE * span.line)
        keyframes = (f"{self.percent(span.begin)}{{visibility:visible;transform:none;"
                     f"animation-timing-function:steps({columns})}}"
                     f"{self.percent(last)}{{visibility:hidden;"
                     f"transform:translateX({number(CELL * columns)}px)}}")
        self.animated(keyframes, True, [
            f'<rect x="{x}" y="{y}" width="{number(CELL * columns)}" height="{LINE}" '
            f'fill="{BACKGROUND}"/>',
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{LINE}" fill="{FOREGROUND}"/>'])

    def svg(self, title, columns):
        width = number(2 * MARGIN + CELL * columns)
        height = 2 * MARGIN + LINE * self.lines
        style = [f"text{{font:{FONT}px {FONTS};fill:{FOREGROUND};white-space:pre}}",
                 f".b{{font-weight:bold;fill:{BOLD}}}",
                 *(f".c{index}{{fill:{colour}}}" for index, colour in enumerate(COLOURS)),
                 f"g{{animation:{number(self.duration)}s step-end infinite}}",
                 *self.rules,
                 "@media (prefers-reduced-motion:reduce){g{animation:none!important}}"]
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" xml:space="preserve" role="img">',
            "<!-- Made by docs/recording/record from real output: make recording -->",
            f"<title>{escape(title)}</title>", "<style>", *style, "</style>",
            f'<rect x="0.5" y="0.5" width="{number(float(width) - 1)}" height="{height - 1}" '
            f'rx="6" fill="{BACKGROUND}" stroke="{BORDER}"/>',
            *self.elements, "</svg>", ""])
