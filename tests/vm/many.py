#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""many.py KIND COUNT FOLDER [ARGS] - writes a module of many small functions

KIND says what is in each of the functions:

	plain		nothing
	probes		a probe with ARGS arguments: 0, 3 or 8; default: 3
	calls		a call of an undefined function with the same arguments; only compiles
	freebsd		the same probe, defined and fired by FreeBSD's macros; not 8
	events		a tracepoint of TRACE_EVENT() with the same arguments
	classes		the same of DEFINE_EVENT(): those of a part share a class
	tracepoints	a tracepoint of DECLARE_TRACE(), which is no event
	keys		a branch that a static key of the kernel's switches
	group		a probe with the same arguments, of one event
	messages	a debug message with the same arguments: DTRACE_PRINTF()
	errors		a debug message that shows the last argument as an error
	debugs		the same message by pr_debug()
	printks		the same message by trace_printk()

The folder gets a Kbuild file and, in parts that compile one beside the other,
the sources of many_KIND.ko.  The functions differ in nothing else.  A tracepoint has one
argument at least: the number of a tracepoint without arguments is 0, and its event has no
field.
"""
import os
import sys

EACH_PART = 100
KBUILD = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../kbuild")

BEFORE = """#include <linux/module.h>
struct item { long sum; };
"""
FUNCTION = """
long many_{kind}_{i}({parameters});
noinline long many_{kind}_{i}({parameters})
{{
	{place}
	return item->sum + size;
}}
"""
PLACE = {
    "plain": "",
    "probes": "DTRACE_PROBE{nr}(hit{i}{pairs});",
    "calls": "called_{i}({values});",
    "freebsd": "SDT_PROBE{nr}(many, , , hit{i}{names});",
    "events": "trace_hit{i}({values});",
    "classes": "trace_hit{i}({values});",
    "tracepoints": "TRACE(hit{i})({values});",
    "group": "DTRACE_PROBE{nr}(hit{pairs});",
    "messages": 'DTRACE_PRINTF("hit {i}{message});',
    "errors": 'DTRACE_PRINTF("hit {i}: %pe\\n", ERR_PTR(size));',
    "debugs": 'pr_debug("hit {i}{message});',
    "printks": 'trace_printk("hit {i}{message});',
    "keys": "if (static_branch_unlikely(&key{i}))\n\t\titem->sum++;",
}
# type, name and how it is printed
LEADING = [("struct item *", "item", "%p"), ("int ", "number", "%d"),
           ("unsigned long ", "size", "%lu")]
MORE = [("long ", name, "%ld") for name in ("first", "second", "third", "fourth", "fifth")]
FREEBSD = "#include <sys/sdt.h>\nSDT_PROVIDER_{verb}(many);\n"
CALLED = "void called_{i}({protos});\n"
DEFINITION = "SDT_PROBE_DEFINE{nr}(many, , , hit{i}{types});\n"
# Since Linux 6.16 their names end in _tp.
TRACE = """#ifdef DECLARE_TRACE_EVENT
#define TRACE(name)	trace_##name##_tp
#else
#define TRACE(name)	trace_##name
#endif
"""
KEY = "static DEFINE_STATIC_KEY_FALSE(key{i});\n"
KEYS = """
struct static_key_false *many_keys_of_{part}[] = {{
{rows}
}};
"""
HEADER = """#undef TRACE_SYSTEM
#define TRACE_SYSTEM many
#if !defined(MANY_{part}_H) || defined(TRACE_HEADER_MULTI_READ)
#define MANY_{part}_H
#include <linux/tracepoint.h>
struct item;
{shared}{events}
#endif
#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE events{part}
#include <trace/define_trace.h>
"""
PARTS_OF_EVENT = """
	TP_PROTO({protos}),
	TP_ARGS({values}),
	TP_STRUCT__entry({fields}
	),
	TP_fast_assign({assignments}
	),
	TP_printk({printed})
);
"""
EVENT = """
TRACE_EVENT(hit{i},""" + PARTS_OF_EVENT
CLASS = """
DECLARE_EVENT_CLASS(hits{part},""" + PARTS_OF_EVENT
DEFINED = """
DEFINE_EVENT(hits{part}, hit{i},
	TP_PROTO({protos}),
	TP_ARGS({values})
);
"""
TRACEPOINT = """
DECLARE_TRACE(hit{i},
	TP_PROTO({protos}),
	TP_ARGS({values})
);
"""
WITH_SDT = ("probes", "group", "messages", "errors")
TRACED = {"events": EVENT, "classes": DEFINED, "tracepoints": TRACEPOINT}
SHARED = {"classes": CLASS}
# keys: echo 1 and echo 0 > /sys/module/many_keys/parameters/on
SWITCH = """
{arrays}
static struct static_key_false **const parts[] = {{ {names} }};

static int switch_all(const char *text, const struct kernel_param *kp)
{{
	unsigned int i;
	bool on;
	int err = kstrtobool(text, &on);

	for (i = 0; !err && i < {count}; i++) {{
		if (on)
			static_branch_enable(parts[i / {each}][i % {each}]);
		else
			static_branch_disable(parts[i / {each}][i % {each}]);
	}}
	return err;
}}

static const struct kernel_param_ops switch_ops = {{ .set = switch_all }};
module_param_cb(on, &switch_ops, NULL, 0200);
"""


def words(nr):
    """What the templates have in place of the arguments' names, for NR arguments"""
    args = (LEADING + MORE)[:nr]
    parameters = (LEADING + MORE)[:max(nr, len(LEADING))]
    traced = args or [("int ", "none", "%d")]
    return {
        "nr": nr,
        "parameters": ", ".join(t + name for t, name, _ in parameters),
        "pairs": "".join(f", {t.strip()}, {name}" for t, name, _ in args),
        "names": "".join(f", {name}" for _, name, _ in args),
        "types": "".join(f', "{t.strip()}"' for t, _, _ in args),
        "protos": ", ".join(t + name for t, name, _ in traced),
        "fields": "".join(f"\n\t\t__field({t.strip()}, {name})" for t, name, _ in args),
        "assignments": "".join(f"\n\t\t__entry->{name} = {name};" for _, name, _ in args),
        "message": "".join(f", {name} {how}" for _, name, how in args) + '\\n"' +
                   "".join(f", {name}" for _, name, _ in args),
        "printed": ", ".join(['"' + " ".join(f"{name}={how}" for _, name, how in args) + '"'] +
                             [f"__entry->{name}" for _, name, _ in args]) if args else '"%s", ""',
    }


def part_source(kind, part, numbers, nr):
    text = "// SPDX-License-Identifier: GPL-2.0-only\n" + BEFORE
    fill = words(nr)
    values = ", ".join(name for _, name, _ in (LEADING + MORE)[:nr]) or "0"
    if kind in WITH_SDT:
        text += "#include <linux/sdt.h>\n"
    elif kind == "freebsd":
        text += FREEBSD.format(verb="DECLARE" if part else "DEFINE")
        text += "".join(DEFINITION.format(i=i, **fill) for i in numbers)
    elif kind == "calls":
        text += "".join(CALLED.format(i=i, **fill) for i in numbers)
    elif kind in TRACED:
        text += f'#define CREATE_TRACE_POINTS\n#include "events{part}.h"\n'
        text += TRACE if kind == "tracepoints" else ""
    elif kind == "keys":
        text += "".join(KEY.format(i=i) for i in numbers)
    for i in numbers:
        place = PLACE[kind].format(i=i, values=values, **fill)
        text += FUNCTION.format(kind=kind, i=i, place=place, **fill)
    if kind == "keys":
        text += KEYS.format(part=part, rows="\n".join(f"\t&key{i}," for i in numbers))
    return text


def header(kind, part, numbers, nr):
    """The header of the part's tracepoints"""
    fill = words(nr)
    values = ", ".join(name for _, name, _ in (LEADING + MORE)[:nr]) or "none"
    fill.update(part=part, values=values)
    return HEADER.format(part=part, shared=SHARED.get(kind, "").format(**fill), events="".join(
        TRACED[kind].format(i=i, **fill) for i in numbers))


def main_source(kind, count, parts):
    text = "// SPDX-License-Identifier: GPL-2.0-only\n#include <linux/module.h>\n"
    if kind == "keys":
        text += "#include <linux/jump_label.h>\n" + SWITCH.format(
            arrays="\n".join(f"extern struct static_key_false *many_keys_of_{p}[];"
                             for p in range(parts)),
            names=", ".join(f"many_keys_of_{p}" for p in range(parts)), count=count, each=EACH_PART)
    return text + 'MODULE_LICENSE("GPL");\nMODULE_DESCRIPTION("Many small functions");\n'


def main():
    if len(sys.argv) not in (4, 5) or sys.argv[1] not in PLACE or \
            sys.argv[4:] not in ([], ["0"], ["3"], ["8"]) or \
            sys.argv[1] == "freebsd" and sys.argv[4:] == ["8"]:
        sys.exit(__doc__)
    kind, count, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    nr = int(sys.argv[4]) if sys.argv[4:] else 3
    os.makedirs(folder, exist_ok=True)

    def write(name, text):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)

    starts = range(0, count, EACH_PART)
    for part, start in enumerate(starts):
        numbers = range(start, min(start + EACH_PART, count))
        write(f"part{part}.c", part_source(kind, part, numbers, nr))
        if kind in TRACED:
            write(f"events{part}.h", header(kind, part, numbers, nr))
    write("main.c", main_source(kind, count, len(starts)))
    objects = " ".join(["main.o"] + [f"part{part}.o" for part in range(len(starts))])
    include = f"include {KBUILD}/sdt.mk\n" if kind in WITH_SDT + ("freebsd",) else ""
    write("Kbuild", f"obj-m := many_{kind}.o\nmany_{kind}-y := {objects}\n"
          f"ccflags-y += -I$(src) -g0\n{include}")


main()
