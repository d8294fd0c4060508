# SPDX-License-Identifier: GPL-2.0-only
"""victim.py - where things are in an instrumented module's file

Three views of one file, for variants.py, which changes it:

 - Abi: structures and constants, read from <linux/sdt_abi.h>;
 - Elf: sections, symbols and relocations of a 64-bit little-endian file;
 - Victim: the file offset of each field of the module's records and table.
"""
import re
import struct

class X86:
    """What is x86-64's own."""

    PC32, PC64, ABS32 = 2, 24, 10	# R_X86_64_*
    # What the trampoline begins with is the loader's to change.
    CHECKED_CODE = range(5, 8)

    # Two NOPs, the first of them another one of the kernel's jump labels, and a jump
    NO_NOPS = ("0f1f006690", "66900f1f00", "e900000000")


class Arm64:
    """What is arm64's own."""

    PC32, PC64, ABS32 = 261, 260, 258	# R_AARCH64_*
    CHECKED_CODE = range(8)

    NO_NOPS = ("e00300aa",)		# mov x0, x0


ARCHS = {62: X86, 183: Arm64}		# by ELF's e_machine


class Abi:
    """The layout of sdt_abi.h, with the C compiler's alignment."""

    def __init__(self, path):
        with open(path) as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        self.constants = {}
        for name, value in re.findall(r"^#define\s+(\w+)\s+(0x[0-9a-fA-F]+|\d+)u?[ \t]*$", text, re.M):
            self.constants[name] = int(value, 0)
        for name, value in re.findall(r"^\t(SDT_\w+) = (\d+),", text, re.M):
            self.constants[name] = int(value)
        self.sizes = {}
        self.fields = {}
        for name, body in re.findall(r"^struct (\w+) \{(.*?)^\};", text, re.M | re.S):
            self._structure(name, body)
        for name, size in re.findall(r"static_assert\(sizeof\(struct (\w+)\) == (\d+)", text):
            if self.sizes[name] != int(size):
                raise ValueError(f"{path}: struct {name} was not understood")

    def _structure(self, name, body):
        at, align, fields, union = 0, 1, {}, None
        for words in re.finditer(r"(union) \{|(\});|__[us](\d+)\s+(\w+)(?:\[(\d+)\])?;", body):
            opening, closing, bits, field, count = words.groups()
            if opening:
                union = 0
                continue
            if closing:
                at, union = at + union, None
                continue
            size = int(bits) // 8
            align = max(align, size)
            at += -at % size
            for i in range(int(count or 1)):
                fields[f"{field}[{i}]" if count else field] = (at + i * size, size)
            if union is None:
                at += size * int(count or 1)
            else:
                union = max(union, size * int(count or 1))
        self.fields[name] = fields
        self.sizes[name] = at + -at % align


