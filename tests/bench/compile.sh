#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# compile.sh - the plugin's cost in the compiler, in instructions
#
#	make bench-compile
#	make bench-compile PROBES=200		sooner; a fifth of the probes
#
# Counts the instructions of cc1 and the assembler with valgrind, because times vary
# on a busy machine.  Compares a unit without probes
# with and without the plugin, and a unit with probes with the same unit that
# calls an empty function in their places.  All with the kernel's own flags.

. "$(dirname "$0")/../plugin/lib.sh"

: "${PROBES:=1000}"
goal_without=1.01
goal_probes=3

command -v valgrind > /dev/null || {
	echo 'Bail out! no valgrind here'
	exit 1
}
kernel_flags
with_plugin=$kernel_cc
without_plugin=$(printf '%s\n' "$kernel_cc" | sed 's/-fplugin[-=][^ ]*//g')

# headers: a unit that is hardly more than what drivers include
headers()
{
	cat <<'END'
#include <linux/module.h>
#include <linux/fs.h>
#include <linux/netdevice.h>
#include <linux/pci.h>
int nothing(struct pci_dev *dev);
int nothing(struct pci_dev *dev)
{
	return dev->irq;
}
END
}

# functions N EACH PLACE: N small functions with a PLACE, which prints what is
# in it, EACH times; includes as little as it can, so that nothing hides a cost
functions()
{
	cat <<'END'
#include <linux/sdt.h>
struct item { int id; long n; struct item *next; };
extern void empty(struct item *p, long a, int id);
END
	awk -v functions="$1" -v each="$2" -v place="$3" 'BEGIN {
		for (i = 0; i < functions; i++) {
			printf "long f%d(struct item *p, long a);\n", i
			printf "long f%d(struct item *p, long a)\n{\n", i
			for (j = 0; j < each; j++) {
				n = i * each + j
				printf "\tif (p->id == %d)\n\t\ta += p->n;\n", n
				if (place == "call")
					print "\tempty(p, a, p->id);"
				if (place == "probe")
					printf "\tDTRACE_PROBE3(probe%d, " \
					       "struct item *, p, long, a, " \
					       "int, p->id);\n", n
				print "\tp->n += a;"
			}
			print "\treturn a;\n}"
		}
	}'
}

# count FILE.c OUT: compiles it to OUT.o with $kernel_cc, leaves the numbers of
# instructions in OUT.count, cc1's and the assembler's; cachegrind without its
# cache is the quickest of valgrind's tools that count
count()
{
	local log
	log=$(compile "$1" "$2.o" -I"$top/kmod/include" -I"$top/kmod" -wrapper \
		valgrind,--tool=cachegrind,--cache-sim=no,--cachegrind-out-file=/dev/null)
	printf '%s\n' "$log" | sed -n 's/,//g; s/.*I  *refs: *//p' |
		paste -s -d ' ' > "$2.count"
	grep -Eq '^[0-9]+ [0-9]+$' "$2.count" ||
		note "$(printf '%s\n' "$log" | grep -v '^[=-][=-][0-9]')"
}

# ratio GOAL WHAT FILE.c BASE.c: compares FILE.c with the plugin to BASE.c
# without it; leaves their objects in $tmp/with.o and $tmp/base.o
ratio()
{
	local cc1 as base_cc1 base_as verdict
	kernel_cc=$without_plugin
	count "$4" "$tmp/base" &
	kernel_cc=$with_plugin
	count "$3" "$tmp/with"
	wait
	read -r cc1 as < "$tmp/with.count"
	read -r base_cc1 base_as < "$tmp/base.count"
	verdict=$(awk -v goal="$1" -v cc1="$cc1" -v as="$as" \
		-v base_cc1="$base_cc1" -v base_as="$base_as" 'BEGIN {
		if (!as || !base_as)
			print "1 not compiled"
		else
			printf "%d cc1 %.0f/%.0f million = %.4f, as %.0f/%.0f = %.2f",
				(cc1 > goal * base_cc1), cc1 / 1e6, base_cc1 / 1e6,
				cc1 / base_cc1, as / 1e6, base_as / 1e6,
				as / base_as
	}')
	ok "${verdict%% *}" "$2: at most $1"
	note "${verdict#* }"
}

# sizes: what a probe adds to its object, in bytes
sizes()
{
	note "bytes for each probe:" $(size -A "$tmp/with.o" |
		awk -v n="$PROBES" '
		/^\.text |^\.text\.unlikely|^__jump_table|^__sdt_sites|^\.discard\.sdt/ {
			printf "%s %.1f  ", $1, $2 / n
		}')
	note "the object's size: $(stat -c %s "$tmp/with.o")," \
	     "with calls $(stat -c %s "$tmp/base.o")"
}

headers > "$tmp/headers.c"
ratio $goal_without 'kernel headers' "$tmp/headers.c" "$tmp/headers.c"
ratio $goal_without 'a file of sdt.ko' "$top/kmod/events/publish.c" \
	"$top/kmod/events/publish.c"
functions "$PROBES" 1 none | sed '/linux.sdt.h/d' > "$tmp/small.c"
ratio $goal_without "$PROBES small functions" "$tmp/small.c" "$tmp/small.c"

for each in 1 10 "$PROBES"; do
	functions $((PROBES / each)) "$each" probe > "$tmp/probes.c"
	functions $((PROBES / each)) "$each" call > "$tmp/calls.c"
	ratio $goal_probes "$PROBES probes, $each in a function" \
		"$tmp/probes.c" "$tmp/calls.c"
	sizes
done
done_testing
