# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154 # tracefs is of guest.sh
#
# tracepoints.sh - what the scripts for the kernel's own modules share, which compare their
# TRACE_EVENTs with probes

# edit_headers TREE HEADER...: each includes our header in place of the kernel's
edit_headers()
{
	cd "$1" || return
	shift
	for header; do
		[ "$(grep -cx '#include <linux/tracepoint.h>' "$header")" -eq 1 ] || {
			echo "$header does not include <linux/tracepoint.h>: is this another version?" >&2
			return 1
		}
		sed -i 's|^#include <linux/tracepoint.h>|#include <linux/sdt_tracepoint.h>|' "$header" || return
	done
}

# formats GROUP...: of all events, without their numbers, one per line
formats()
{
	for group; do
		cat $tracefs/events/"$group"/*/format
	done | sed '/^ID:/d' | awk '/^name: / && NR > 1 { print "" } { printf "%s\\n", $0 } END { print "" }' | sort
}

# kilobytes: of the kernel's caches and of its virtual memory, which has the modules
kilobytes() { awk '/^(Slab|VmallocUsed):/ { sum += $2 } END { print sum }' /proc/meminfo; }

# load FILE COMMAND...: loads the modules, and says in FILE what memory they take
load()
{
	file=$1
	shift
	modules_before=$(awk '{ sum += $2 } END { print sum + 0 }' /proc/modules)
	before=$(kilobytes)
	"$@"
	ok $? "the modules load: $*" || { done_testing; exit 1; }
	modules_after=$(awk '{ sum += $2 } END { print sum + 0 }' /proc/modules)
	echo "$((modules_after - modules_before)) bytes loaded, $(($(kilobytes) - before)) kB with what is allocated" >"$file"
}
