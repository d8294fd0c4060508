#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""insert.py KIND FOLDER [MOST] - puts a probe at the start of a driver's functions

KIND says what: "probes", "events" (TRACE_EVENT, in a header that all files include) or
"calls" (of an undefined function).  The probe's arguments are the function's parameters.
Changes the C files of the folder in place, at most MOST functions (default: 500) evenly
over all files, and prints how many.  Functions are known by the kernel's style; one whose
parameters are not plain, or more than 8, is left alone.
"""
import os
import re
import sys

FUNCTION = re.compile(r"^(?!#)(?:[a-z]\w*[ *]+)+\*?(?P<name>\w+)\((?P<parameters>[^()]*)\)\n\{\n",
                      re.MULTILINE)
PARAMETER = re.compile(r"(?P<type>(?:\w+ )+\**|(?:\w+ )*\w+ \*+)(?P<name>\w+)$")
HEADER = """#undef TRACE_SYSTEM
#define TRACE_SYSTEM inserted
#if !defined(INSERTED_H) || defined(TRACE_HEADER_MULTI_READ)
#define INSERTED_H
#include <linux/tracepoint.h>
{structures}
{events}
#endif
#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE inserted
#include <trace/define_trace.h>
"""
EVENT = """
TRACE_EVENT({name},
	TP_PROTO({protos}),
	TP_ARGS({values}),
	TP_STRUCT__entry(
{fields}
	),
	TP_fast_assign(
{assignments}
	),
	TP_printk("{format}",
		{printed})
);
"""


def parameters(text):
    """A function's parameters as pairs of type and name, or None"""
    text = " ".join(re.sub(r"\b__\w+\b", "", text).split())
    if text == "void":
        return []
    found = [PARAMETER.match(part.strip()) for part in text.split(",")]
    if not all(found) or len(found) > 8:
        return None
    return [(match["type"].strip(), match["name"]) for match in found]


def functions(text):
    """Where the bodies begin, and of which functions"""
    for match in FUNCTION.finditer(text):
        args = parameters(match["parameters"])
        if args is not None:
            yield match.end(), match["name"], args


def place(kind, name, args):
    """The line of a probe"""
    if kind == "probes":
        pairs = "".join(f", {type}, {arg}" for type, arg in args)
        return f"\tDTRACE_PROBE{len(args)}({name}{pairs});\n"
    if kind == "events":
        return f"\ttrace_{name}({', '.join(arg for _, arg in args) or 0});\n"
    types = ", ".join("unsigned long" for _ in args) or "void"
    values = ", ".join(f"(unsigned long)({arg})" for _, arg in args)
    return (f"\t{{ extern void __dtrace_probe_{name}({types}); "
            f"__dtrace_probe_{name}({values}); }}\n")


def event(name, args):
    """The TRACE_EVENT of a probe"""
    args = args or [("int", "none")]
    # Each event has a member ent.
    fields = [(type, arg, arg + "_" if arg == "ent" else arg) for type, arg in args]
    return EVENT.format(
        name=name,
        protos=", ".join(f"{type} {arg}" for type, arg in args),
        values=", ".join(arg for _, arg in args),
        fields="\n".join(f"\t\t__field({type}, {field})" for type, _, field in fields),
        assignments="\n".join(f"\t\t__entry->{field} = {arg};" for _, arg, field in fields),
        format=" ".join(f"{arg}=%lx" for _, arg in args),
        printed=", ".join(f"(unsigned long)__entry->{field}" for _, _, field in fields))


def include(text, lines):
    """The text with more lines behind its last #include"""
    last = [match.end() for match in re.finditer(r"^#include .*\n", text, re.MULTILINE)][-1]
    return text[:last] + lines + text[last:]


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in ("probes", "events", "calls"):
        sys.exit(__doc__)
    kind, folder = sys.argv[1:3]
    most = int(sys.argv[3]) if sys.argv[3:] else 500
    paths = sorted(os.path.join(folder, name) for name in os.listdir(folder)
                   if name.endswith(".c"))
    texts, found = {}, []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            texts[path] = file.read()
        found += [(path, *function) for function in functions(texts[path])]
    most = min(most, len(found))
    chosen = [found[i * len(found) // most] for i in range(most)]
    events = []
    for path, at, function, args in reversed(chosen):
        stem = re.sub(r"\W", "_", os.path.basename(path)[:-2])
        name = f"at_{stem}_{function}"
        texts[path] = texts[path][:at] + place(kind, name, args) + texts[path][at:]
        events.append(event(name, args))
    for number, path in enumerate(paths):
        lines = {"probes": "#include <linux/sdt.h>\n", "calls": "", "events":
                 ("#define CREATE_TRACE_POINTS\n" if number == 0 else "") +
                 '#include "inserted.h"\n'}[kind]
        with open(path, "w", encoding="utf-8") as file:
            file.write(include(texts[path], lines))
    if kind == "events":
        with open(os.path.join(folder, "inserted.h"), "w", encoding="utf-8") as file:
            file.write(HEADER.format(events="".join(events), structures="".join(
                f"{name};\n" for name in
                sorted(set(re.findall(r"struct \w+", "".join(events)))))))
    print(len(chosen))


main()
