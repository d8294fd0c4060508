#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""patch.py FILE PLACE BYTES VALUE - put a number into an ELF file

FILE is a 64-bit little-endian one.  PLACE is an offset, in hexadecimal or not, in

    ELF+OFFSET                  its header
    SECTION+OFFSET              a section's bytes
    header:SECTION+OFFSET       the section's header
    symbol:NAME+OFFSET          an entry of the symbol table
    rela:SECTION@WHERE+OFFSET   the relocation of the section's bytes WHERE

Serves the tests of sdtinfo, which want to know what it says of a broken file.
"""
import struct
import sys

HEADER_SIZE = 64
SYMBOL_SIZE = 24
RELA_SIZE = 24


class Elf:
    def __init__(self, data):
        self.data = data
        self.headers, = struct.unpack_from("<Q", data, 0x28)
        self.count, names = struct.unpack_from("<HH", data, 0x3c)
        self.names = self.field(names, 0x18)

    def field(self, section, offset):
        return struct.unpack_from("<Q", self.data, self.header(section) + offset)[0]

    def header(self, section):
        return self.headers + section * HEADER_SIZE

    def string(self, at):
        return self.data[at:self.data.index(b"\0", at)].decode()

    def section(self, wanted):
        for i in range(self.count):
            name, = struct.unpack_from("<I", self.data, self.header(i))
            if self.string(self.names + name) == wanted:
                return i
        sys.exit("patch.py: no section " + wanted)

    def start(self, section):
        return self.field(section, 0x18)

    def entries(self, section, size):
        start = self.start(section)
        return range(start, start + self.field(section, 0x20), size)

    def symbol(self, wanted):
        table = self.section(".symtab")
        strings = self.start(struct.unpack_from("<I", self.data, self.header(table) + 0x28)[0])
        for at in self.entries(table, SYMBOL_SIZE):
            name, = struct.unpack_from("<I", self.data, at)
            if self.string(strings + name) == wanted:
                return at
        sys.exit("patch.py: no symbol " + wanted)

    def relocation(self, section, where):
        for at in self.entries(self.section(".rela" + section), RELA_SIZE):
            if struct.unpack_from("<Q", self.data, at)[0] == where:
                return at
        sys.exit("patch.py: no relocation at %s+%#x" % (section, where))

    def place(self, what):
        kind, _, name = what.rpartition(":")
        if kind == "header":
            return self.header(self.section(name))
        if kind == "symbol":
            return self.symbol(name)
        if kind == "rela":
            section, where = name.rsplit("@", 1)
            return self.relocation(section, int(where, 0))
        return 0 if what == "ELF" else self.start(self.section(what))


def main():
    path, place, size, value = sys.argv[1:]
    what, offset = place.rsplit("+", 1)
    with open(path, "rb") as f:
        data = bytearray(f.read())
    at = Elf(data).place(what) + int(offset, 0)
    size = int(size)
    data[at:at + size] = (int(value, 0) % (1 << 8 * size)).to_bytes(size, "little")
    with open(path, "wb") as f:
        f.write(data)


main()
