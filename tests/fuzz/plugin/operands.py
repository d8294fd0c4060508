#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""operands.py - prints a C program whose probes have operands of every shape

    operands.py CONTEXT
    operands.py --list		prints the contexts

The program is for the headers and the runtime beside this file, as generate.py's are. It
has a function for each shape of an argument and each of COUNTS, numbers of arguments. What
the arguments are made of lives in as many registers or places in memory as there are
arguments. CONTEXT is what else the functions have: see CONTEXTS.
"""
import sys

# All up to those that arm64 has operands for, and the first more there and on x86-64
COUNTS = (*range(1, 18), 28, 29, 32)

# Name, type, value of an argument, and what its function needs; # is the argument's number
P, X, D, F = ("long *p# = p[#];", "u64 x# = x[#];", "struct box *d# = d[#];",
              "long (*f#)(long, int) = f[#];")
SHAPES = (
    ("value", "u64", "x#", (X,)),
    ("narrow_value", "s16", "x#", (X,)),
    ("element", "long", "p#[x#]", (P, X)),
    ("pointed_to", "long", "*p#", (P,)),
    ("offset_element", "long", "p#[x# + 1]", (P, X)),
    ("narrow_element", "u8", "((u8 *)p#)[x#]", (P, X)),
    ("signed_element", "s16", "((s16 *)p#)[x#]", (P, X)),
    ("converted_element", "long", "((int *)p#)[x#]", (P, X)),
    ("truncated_element", "u32", "p#[x#]", (P, X)),
    ("member", "long", "d#->l", (D,)),
    ("array_member", "long", "d#->array[x#]", (D, X)),
    ("narrow_member", "s8", "d#->c", (D,)),
    ("bit_field", "int", "d#->bits5", (D,)),
    ("wide_bit_field", "long", "d#->bits40", (D,)),
    ("next_member", "long", "d#->next->l", (D,)),
    ("next_element", "u16", "d#->next->array[x#]", (D, X)),
    ("shared_base", "long", "y[x#]", (X,)),
    ("shared_index", "long", "p#[n]", (P,)),
    ("shared_struct", "long", "b->array[x#]", (X,)),
    ("grid", "long", "p[# / 4][x[# % 4]]", ()),
    ("global_element", "long", "numbers[x#]", (X,)),
    ("constant_element", "long", "constants[x#]", (X,)),
    ("struct_element", "long", "boxes[x# & 3].l", (X,)),
    ("volatile_element", "long", "*(volatile long *)&p#[x#]", (P, X)),
    ("per_cpu", "long", "*(long *)((u64)p# + offsets[n])", (P,)),
    ("summed", "long", "*(long *)((u64)p# + (d#->us & 0x38))", (P, D)),
    ("copied_half", "u32", "({ u32 t_[2]; __builtin_memcpy(t_, &p#[x#], 8); t_[1]; })", (P, X)),
    ("union_part", "u16", "((union { long l; u16 h[4]; }) { .l = p#[x#] }).h[2]", (P, X)),
    ("two_elements", "long", "p#[x#] - p#[n]", (P, X)),
    ("chosen", "long", "x# & 1 ? p#[n] : d#->l", (P, X, D)),
    ("element_address", "long *", "&p#[x#]", (P, X)),
    ("member_address", "u64", "&d#->l", (D,)),
    ("local_address", "u64", "&list[#]", ("opaque(list);",)),
    ("local_element", "u64", "&list[x#]", (X, "opaque(list);")),
    ("local_sum", "u64", "(u64)list + 8 * #", ("opaque(list);",)),
    ("local_byte", "u8", "((u8 *)list)[x#]", (X, "opaque(list);")),
    ("constant", "u64", "0x123456789abcde#ull", ()),
    ("call", "long", "ext_u32(p#[x#])", (P, X)),
    ("long_call", "u64", "ext_six(p#[x#], d#->i, y[x#], d#->next->c, p[#][n], d#->array[x#])",
     (P, X, D)),
    ("indirect_call", "long", "f#(p#[x#], d#->array[x#])", (P, X, D, F)),
    ("called_member", "long", "t[x#].f(p#[x#], n)", (P, X)),
)
MIXED = "mixed"

# What a function has before and behind its probe
CONTEXTS = {
    "leaf": ("", "return n;"),
    "calls": ("opaque(b);", "return ext_u32(n);"),
    "returns": ("if (n < 0) return 5;", "return ext_u16();"),
    "keeps": ("", "asm volatile(\"\" : : : \"memory\"); {uses} return n;"),
    "loop": ("for (int i = 0; i < 2; i++) {{", "opaque(b); }} return n;"),
    "alloca": ("char *room = __builtin_alloca(n + 16); room[n] = n; opaque(room);",
               "return ext_u8(room[n], 1);"),
    "aligned": ("long wide[8] __attribute__((aligned(64))) = {{ n }}; opaque(wide);",
                "return wide[n];"),
    "aligned_alloca": ("long wide[8] __attribute__((aligned(64))) = {{ n }}; opaque(wide); "
                       "char *room = __builtin_alloca(n + 16); room[n] = n; opaque(room);",
                       "return wide[n] + room[n];"),
    "large": ("char large[9000]; large[n] = n; opaque(large);", "return ext_u8(large[n], n);"),
}

HEAD = """#include "program.h"
static long *pointers[32], storage[64];
static u64 indexes[32], offsets[8] = { 8, 0, 16, 24, 8, 0, 16, 24 };
static struct box *structs[32];
static long (*functions[32])(long a, int b);
static struct { long (*f)(long a, int b); u64 pad[3]; } table[8];
static const long constants[8] = { 3, -1, 5, 1L << 40, 77, -6, 7, 0 };"""

PARAMETERS = ("long **p, u64 *x, struct box **d, long (**f)(long, int), long *y, "
              "typeof(&table[0]) t, struct box *b, int n")

TAIL = """u64 run(u64 seed)
{
	u64 result = 0, state = seed;
	for (int i = 0; i < 64; i++)
		storage[i] = (state = state * 6364136223846793005ul + 1442695040888963407ul) >> 7;
	for (int i = 0; i < 32; i++) {
		pointers[i] = &storage[(seed + 3 * i) % 48];
		indexes[i] = (seed >> i) & 7;
		structs[i] = &boxes[(seed + i) & 3];
		functions[i] = ext_table[(seed >> i) & 1];
		table[i / 4].f = functions[i];
	}"""


class Program:
    """Lines of C, and what the probes in them print"""

    def __init__(self, context):
        self.before, self.behind = CONTEXTS[context]
        self.lines = HEAD.splitlines()
        self.probes = []
        self.functions = []

    def function(self, name, shapes):
        """A function with a probe that has an argument of each of SHAPES"""
        pairs, needs = [], []
        for number, (_, kind, value, needed) in enumerate(shapes):
            digit = f"{number:x}" if kind == "u64" and value.startswith("0x") else str(number)
            pairs.append(f"{kind}, {value.replace('#', digit)}")
            needs += [need.replace("#", str(number)) for need in needed]
        needs = list(dict.fromkeys(needs))
        uses = " ".join(f"n += (u64){name};" for name in
                        (need.split(" =")[0].split()[-1].lstrip("*") for need in needs
                         if need.startswith(("u64", "long *p"))) if name)
        letters = "".join({"long *": "l"}.get(kind) or ("l" if value.startswith(("&", "(u64)list")) else "v")
                          for _, kind, value, _ in shapes)
        declarations = " ".join(need for need in needs if not need.startswith("opaque"))
        opaques = " ".join(need for need in needs if need.startswith("opaque"))
        self.lines.append(f"static __attribute__((noipa)) u64 {name}({PARAMETERS}) {{ "
                          "long list[32] = { n, 1, 2, 3, 4, 5, 6, 7 }; "
                          f"{opaques} {self.before.format()} {declarations}")
        self.lines.append(f"DTRACE_PROBE({name}, {', '.join(pairs)});")
        self.probes.append(f'{{ {len(self.lines)}, "{letters}" }},')
        self.lines.append(self.behind.format(uses=uses.replace("(u64)p", "*p")) + " }")
        self.functions.append(name)

    def finish(self):
        self.lines += TAIL.splitlines()
        for name in self.functions:
            self.lines.append(f"result = result * 31 + {name}(pointers, indexes, structs, functions, "
                              "storage, table, &boxes[seed & 3], (int)(seed & 7));")
        self.lines += ["return result;", "}", "const struct probe probes[] = {", *self.probes, "};",
                       "const int nr_probes = sizeof(probes) / sizeof(*probes);"]
        return "\n".join(self.lines) + "\n"


def generate(context):
    """The program's text"""
    program = Program(context)
    for count in COUNTS:
        for shape in SHAPES:
            program.function(f"{shape[0]}_{count}", [shape] * count)
        program.function(f"{MIXED}_{count}",
                         [SHAPES[(7 * count + 5 * i) % len(SHAPES)] for i in range(count)])
    return program.finish()


if __name__ == "__main__":
    print("\n".join(CONTEXTS) if sys.argv[1] == "--list" else generate(sys.argv[1]), end="")
