#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""btf.py BTF [BASE] - the raw tracepoints that the BTF of a module describes, in C

Prints each btf_trace_NAME as "NAME(TYPE, ...)" and each __probestub_NAME as "NAME: TYPE ARG, ...",
sorted.  A type that the base has is marked with "base:", a mere declaration with "declared:".
"""
import struct
import sys

(INT, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF, VOLATILE, CONST, RESTRICT, FUNC, PROTO, VAR,
 DATASEC, FLOAT, DECL_TAG, TYPE_TAG, ENUM64) = range(1, 20)
TAIL = {ARRAY: (12, 0), STRUCT: (0, 12), UNION: (0, 12), ENUM: (0, 8), PROTO: (0, 8), VAR: (4, 0),
        DATASEC: (0, 12), DECL_TAG: (4, 0), ENUM64: (0, 12), INT: (4, 0)}
TAGS = {STRUCT: "struct", UNION: "union", ENUM: "enum", ENUM64: "enum"}


class Btf:
    """Types by number, those of a base first"""
    def __init__(self, path, base=None):
        data = open(path, "rb").read()
        length, at, size, strings = struct.unpack_from("<xxxxIIII", data)
        self.types = list(base.types) if base else [None]
        self.first = len(self.types)
        self.strings = (base.strings if base else b"") + data[length + strings:]
        at, end = length + at, length + at + size
        while at < end:
            name, info, target = struct.unpack_from("<III", data, at)
            kind, nr = info >> 24 & 31, info & 0xffff
            fixed, each = TAIL.get(kind, (0, 0))
            at += 12
            tail = data[at:at + fixed + nr * each]
            at += len(tail)
            self.types.append((self.text(name), kind, info >> 31, target, tail))

    def text(self, offset):
        return self.strings[offset:self.strings.index(b"\0", offset)].decode()

    def params(self, number):
        tail = self.types[number][4]
        return [(self.text(name), type) for name, type in struct.iter_unpack("<II", tail)]

    def spell(self, number):
        if not number:
            return "void"
        name, kind, flag, target, tail = self.types[number]
        if kind == PTR:
            inner = self.spell(target)
            return inner + ("*" if inner.endswith("*") else " *")
        if kind == CONST:
            return "const " + self.spell(target)
        if kind == FWD:
            return f"declared:{'union' if flag else 'struct'} {name}"
        if kind in TAGS:
            name = f"{TAGS[kind]} {name}"
        elif kind == INT and name == "char":
            return name
        return name if kind == INT else ("base:" if number < self.first else "") + name

    def show(self):
        for name, kind, _, target, _ in self.types[self.first:]:
            if kind == TYPEDEF and name.startswith("btf_trace_"):
                types = [self.spell(type) for _, type in self.params(self.types[target][3])]
                yield f"{name[10:]}({', '.join(types)})"
            if kind == FUNC and name.startswith("__probestub_"):
                args = [f"{self.spell(type)} {arg}" for arg, type in self.params(target)]
                yield f"{name[12:]}: {', '.join(args).replace('* ', '*')}"


if __name__ == "__main__":
    print("\n".join(sorted(Btf(sys.argv[1], Btf(sys.argv[2]) if sys.argv[2:] else None).show())))
