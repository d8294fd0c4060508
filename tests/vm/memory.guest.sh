#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# COUNT probes and as many trace events: what each takes in its module, by the
# file and by the kernel's own word, and what is allocated when the module loads.
. "$(dirname "$0")/../guest/guest.sh"
. ./allocated.sh
count=$1

# each BYTES: of one of COUNT
each()
{
	echo $((($1 + count / 2) / count))
}

# at_most_part N PROBE EVENT NAME: an eighth is the aim, the Nth part is what is kept
at_most_part()
{
	n=$1
	shift
	note "$3: $(awk "BEGIN { printf \"1/%.2f\", $2 / $1 }") of an event, 1/8 is the aim"
	ok "$([ $(($1 * n)) -le "$2" ]; echo $?)" "$3: at most 1/$n of an event"
}

# -- in the module's file -----------------------------------------------------------

# bytes KIND WHICH: of the sections that match the regular expression WHICH
bytes()
{
	awk -v kind="$1" -v which="^($2)" '$1 == kind && ($2 " " $3) ~ which { n += $4 }
		END { print n + 0 }' sections
}
# more KIND WHICH: each of the kind's, beyond the module with nothing in it
more()
{
	each $(($(bytes "$1" "$2") - $(bytes plain "$2")))
}
for kind in probes events; do
	note "$kind: bytes for each, by section: $(awk -v kind=$kind -v count="$count" '
		$1 == "plain" { plain[$3] = $4 }
		$1 == kind && $4 - plain[$3] >= count { printf "%s %.1f  ", $3, ($4 - plain[$3]) / count }
		' sections)"
done
probe=$(more probes .) event=$(more events .)
writable=$(more probes writable)
note "in memory: a probe $probe bytes, of which $writable writable," \
	"an event $event, of which $(more events writable) writable"
# An event's take from 1,540 (GCC 16, Linux 7.2) to 1,960 bytes (GCC 12, Linux 6.1).
at_most_part 6 "$probe" "$event" "a probe's sections"
ok "$([ "$probe" -le 279 ]; echo $?)" '... and at most 279 bytes'
ok "$([ "$writable" -le 128 ]; echo $?)" 'at most 128 bytes of them are writable'

# -- in the kernel ------------------------------------------------------------------

load many_plain		# for what is allocated with the first module
load many_plain
plain=$size
load many_events
events=$size events_more=$more events_caches=$caches
load many_probes
probes=$size without=$more
insmod sdt.ko
ok $? 'sdt.ko loads' || { done_testing; exit 1; }
load many_probes
note "kernel's size of the module: a probe $(each $((probes - plain)))," \
	"an event $(each $((events - plain)))"
at_most_part 6 $((probes - plain)) $((events - plain)) "a probe in the kernel's module"
note "allocated: by sdt.ko and for its events $(each $((more - without))) a probe," \
	"by the kernel for an event of a module $(each "$events_more")"
note "sdt.ko, by cache: $caches"
note "events, by cache: $events_caches"
# A struct sdt_event has room in 256 bytes; fields and the print format are shared.  For the events
# of the module the kernel takes up to 125 bytes of these caches.
kmallocs=$(echo "$caches" | sed 's/  /\n/g' | awk '/^kmalloc/ { n += $2 } END { print n + 0 }')
# arm64's smallest piece is 128 bytes; Linux 5.10, which has no gate, and no shared forms, takes 940.
[ "$(uname -m)" = x86_64 ] && most=450 || most=550
has_gate || most=960
ok "$([ "$kmallocs" -le $most ]; echo $?)" "an event takes at most $most bytes of kmalloc's: $kmallocs"
rmmod sdt
ok $? 'sdt.ko can be removed'
no_complaints 'the kernel log has no complaint'
done_testing
