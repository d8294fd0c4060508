# SPDX-License-Identifier: GPL-2.0-only
"""terminal.py - the screen of a terminal that gets some output

Knows what sdtinfo and a shell write.  Anything else is an error, so that a picture of the
screen cannot be wrong without notice.
"""
import codecs
import re
from typing import NamedTuple, Optional


class Style(NamedTuple):
    bold: bool = False
    colour: Optional[int] = None    # 0 to 7, as in the escape sequence


ESCAPE = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])")
ESCAPE_BEGUN = re.compile(r"\x1b(\[[0-9;]*)?$")


class Unknown(Exception):
    """Output that this terminal cannot show"""


class Terminal:
    """A screen of @columns and @lines.  A cell is (character, Style), or None if nothing was
    written there."""

    def __init__(self, columns, lines):
        self.columns, self.lines = columns, lines
        self.cells = [self.blank() for _ in range(lines)]
        self.x = self.y = 0
        self.style = Style()
        self.rest = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def blank(self):
        return [None] * self.columns

    def rows(self):
        """The lines of the screen, each up to the last cell that was written to"""
        return [tuple(row[:max((x + 1 for x, cell in enumerate(row) if cell), default=0)])
                for row in self.cells]

    def write(self, data):
        text, self.rest, at = self.rest + self.decoder.decode(data), "", 0
        while at < len(text):
            escape = ESCAPE.match(text, at)
            if escape:
                self.control(escape[2], [int(number or 0) for number in escape[1].split(";")])
                at = escape.end()
            elif ESCAPE_BEGUN.match(text, at):
                self.rest = text[at:]
                return
            else:
                self.character(text[at])
                at += 1

    def character(self, character):
        if character == "\r":
            self.x = 0
        elif character == "\n":
            self.new_line()
        elif character.isprintable():
            if self.x == self.columns:
                self.x = 0
                self.new_line()
            self.cells[self.y][self.x] = (character, self.style)
            self.x += 1
        else:
            raise Unknown(f"the character {character!r}")

    def new_line(self):
        if self.y < self.lines - 1:
            self.y += 1
        else:
            self.cells = self.cells[1:] + [self.blank()]

    def control(self, what, numbers):
        if what == "m":
            for number in numbers:
                self.graphics(number)
        elif what == "H" and len(numbers) <= 2:
            line, column = (numbers + [0])[:2]
            self.y = min(max(line, 1), self.lines) - 1
            self.x = min(max(column, 1), self.columns) - 1
        elif what == "J" and numbers == [2]:
            self.cells = [self.blank() for _ in self.cells]
        elif what == "J" and numbers == [0]:
            self.erase_line()
            self.cells[self.y + 1:] = [self.blank() for _ in self.cells[self.y + 1:]]
        elif what == "K" and numbers == [0]:
            self.erase_line()
        else:
            raise Unknown(f"the escape sequence {numbers}{what}")

    def erase_line(self):
        self.cells[self.y][self.x:] = [None] * (self.columns - self.x)

    def graphics(self, number):
        if number == 0:
            self.style = Style()
        elif number == 1:
            self.style = self.style._replace(bold=True)
        elif 30 <= number <= 37:
            self.style = self.style._replace(colour=number - 30)
        else:
            raise Unknown(f"the escape sequence {number}m")
