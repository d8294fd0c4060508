#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""many.py KIND COUNT FOLDER - writes a module of many small functions

KIND says what is in each of the functions:

	plain	nothing
	probes	a probe with three arguments
	events	a tracepoint of TRACE_EVENT() with the same three
	keys	a branch that a static key of the kernel's switches

The folder gets a Kbuild file and, in parts that compile one beside the other,
the sources of many_KIND.ko.  The functions differ in nothing else.
"""
import os
import sys

EACH_PART = 100
KBUILD = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../kbuild")

BEFORE = """#include <linux/module.h>
struct item { long sum; };
"""
FUNCTION = """
long many_{kind}_{i}(struct item *item, int number, unsigned long size);
noinline long many_{kind}_{i}(struct item *item, int number, unsigned long size)
{{
	{place}
	return item->sum + size;
}}
"""
PLACE = {
    "plain": "",
    "probes": "DTRACE_PROBE3(hit{i}, struct item *, item, int, number, unsigned long, size);",
    "events": "trace_hit{i}(item, number, size);",
    "keys": "if (static_branch_unlikely(&key{i}))\n\t\titem->sum++;",
}
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
{events}
#endif
#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE events{part}
#include <trace/define_trace.h>
"""
EVENT = """
TRACE_EVENT(hit{i},
	TP_PROTO(struct item *item, int number, unsigned long size),
	TP_ARGS(item, number, size),
	TP_STRUCT__entry(
		__field(struct item *, item)
		__field(int, number)
		__field(unsigned long, size)
	),
	TP_fast_assign(
		__entry->item = item;
		__entry->number = number;
		__entry->size = size;
	),
	TP_printk("item=%p number=%d size=%lu", __entry->item, __entry->number, __entry->size)
);
"""
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


def part_source(kind, part, numbers):
    text = "// SPDX-License-Identifier: GPL-2.0-only\n" + BEFORE
    if kind == "probes":
        text += "#include <linux/sdt.h>\n"
    elif kind == "events":
        text += f'#define CREATE_TRACE_POINTS\n#include "events{part}.h"\n'
    elif kind == "keys":
        text += "".join(KEY.format(i=i) for i in numbers)
    for i in numbers:
        text += FUNCTION.format(kind=kind, i=i, place=PLACE[kind].format(i=i))
    if kind == "keys":
        text += KEYS.format(part=part, rows="\n".join(f"\t&key{i}," for i in numbers))
    return text


def main_source(kind, count, parts):
    text = "// SPDX-License-Identifier: GPL-2.0-only\n#include <linux/module.h>\n"
    if kind == "keys":
        text += "#include <linux/jump_label.h>\n" + SWITCH.format(
            arrays="\n".join(f"extern struct static_key_false *many_keys_of_{p}[];"
                             for p in range(parts)),
            names=", ".join(f"many_keys_of_{p}" for p in range(parts)), count=count, each=EACH_PART)
    return text + 'MODULE_LICENSE("GPL");\nMODULE_DESCRIPTION("Many small functions");\n'


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in PLACE:
        sys.exit(__doc__)
    kind, count, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    os.makedirs(folder, exist_ok=True)

    def write(name, text):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)

    starts = range(0, count, EACH_PART)
    for part, start in enumerate(starts):
        numbers = range(start, min(start + EACH_PART, count))
        write(f"part{part}.c", part_source(kind, part, numbers))
        if kind == "events":
            write(f"events{part}.h", HEADER.format(
                part=part, events="".join(EVENT.format(i=i) for i in numbers)))
    write("main.c", main_source(kind, count, len(starts)))
    objects = " ".join(["main.o"] + [f"part{part}.o" for part in range(len(starts))])
    include = f"include {KBUILD}/sdt.mk\n" if kind == "probes" else ""
    write("Kbuild", f"obj-m := many_{kind}.o\nmany_{kind}-y := {objects}\n"
          f"ccflags-y += -I$(src) -g0\n{include}")


main()
