#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""patch.py FILE SECTION+OFFSET BYTES VALUE - put a number into a section

FILE is a 64-bit little-endian ELF file; SECTION "ELF" is its header.  Serves
the tests of sdtinfo, which want to know what it says of a broken file.
"""
import struct
import sys


def section_offset(data, wanted):
    if wanted == "ELF":
        return 0
    shoff, = struct.unpack_from("<Q", data, 0x28)
    count, names = struct.unpack_from("<HH", data, 0x3c)
    strings, = struct.unpack_from("<Q", data, shoff + names * 64 + 0x18)
    for i in range(count):
        name, = struct.unpack_from("<I", data, shoff + i * 64)
        end = data.index(b"\0", strings + name)
        if data[strings + name:end].decode() == wanted:
            return struct.unpack_from("<Q", data, shoff + i * 64 + 0x18)[0]
    sys.exit("patch.py: no section " + wanted)


def main():
    path, place, size, value = sys.argv[1:]
    section, offset = place.rsplit("+", 1)
    with open(path, "rb") as f:
        data = bytearray(f.read())
    at = section_offset(data, section) + int(offset, 0)
    size = int(size)
    data[at:at + size] = (int(value, 0) % (1 << 8 * size)).to_bytes(size, "little")
    with open(path, "wb") as f:
        f.write(data)


main()
