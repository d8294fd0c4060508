#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""generate.py - make what the corpus needs to be compiled without the plugin

    generate.py events FILE.c...	variant_events.[hc]: a TRACE_EVENT for each probe
    generate.py calls FILE.c...		variant_calls.[hc]: a function for each probe
    generate.py branch FILE.c...	variant_branch.[hc]: a structure with its ID and a
					macro that calls the tracer, for each probe

Written into the current folder, from the DTRACE_PROBE lines of the files.
"""
import re
import sys


def arguments(text, start):
    """The text of a call's arguments, whose parenthesis is at start, as a list"""
    depth, last, found = 0, start + 1, []
    for at in range(start, len(text)):
        if text[at] in "([{":
            depth += 1
        elif text[at] in ")]}":
            depth -= 1
        if depth == 1 and text[at] == "," or depth == 0:
            found.append(" ".join(text[last:at].split()))
            last = at + 1
        if depth == 0:
            return found
    raise SystemExit("a DTRACE_PROBE that does not end")


def probes(paths):
    """name -> list of the arguments' types"""
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for match in re.finditer(r"\bDTRACE_PROBE\d\(", text):
            name, *rest = arguments(text, match.end() - 1)
            types = rest[0::2]
            if found.setdefault(name, types) != types:
                raise SystemExit(f"{path}: {name} has other types elsewhere")
    return found


HEADER = """#undef TRACE_SYSTEM
#define TRACE_SYSTEM corpus
#if !defined(VARIANT_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define VARIANT_EVENTS_H
#include <linux/tracepoint.h>
"""

FOOTER = """#endif
#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE variant_events
#include <trace/define_trace.h>
"""


def event(name, types):
    # A TRACE_EVENT cannot be without arguments: see NO_ARG.
    count = range(len(types))
    fields = "".join(f" __field({t}, f{i})" for i, t in enumerate(types))
    stores = "".join(f" __entry->f{i} = a{i};" for i in count)
    proto = ", ".join(f"{t} a{i}" for i, t in enumerate(types)) or "int none"
    args = ", ".join(f"a{i}" for i in count) or "none"
    shown = ", ".join(f"(unsigned long)__entry->f{i}" for i in count) or "0UL"
    form = " ".join("%lx" for i in count) or "%lx"
    return (f"TRACE_EVENT({name}, TP_PROTO({proto}), TP_ARGS({args}),\n"
            f"\tTP_STRUCT__entry({fields}), TP_fast_assign({stores}),\n"
            f"\tTP_printk(\"{form}\", {shown}));\n")


def branch(name, types):
    # FreeBSD passes five arguments at least.
    args = [f"a{i}" for i in range(len(types))]
    passed = args + ["0"] * (5 - len(types))
    proto = ", ".join(["unsigned int"] + ["unsigned long"] * len(passed))
    return (f"extern struct branch_probe branch_probe_{name};\n"
            f"#define branch_fire_{name}(id, {', '.join(args) or 'none'}) \\\n"
            f"\t(*(void (*)({proto}))branch_fire)(id, {', '.join(passed)})\n")


def main():
    what, found = sys.argv[1], probes(sys.argv[2:])
    with open(f"variant_{what}.h", "w", encoding="utf-8") as header, \
            open(f"variant_{what}.c", "w", encoding="utf-8") as source:
        if what == "events":
            header.write(HEADER + "".join(event(*item) for item in found.items()) + FOOTER)
            source.write("#include \"corpus.h\"\n#define CREATE_TRACE_POINTS\n"
                         "#include \"variant_events.h\"\n")
        elif what == "branch":
            header.write("".join(branch(*item) for item in found.items()))
            source.write("#include \"corpus.h\"\nvolatile bool branch_enabled;\n"
                         "void (*branch_fire)(void);\n")
            source.write("".join(f"struct branch_probe branch_probe_{name};\n" for name in found))
        else:
            for name, types in found.items():
                proto = ", ".join(["unsigned long"] * len(types)) or "void"
                header.write(f"void __dtrace_probe_{name}({proto});\n")
                # As any function that is somewhere else
                source.write(f"void __dtrace_probe_{name}(void);\n"
                             f"void __dtrace_probe_{name}(void) {{ }}\n")


main()
