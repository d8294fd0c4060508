#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""generate.py - prints a random C program with probes, the same for the same seed

    generate.py SEED

The program is for the headers and the runtime beside this file: it defines run()
and says in probes[] what each of its probes prints.  It depends on nothing that C,
as the kernel has it compiled, leaves open: no variable is read before it is set,
no shift is too long, no division by zero, no argument does anything, no address
becomes a result.

Each statement stands in one line, since a probe is known by its line.
"""
import random
import sys

# Bits of the integer types that variables and arguments have
TYPES = {"s8": 8, "u8": 8, "s16": 16, "u16": 16, "int": 32, "u32": 32, "long": 64, "u64": 64}
ARG_TYPES = tuple(TYPES) + ("_Bool", "enum level", "enum wide")

LITERALS = ("0", "1", "-1", "5", "127", "-128", "255", "256", "65535", "-32768", "0x7fffffff",
            "0x80000000u", "-0x7fffffffffl", "0xffffffffffffffffull", "0x123456789abcdefull",
            "HIGH", "LOW", "WIDE", "'x'", "sizeof(struct box)")

# What can be read everywhere, and the part that can be written
LVALUES = ("b->c", "b->s", "b->i", "b->l", "b->bits3", "b->bits5", "b->bits40", "b->ubits40",
           "b->flag", "b->level", "b->wide", "b->us", "b->array[2]", "b->next->i", "b->next->c",
           "boxes[1].us", "boxes[2].next->l", "numbers[3]", "secret", "narrow", "list[1]",
           "list[n & 7]", "bytes[2]", "copy.s", "copy.l", "copy.bits5", "slot", "both.word")
READABLE = LVALUES + ("b->truth", "b->text[1]", "b->next->next->l", "changing", "both.half[1]",
                      "constants[n & 3]", "*(volatile int *)&b->i", "(b == &boxes[1])")

# Types and values of arguments that are pointers, by what the runtime prints
POINTERS = {
    "l": (("long *", "const long *", "u64", "long", "void *"),
          ("list", "&list[3]", "numbers", "&numbers[5]", "&b->l", "&secret", "&slot", "&copy.l",
           "&b->next->array[1]", "&list[n & 7]", "(long *)0", "&both.word", "&constants[1]")),
    "c": (("u8 *", "const void *", "u64"),
          ("bytes", "&bytes[4]", "&bytes[n & 15]", "(u8 *)&list[1]", "(u8 *)&narrow", "&y")),
    "s": (("char *", "const char *"),
          ("b->text", "b->next->text", "name", '"literal"', '&"a, (b"[1]', "(char *)0",
           'n & 1 ? name : "no"', "copy.text")),
    "b": (("struct box *", "const struct box *", "u64"),
          ("b", "b->next", "boxes", "&boxes[2]", "&copy", "(struct box *)0",
           "n & 1 ? b : &copy")),
    "f": (("void *", "u64"), ("&ext_long",)),
    "a": (("u8",), ("(u64)list", "(u64)&slot", "(u64)&both")),
}

HEAD = """#include "program.h"
static long secret = 99;
static s16 narrow = -3;
static char name[8] = "name";
static const long constants[4] = { 3, -1, 0x7fffffff, 1L << 40 };
union both { long word; s16 half[4]; };
static inline long pick(long a, int c, struct box *b) { return c > 3 ? a + b->i : a * 3; }
static __attribute__((noinline)) int mix(int a, s16 c, struct box *b) { return a ^ c ^ b->s; }
static u64 total(u64 a, u8 c, struct box *b) { for (int i = 0; i < (c & 3); i++) a += b->array[i]; return a; }"""

# What each function has, apart from its parameters (long x, int n, struct box *b,
# u8 y) and its result.  Some of the arrays are seen by others, some by nobody.
LOCALS = """long list[8]; u8 bytes[16]; long slot = x ^ n; union both both = { y }; struct box copy = *b;
for (int i = 0; i < 8; i++) list[i] = x * i;
for (int i = 0; i < 16; i++) bytes[i] = y + i;"""

SEEN = ("opaque(list);", "opaque(bytes);", "opaque(&copy);", "opaque(&slot);",
        "long room[(n & 7) + 2]; room[n & 1] = x; opaque(room);",
        "long aligned[4] __attribute__((aligned(64))); opaque(aligned); result += (u64)aligned & 63;",
        "long big[60]; opaque(big);",
        "u8 *more = __builtin_alloca((n & 3) * 8 + 8); *more = y; opaque(more);")

ATTRIBUTES = ("static", "static inline", "static inline __attribute__((always_inline))",
              "static __attribute__((noinline))", "static __attribute__((noinline))",
              "static __attribute__((noinline, cold))",
              "static __attribute__((noinline, section(\".text.other\")))")


class Program:
    """A program that grows line by line"""

    def __init__(self, seed, nests):
        self.random = random.Random(seed)
        self.nests = nests		# functions in functions
        self.lines = HEAD.splitlines()
        self.probes = []		# lines of probes[]
        self.functions = []		# that can be called
        self.endless = []		# that do not return by themselves
        self.tested = ["other"]		# probes that are only tested for
        self.names = 0			# so many have been given

    def write(self, line):
        self.lines.append(line)

    def chance(self, probability):
        return self.random.random() < probability

    def choose(self, *weighted):
        """One of pairs of a weight and anything"""
        weights, things = zip(*weighted)
        return self.random.choices(things, weights)[0]

    def any(self, things):
        return self.random.choice(tuple(things))

    def new_name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # ---- expressions: names are the variables in scope; calls says whether
    # functions may be called that a compiler knows nothing of

    def atom(self, names, calls=False):
        if calls and self.chance(0.2):
            return self.call(names)
        return self.choose((5, self.any(names)),
                           (1, self.any(LITERALS)),
                           (1, str(self.random.randrange(-10**6, 10**6))),
                           (3, self.any(READABLE)),
                           (1, f"list[({self.any(names)}) & 7]"),
                           (1, f"bytes[({self.any(names)}) & 15]"),
                           (1, f"b->array[({self.any(names)}) & 7]"))

    def call(self, names):
        def arg():
            return self.atom(names)
        box = self.any(("b", "b->next", "&boxes[2]", "&copy"))
        return self.any((
            f"ext_s8({arg()})", f"ext_u8({arg()}, {arg()})",
            f"ext_s16({arg()}, {arg()}, {arg()})", "ext_u16()",
            f"ext_int({arg()}, {arg()}, {arg()}, {arg()})", f"ext_u32({arg()})",
            f"ext_bool({arg()})", f"ext_long({arg()}, {arg()}, {arg()}, {arg()}, {arg()})",
            f"ext_six({arg()}, {arg()}, {arg()}, {arg()}, {arg()}, {arg()})",
            f"ext_seven({arg()}, {arg()}, {arg()}, {arg()}, {arg()}, {arg()}, {arg()})",
            f"ext_variadic(2, (long)({arg()}), (long)({arg()}))", f"ext_pair({arg()}).b",
            f"ext_box({box}, {arg()})->i", "ext_sum(list, 8)", "ext_sum(numbers, 3)",
            "ext_bytes(bytes)", "ext_bytes(&bytes[n & 7])",
            f"({{ ext_nothing({arg()}); {arg()}; }})",
            f"ext_table[({arg()}) & 1]({arg()}, {arg()})", f"ext_table[1]({arg()}, {arg()})",
            "strlen(b->text)", "strcmp(name, b->text)",
            f"pick({arg()}, {arg()}, {box})", f"mix({arg()}, {arg()}, {box})",
            f"total({arg()}, {arg()}, {box})"))

    def expression(self, names, calls=False, depth=0):
        if depth > 2 or self.chance(0.3):
            return f"({self.atom(names, calls)})"

        def part():
            return self.expression(names, calls, depth + 1)
        kind = self.any(TYPES)
        wide = self.any(("u32", "u64"))
        return self.any((
            lambda: f"({part()} {self.any('+-*&|^')} {part()})",
            lambda: f"((u64){part()} {self.any('+-*&|^')} {part()})",
            lambda: f"({part()} {self.any(('<', '==', '!=', '>=', '&&', '||'))} {part()})",
            lambda: f"({self.any(names)} & 1 ? {part()} : {part()})",
            lambda: f"(({wide}){part()} << {self.random.randrange(32)})",
            lambda: f"(({kind}){part()} >> {self.random.randrange(min(TYPES[kind], 31))})",
            lambda: f"(({wide}){part()} / (({wide}){part()} | 1))",
            lambda: f"({self.any('~!-')}(long){part()})",
            lambda: f"(({kind}){part()})",
            lambda: f"({{ {kind} t = {part()}; t ^ 3; }})",
            lambda: f"({{ {kind} t = 0; if ({self.any(names)} & 2) t = {part()}; t; }})",
            lambda: f"({{ long t = 0; for (int i = 0; i < 3; i++) t += list[i] ^ {self.atom(names)}; t; }})",
        ))()

    def test(self, names):
        """An expression that is as often zero as not, mostly"""
        value = self.any(names) if self.chance(0.3) else self.any(READABLE)
        return self.choose((4, f"({value}) & {1 << self.random.randrange(7)}"),
                           (1, f"({value}) < {self.atom(names)}"),
                           (1, f"(int)({value}) > 0"),
                           (2, f"({self.expression(names)}) & {1 << self.random.randrange(5)}"),
                           (1, self.expression(names)))

    # ---- probes

    def argument(self, names, calls):
        """Letter, type and value of an argument"""
        if self.chance(0.25):
            how = self.any(tuple(POINTERS))
            kinds, values = POINTERS[how]
            return how, self.any(kinds), self.any(values)
        value = (self.atom if self.chance(0.6) else self.expression)(names, calls)
        if self.chance(0.03):
            value = f"DTRACE_PROBE_ENABLED(other) + {self.atom(names)}"
        return "v", self.any(ARG_TYPES), value

    def probe(self, names):
        count = self.random.randrange(33) if self.chance(0.25) else self.random.randrange(6)
        calls = self.chance(0.5)
        self.probe_of([self.argument(names, calls) for _ in range(count)])

    def probe_of(self, args):
        count = len(args)
        pairs = "".join(f", {kind}, {value}" for _, kind, value in args)
        number = count if count <= 8 and self.chance(0.7) else ""
        self.write(f"DTRACE_PROBE{number}({self.new_name('probe')}{pairs});")
        letters = "".join(how for how, _, _ in args)
        self.probes.append(f'{{ {len(self.lines)}, "{letters}" }},')

    # ---- statements: like names, writable are variables in scope

    def declare(self, names, writable, depth):
        name = self.new_name("v")
        self.write(f"{self.any(TYPES)} {name} = {self.expression(names, self.chance(0.1))};")
        names.append(name)
        writable.append(name)

    def assign(self, names, writable, depth):
        target = self.any(writable or ["slot"]) if self.chance(0.6) else self.any(LVALUES)
        self.write(f"{target} {self.any(('=', '+=', '^='))} (long){self.expression(names)};")

    def just_probe(self, names, writable, depth):
        self.probe(names)

    def memory_probe(self, names, writable, depth):
        """What was just read or written is an argument, and in a register"""
        place, name = self.any(LVALUES), self.new_name("v")
        kind = self.any(TYPES)
        how = self.random.randrange(6)
        if how == 0:
            self.write(f"{place} += {self.expression(names)};")
            self.probe(names + 3 * [place])
        elif how == 1:
            self.write(f"{kind} {name} = {place}; if ({name} == 7) result++;")
            if self.chance(0.4):
                self.write(f"{self.any((place, 'b->i', 'secret'))} += 5;")
            self.probe(names + 3 * [name])
        elif how == 2:
            self.write(f"{kind} {name} = (long){self.expression(names)}; {place} = {name};")
            self.probe(names + 2 * [name, place])
        elif how < 5:
            # Stores are between, of which some may be to the same place.
            self.write(f"{kind} {name} = {place};")
            if how == 4:
                self.write(f"if ({self.test(names)})")
            self.write(f"{self.any(LVALUES)} = {self.atom(names)};")
            self.write(f"{self.any(LVALUES)} {self.any(('=', '+='))} {self.atom(names)};")
            self.probe(names + 3 * [name])
        else:
            self.write(f"{kind} {name} = {place};")
            self.probe(names + 3 * [name])
            self.write(f"{place} = {name} + 1;")

    def condition(self, names, writable, depth):
        self.write(f"if ({self.test(names)}) {{")
        self.statements(names, writable, depth + 1)
        if self.chance(0.5):
            self.write("} else {")
            self.statements(names, writable, depth + 1)
        self.write("}")

    def loop(self, names, writable, depth):
        name, end = self.new_name("i"), self.any(("2", "3", "(n & 3)", "(y & 1) + 1"))
        inside = names + [name]
        kind = self.random.randrange(3)
        if kind == 0:
            self.write(f"for (int {name} = 0; {name} < {end}; {name}++) {{")
        else:
            self.write(f"int {name} = {end};")
            self.write(f"while ({name}-- > 0) {{" if kind == 1 else "do {")
        self.statements(inside, writable, depth + 1)
        if self.chance(0.3):
            self.write(f"if ({self.test(inside)}) {self.any(('break', 'continue'))};")
        self.probe(inside)
        self.write(f"}} while ({name}-- > 1);" if kind == 2 else "}")

    def switch(self, names, writable, depth):
        cases = self.any((("0", "1", "2", "3"), ("0", "2", "3", "4", "5", "6", "7"),
                          ("-100", "3", "77", "4096")))
        self.write(f"switch ((int)({self.expression(names)}) & {self.any(('3', '7', '77', '~0'))}) {{")
        for case in cases:
            self.write(f"case {case}: {{")
            if self.chance(0.3):
                self.statements(names, writable, depth + 1)
            elif self.chance(0.6):
                self.probe(names)
            self.write(f"result += {case} + 7; }}")
            if self.chance(0.7):
                self.write("break;")
        self.write("default: result ^= 3; }")

    def jump(self, names, writable, depth):
        label = self.new_name("out")
        if self.chance(0.5):
            self.write("{")
            self.statements(names, writable, depth + 1, f"if ({self.test(names)}) goto {label};")
            self.write(f"}} {label}: result++;")
        else:
            count = self.new_name("v")
            self.write(f"int {count} = 0; {label}: {{")
            self.statements(names, writable, depth + 1)
            self.write(f"}} if (++{count} < 3 && ({self.test(names)})) goto {label};")

    def enter(self, names, writable, depth):
        """A loop with two entries, one of them in its middle"""
        inside, count = self.new_name("in"), self.new_name("v")
        self.write(f"int {count} = {self.any(('2', '3', '(n & 3)'))};")
        self.write(f"if ({self.test(names)}) goto {inside};")
        self.write(f"while ({count}-- > 0) {{ {{")
        self.statements(names, writable, depth + 1)
        self.write(f"}} {inside}: {{")
        self.statements(names, writable, depth + 1)
        self.write("} }")

    def call_function(self, names, writable, depth):
        if self.functions:
            args = ", ".join((f"(long){self.expression(names)}", "n - 1",
                              self.any(("b", "b->next", "&copy")), f"(u8){self.expression(names)}"))
            self.write(f"result += {self.any(self.functions)}({args});")

    def when_enabled(self, names, writable, depth):
        """Code that runs only where a probe is enabled, and changes something"""
        name = self.new_name("probe")
        self.tested.append(name)
        kind = self.random.randrange(6)
        if kind == 0:
            self.write(f"if (DTRACE_PROBE_ENABLED({name})) {{")
            self.statements(names, writable, depth + 1)
            self.write("}")
        elif kind == 1:
            target = self.any(writable or ["slot"])
            self.write(f"if (DTRACE_PROBE_ENABLED({name})) {{ {target} = (long){self.expression(names)};")
            self.probe(names + 2 * [target])
            self.write("}")
            self.probe(names + 2 * [target])
        elif kind == 2:
            var = self.new_name("v")
            self.write(f"long {var} = DTRACE_PROBE_ENABLED({name}) ? {self.expression(names)}"
                       f" : {self.expression(names)};")
            names.append(var)
        elif kind == 3:
            self.write(f"if (({self.test(names)}) {self.any(('&&', '||'))}"
                       f" !DTRACE_PROBE_ENABLED({name})) {self.any(LVALUES)}++;")
        elif kind == 4:
            place, var = self.any(LVALUES), self.new_name("v")
            self.write(f"{self.any(TYPES)} {var} = {place};")
            self.write(f"if (DTRACE_PROBE_ENABLED({name})) {place} = (long){self.expression(names)};")
            self.write(f"result ^= {var} + {self.any(names)};")
        else:
            self.write(f"if (!DTRACE_PROBE_ENABLED({name})) {{ result ^= 5;")
            self.probe(names)
            self.write(f"}} else {self.any(LVALUES)} = (long){self.expression(names)};")

    def barrier(self, names, writable, depth):
        self.write(self.any(("opaque(&result);", "opaque(b);", "opaque(list);", "changing++;",
                             "opaque(0);")))

    def dead_end(self, names, writable, depth):
        self.write(f"if (never == {self.random.randrange(1, 9)}) {{")
        self.probe(names)
        if self.chance(0.6):
            self.write("stop(); }")
        else:
            self.write(f"for (;;) {{ {self.any(('', 'x++;', self.any(LVALUES) + '++;'))}")
            self.probe(names)
            self.write("} }")

    def leave(self, names, writable, depth):
        self.write(f"if ({self.test(names)}) {{")
        self.probe(names)
        self.write(f"return {self.expression(names)}; }}")

    def nested(self, names, writable, depth):
        name = self.new_name("nested")
        self.write(f"long {name}(long q) {{ long result = q;")
        self.statements(["q", "x", "n", "slot"], ["slot", "x"], 2)
        self.write(f"return result; }} result += {name}({self.expression(names)});")

    def statements(self, names, writable, depth, between=None):
        """A few of them, in a scope of their own, BETWEEN after the first"""
        names, writable = list(names), list(writable)
        everywhere = ((5, self.just_probe), (4, self.declare), (3, self.memory_probe),
                      (2, self.assign), (1, self.call_function), (1, self.when_enabled),
                      (0.5, self.barrier), (0.3, self.dead_end))
        compound = ((2, self.condition), (1.5, self.loop), (0.7, self.switch), (0.7, self.jump),
                    (0.5, self.enter), (0.3, self.leave))
        for _ in range(self.random.randrange(2, 6)):
            self.choose(*everywhere, *(compound if depth < 2 else ()))(names, writable, depth)
            if between:
                self.write(between)
                between = None
        self.write(f"result += {self.any(names)};")

    # ---- functions

    def begin(self, attributes, name):
        self.write(f"{attributes} u64 {name}(long x, int n, struct box *b, u8 y) {{ u64 result = x;")

    def helper(self):
        """A small one, which is inlined"""
        name = self.new_name("helper")
        self.begin(self.any(("static", "static inline")), name)
        self.write("long list[8] = { x, n, y, 1, 2, 3, 4, 5 }; u8 bytes[16] = { 1, 2, n, y };")
        self.write("long slot = n; union both both = { x }; struct box copy = { .next = b, .l = x, .s = n };")
        if self.chance(0.5):
            self.write(f"if ({self.test(['x', 'n', 'y'])}) return 3;")
        self.probe(["x", "n", "y"])
        if self.chance(0.3):
            self.probe(["x", "n", "y"])
        self.write("return result + list[1] + bytes[2]; }")
        self.functions.append(name)

    def small(self):
        """One whose frame is hardly more than what a probe has the address of"""
        name = self.new_name("small")
        self.begin("static __attribute__((noinline))", name)
        how, local, address = self.any((("l", "long slot = x;", "&slot"),
                                        ("l", "long list[8] = { n, x };", "list"),
                                        ("a", "long slot = n;", "(u64)&slot"),
                                        ("c", "u8 bytes[16] = { y, n };", "bytes")))
        self.write(local)
        if self.chance(0.7):
            self.write(f"opaque((void *){address});")
        count = self.random.randrange(3) if self.chance(0.5) else self.random.randrange(9, 14)
        args = [("v", self.any(ARG_TYPES), self.any(("x", "n", "y", "x * n", "n ^ y", "b->i + x",
                                                     "b->array[n & 7]", "ext_u16()")))
                for _ in range(count)]
        args.insert(self.random.randrange(len(args) + 1), (how, "u8" if how == "a" else "u64", address))
        self.probe_of(args)
        self.write(f"return result + ext_u8(y, *(u8 *){address}); }}")
        self.functions.append(name)

    def function(self):
        name = self.new_name("f")
        names = ["x", "n", "y"]
        attributes = self.any(ATTRIBUTES)
        self.begin(attributes, name)
        self.lines += LOCALS.splitlines()
        for seen in SEEN:
            if self.chance(0.15):
                self.write(seen)
        self.write("if (n <= 0 || --fuel <= 0) return result;")
        if self.chance(0.15) and self.nests:
            self.nested(names, ["x"], 0)
        self.statements(names, ["x", "y", "result"], 0)
        end = self.random.random()
        if end < 0.2 and "always_inline" not in attributes:
            self.probe(names)
            self.write(f"return {name}(x ^ result, n - 1, b->next, y + 1); }}")
        elif end < 0.4:
            self.probe(names)
            self.write(f"return {self.any(self.functions)}(result, n - 1, b, y); }}")
        else:
            self.write("return result + list[3] + bytes[n & 15] + slot; }")
        self.functions.append(name)

    # ---- what has no end: each round has a tick

    def round(self, names, writable):
        """What is in one block, or in few; in a scope of its own"""
        names, writable = list(names), list(writable)
        pieces = [lambda: self.write("TICK();"), lambda: self.probe(names)]
        for _ in range(self.random.randrange(3)):
            pieces.append(lambda: self.choose(
                (3, self.assign), (2, self.just_probe), (2, self.memory_probe), (1, self.barrier),
                (1, self.when_enabled), (0.5, self.condition), (0.5, self.enter),
                (0.5, self.dead_end), (0.3, self.leave))(names, writable, 2))
        self.random.shuffle(pieces)
        self.write("{")
        for piece in pieces:
            piece()
        self.write("}")

    def endless_loop(self, names, writable):
        self.write(self.any(("for (;;)", "while (1)")))
        self.round(names, writable)

    def endless_nest(self, names, writable):
        """One in another, left by a break if at all"""
        self.write("for (;;) {")
        if self.chance(0.5):
            self.round(names, writable)
        self.write("do")
        self.round(names, writable)
        self.write(f"while ({self.test(names)});")
        if self.chance(0.5):
            self.probe(names)
        self.write("TICK(); }")

    def endless_goto(self, names, writable):
        """Blocks that lead to each other: loops with several entries"""
        labels = [self.new_name("at") for _ in range(self.random.randrange(2, 5))]
        self.write(f"if ({self.test(names)}) goto {self.any(labels)};")
        for label in labels:
            self.write(f"{label}:")
            self.round(names, writable)
            for _ in range(self.random.randrange(3)):
                self.write(f"if ({self.test(names)}) goto {self.any(labels)};")
        self.write(f"goto {self.any(labels)};")

    def endless_dispatch(self, names, writable):
        """Blocks that go on by a computed goto, or by an asm goto"""
        labels = [self.new_name("at") for _ in range(4)]
        table = self.new_name("v")
        self.write(f"void *{table}[] = {{ {', '.join('&&' + label for label in labels)} }};")
        for label in labels:
            self.write(f"{label}:")
            self.round(names, writable)
            how = self.random.randrange(3)
            if how == 0:
                self.write(f"goto *{table}[({self.any(names)}) & 3];")
            elif how == 1:
                self.write(f"GOTO_IF_EVEN(boxes[1].s, {self.any(labels)});")
        self.write(f"goto *{table}[({self.atom(names)}) & 3];")

    def endless_recursion(self, names, writable):
        self.round(names, writable)
        name = self.endless[-1]
        args = f"({self.expression(names)}, n + 1, b->next, y ^ 3)"
        self.write(f"return {self.any(('', 'result + ', '3 * '))}{name}{args};")

    def endless_function(self):
        name = self.new_name("endless")
        names, writable = ["x", "n", "y"], ["x", "y", "result"]
        self.begin("static __attribute__((noinline))", name)
        self.endless.append(name)
        self.lines += LOCALS.splitlines()
        if self.chance(0.3):
            self.write(self.any(SEEN))
        if self.chance(0.3):
            self.statements(names, writable, 1)
        self.choose((3, self.endless_loop), (2, self.endless_nest), (2, self.endless_goto),
                    (1, self.endless_dispatch), (1, self.endless_recursion))(names, writable)
        if self.chance(0.2):
            self.probe(names)
        self.write("return result; }")

    def finish(self):
        self.write("u64 run(u64 seed) { u64 result = 0; struct box *b = &boxes[seed & 3];")
        for name in self.functions:
            self.write(f"fuel = 60; result = result * 31 + "
                       f"{name}(seed * 77, (int)(seed % 5) + 2, b, seed >> 3);")
        for name in self.endless:
            self.write(f"fuel = 60; result = result * 31 + guarded({name}, seed * 77, "
                       f"(int)(seed % 5), b, seed >> 3);")
        self.write("return result; }")
        self.write("void tested(void) {")
        self.lines += (f"DTRACE_PROBE0({name});" for name in self.tested)
        self.write("}")
        self.write("const struct probe probes[] = {")
        self.lines += self.probes
        self.write("};")
        self.write("const int nr_probes = sizeof(probes) / sizeof(*probes);")


def generate(seed, nests=True):
    """The program's text; clang has no functions in functions"""
    program = Program(seed, nests)
    for _ in range(program.random.randrange(1, 4)):
        program.helper()
    program.small()
    for _ in range(program.random.randrange(2, 6)):
        program.function()
    for _ in range(program.random.randrange(1, 4)):
        program.endless_function()
    program.finish()
    return "\n".join(program.lines) + "\n"


if __name__ == "__main__":
    print(generate(int(sys.argv[1])), end="")