class Elf:
    def __init__(self, data):
        self.data = data
        headers, = struct.unpack_from("<Q", data, 0x28)
        count, names = struct.unpack_from("<HH", data, 0x3c)
        rows = [struct.unpack_from("<IIQQQQIIQQ", data, headers + i * 64) for i in range(count)]
        self.section = {}
        for number, row in enumerate(rows):
            name = self._string(rows[names][4] + row[0])
            self.section[name] = {"number": number, "offset": row[4], "size": row[5],
                                  "link": row[6]}
        table = self.section[".symtab"]
        strings = rows[table["link"]][4]
        self.symbol = {}  # name: number, section's number, value
        self.section_symbol = {}
        for number in range(table["size"] // 24):
            name, info, _, section, value, _ = struct.unpack_from(
                "<IBBHQQ", data, table["offset"] + number * 24)
            if info & 15 == 3:
                self.section_symbol[section] = number
            else:
                name = self._string(strings + name)
                self.symbol[name] = (number, section, value)
        self._rows = rows

    def _string(self, at):
        return self.data[at:self.data.index(b"\0", at)].decode()

    def relocations(self, section):
        """(offset in the section, file offset of the relocation, type, symbol, addend)"""
        table = self.section.get(".rela" + section, {"offset": 0, "size": 0})
        for at in range(table["offset"], table["offset"] + table["size"], 24):
            offset, info, addend = struct.unpack_from("<QQq", self.data, at)
            yield offset, at, info & 0xffffffff, info >> 32, addend

    def place(self, symbol):
        """File offset of a symbol's first byte."""
        _, section, value = self.symbol[symbol]
        return self._rows[section][4] + value

    def target(self, number, addend):
        """File offset of what a relocation leads to."""
        table = self.section[".symtab"]["offset"]
        section, value = struct.unpack_from("<HQ", self.data, table + number * 24 + 6)
        return self._rows[section][4] + value + addend

    def value(self, number):
        """A symbol's value."""
        table = self.section[".symtab"]["offset"]
        return struct.unpack_from("<Q", self.data, table + number * 24 + 8)[0]

    def reach(self, target):
        """A symbol by which the target, a symbol or a section, is reached, and how far the
        target is behind what the symbol stands for; None if there is none."""
        if target in self.symbol:
            return self.symbol[target][0], 0
        section = self.section.get(target, {}).get("number")
        if section in self.section_symbol:
            return self.section_symbol[section], 0
        return next(((number, value) for number, place, value in self.symbol.values()
                     if place == section), None)


class Victim:
    def __init__(self, data, abi):
        self.abi = abi
        self.data = data
        self.elf = Elf(data)
        self.arch = ARCHS[struct.unpack_from("<H", data, 18)[0]]
        self.sites = self.elf.section["__sdt_sites"]
        self.table = self.elf.section["__sdt_table"]
        self.record_size = abi.sizes["sdt_site_record"]
        # Behind the last record is the trampoline's structure.
        self.nr_records = self.sites["size"] // self.record_size - 1
        self.nr_providers = self.get(self.head("nr_providers"))
        self.nr_probes = self.get(self.head("nr_probes"))
        self.nr_extras = self.get(self.head("nr_extras"))
        self.nr_places = self.get(self.head("nr_places"))
        self.nr_args = self.get(self.head("nr_args"))
        self.nr_xlated = self.get(self.head("nr_xlated"))
        self.nr_enumerators = self.get(self.head("nr_enumerators"))
        self.strings = self.enumerator(self.nr_enumerators, "name")[0]
        self.strings_size = self.get(self.head("strings_size"))

        # The relocations that fill the records' places: (relocation, symbol, addend)
        self.places = [None] * self.nr_records
        start = self.nr_records * self.record_size
        for offset, at, kind, symbol, addend in self.elf.relocations("__sdt_sites"):
            if offset < start:
                assert kind == self.arch.ABS32
                assert offset % self.record_size == abi.fields["sdt_site_record"]["place"][0]
                self.places[offset // self.record_size] = at, symbol, addend
        # The trampoline's ways to its code, which its key has as well on arm64, and to the
        # table
        self.trampoline_at = self.sites["offset"] + start
        fields = abi.fields["sdt_trampoline"]
        self.to_code, self.code_at = self._way("__sdt_sites", start + fields["code"][0])
        self.to_table, table_at = self._way("__sdt_sites", start + fields["table"][0])
        assert table_at == self.table["offset"]
        self.to_key = next(((at, symbol, addend) for to, at, _, symbol, addend
                            in self.elf.relocations("__sdt_sites") if to == start), None)
        self.to_events, self.events, self.event_classes = None, None, []
        if any(to == start + fields["events"][0] for to, *_ in self.elf.relocations("__sdt_sites")):
            self._find_events(start + fields["events"][0])
        # The jump table: code, target and key of each entry, as (relocation, symbol, addend).
        # GCC may have copied a site, so several entries can have the same record.
        rows = sorted(self.elf.relocations("__jump_table"))
        self.entries_of = [[] for _ in range(self.nr_records)]
        for i in range(0, len(rows), 3):
            entry = [(at, symbol, addend) for _, at, _, symbol, addend in rows[i:i + 3]]
            self.entries_of[entry[2][2] // self.record_size].append(entry)
        self.entries = [entries[0] for entries in self.entries_of]
        assert all(row[2] == self.arch.PC64 for row in rows[2::3])

    def _way(self, section, offset):
        """The relocation of a distance from there, and where in the file it leads to."""
        for to, at, kind, symbol, addend in self.elf.relocations(section):
            if to == offset:
                assert kind == self.arch.PC32
                return (at, symbol, addend), self.elf.target(symbol, addend)
        raise ValueError(f"{section}+{offset:#x}: no relocation")

    def _find_events(self, offset):
        """The classes of TRACE_EVENTs: the trampoline's way to them, where they are in the file,
        and the relocation of each entry's class, with where that leads to."""
        self.to_events, self.events = self._way("__sdt_sites", offset)
        name, section = next(
            (name, section) for name, section in self.elf.section.items()
            if section["offset"] <= self.events < section["offset"] + section["size"])
        for i in range(self.get(self.event_list("nr_events"))):
            place = self.event_entry(i, "event_class")[0]
            self.event_classes.append(self._way(name, place - section["offset"]))

    def get(self, place):
        at, size = place
        return int.from_bytes(self.data[at:at + size], "little")

    def _field(self, name, base, number, field):
        at, size = self.abi.fields[name][field]
        return base + number * self.abi.sizes[name] + at, size

    def record(self, number, field):
        return self._field("sdt_site_record", self.sites["offset"], number, field)

    def trampoline(self, field):
        return self._field("sdt_trampoline", self.trampoline_at, 0, field)

    def pointer(self, at):
        """The relocation of a pointer at a place in the file."""
        for name, section in self.elf.section.items():
            if section["offset"] <= at < section["offset"] + section["size"] and \
               ".rela" + name in self.elf.section:
                for to, where, _, symbol, addend in self.elf.relocations(name):
                    if section["offset"] + to == at:
                        return where, symbol, addend
        raise ValueError(f"{at:#x}: no relocation")

    def event_list(self, field):
        return self._field("sdt_events", self.events, 0, field)

    def event_entry(self, number, field):
        return self._field("sdt_event_entry", self.events + self.abi.sizes["sdt_events"], number, field)

    def head(self, field):
        return self._field("sdt_table", self.table["offset"], 0, field)

    def provider(self, number, field):
        base = self.probe(self.nr_probes, "function")[0]
        return self._field("sdt_table_provider", base, number, field)

    def extra(self, number, field):
        base = self.provider(self.nr_providers, "name")[0]
        return self._field("sdt_table_extra", base, number, field)

    def place(self, number, field):
        base = self.extra(self.nr_extras, "probe")[0]
        return self._field("sdt_table_place", base, number, field)

    def probe(self, number, field):
        base = self.table["offset"] + self.abi.sizes["sdt_table"]
        return self._field("sdt_table_probe", base, number, field)

    def arg(self, number, field):
        base = self.place(self.nr_places, "probe")[0]
        return self._field("sdt_table_arg", base, number, field)

    def xlated(self, number, field):
        base = self.arg(self.nr_args, "name")[0]
        return self._field("sdt_table_xlated", base, number, field)

    def enumerator(self, number, field):
        base = self.xlated(self.nr_xlated, "name")[0]
        return self._field("sdt_table_enumerator", base, number, field)

    def probe_named(self, function, name):
        """The number of a probe."""
        wanted = function.encode(), name.encode()
        return next(i for i in range(self.nr_probes)
                    if (self.string(self.probe(i, "function")),
                        self.string(self.probe(i, "name"))) == wanted)

    def probe_of(self, record):
        """The number of the probe that a record has."""
        number = self.place_of(record)
        return (number if number < self.nr_probes else
                self.get(self.place(number - self.nr_probes, "probe")))

    def place_of(self, record):
        """The number that the loader puts into a record."""
        _, symbol, addend = self.places[record]
        return self.elf.value(symbol) + addend

    def extra_of(self, probe):
        """The number of a probe's extra."""
        return next(i for i in range(self.nr_extras) if self.get(self.extra(i, "probe")) == probe)

    def string(self, place):
        at = self.strings + self.get(place)
        return self.data[at:self.data.index(b"\0", at)]

    def record_fields(self, number):
        """Those that the loader does not fill, and that the kernel has not written before."""
        return [field for field in self.abi.fields["sdt_site_record"]
                if field not in ("place", "entries")]

    def fields(self, name):
        return self.abi.fields[name]
