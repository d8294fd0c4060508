#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh - what probes cost in the compiler, in millions of instructions
#
#	tests/bench/build.sh
#	PROBES=10 FILES=manage.c tests/bench/build.sh		sooner, or DRIVER=no
#
# Counts the instructions of cc1 and the assembler with valgrind, because times vary on a
# busy machine.  All with the kernel's own flags:
#
#  - files without probes, with the plugin and without it;
#  - PROBES functions with a probe, a TRACE_EVENT or a call in each (tests/vm/many.py);
#  - PROBES probes in 1 and in 10 functions, which may not cost more;
#  - DRIVER, a folder of Debian's linux-source, with 500 probes, TRACE_EVENTs or calls put
#    into it by insert.py; FILES of it, by default all.
#
# One count is enough: it is the same in each run.
. "$(dirname "$0")/../plugin/lib.sh"
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$dir" "$tmp"' EXIT

: "${PROBES=10 1000}"
: "${DRIVER:=drivers/net/ethernet/intel/e1000e}"
: "${FILES:=*.c}"
some=
[ "$FILES" = '*.c' ] || some=", of which $FILES"

command -v valgrind > /dev/null || fail 'valgrind is not installed'
kernel_flags
with_plugin=$kernel_cc
macros='without plugin'

# compiled PEER FILE.c [FLAG...]: prints the instructions of cc1 and of the assembler, in
# two lines; only PEER "probe" has the plugin, and $macros makes probes without it
compiled()
{
	local kernel_cc=$plain_cc peer=$1 file=$2 log
	shift 2
	case $peer in
	probe) kernel_cc=$with_plugin ;;
	"$macros") set -- "$@" '-D__SDT_UNIT="unit"' ;;
	esac
	log=$(compile "$file" "$dir/compiled.o" "$@" -wrapper "$wrapper") || {
		printf '%s\n' "$log" | grep -v '^[=-][=-][0-9]' >&2
		return 1
	}
	counts "$log"
}

# cost ROW PEER FLAGS FILE.c...: the row of files, one compiled after the other
cost()
{
	local row=$1 peer=$2 flags=$3 file
	shift 3
	for file; do
		compiled "$peer" "$file" $flags || fail "$file is not compiled"
	done > "$dir/counts"
	[ "$(wc -l < "$dir/counts")" -eq $(($# * 2)) ] || fail "$row, $peer: valgrind did not count"
	row "$row" "$peer" "$(awk '{ n += $1 } END { printf "%.1f", n / 1e6 }' "$dir/counts")"
}

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

# crowded FUNCTIONS EACH PLACE: functions with EACH places, probes or calls
crowded()
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
				if (place == "calls")
					print "\tempty(p, a, p->id);"
				else
					printf "\tDTRACE_PROBE3(probe%d, " \
					       "struct item *, p, long, a, " \
					       "int, p->id);\n", n
				print "\tp->n += a;"
			}
			print "\treturn a;\n}"
		}
	}'
}

# driver KIND: prints the folder's copy with 500 of this kind
driver()
{
	[ ! -e "$dir/$1" ] || { echo "$dir/$1/$linux/$DRIVER"; return; }
	mkdir "$dir/$1" && tar -C "$dir/$1" -xJf "$source" "$linux/$DRIVER" || return 1
	[ "$1" = nothing ] ||
		python3 -B tests/bench/insert.py "$1" "$dir/$1/$linux/$DRIVER" > /dev/null || return 1
	echo "$dir/$1/$linux/$DRIVER"
}

headers > "$dir/headers.c"
python3 -B tests/vm/many.py plain 100 "$dir/plain"
for peer in none probe; do
	cost 'no probes: kernel headers' $peer '' "$dir/headers.c"
	cost 'no probes: a file of sdt.ko' $peer "-I$top/kmod/include -I$top/kmod" \
		"$top/kmod/events/publish.c"
	cost 'no probes: 100 small functions' $peer '' "$dir/plain/part0.c"
done

for count in $PROBES; do
	for pair in probes:probe events:TRACE_EVENT calls:calls "probes:$macros"; do
		kind=${pair%:*}
		python3 -B tests/vm/many.py $kind "$count" "$dir/$kind-$count"
		cost "$(commas "$count") probes" "${pair#*:}" "-I$dir/$kind-$count" \
			"$dir/$kind-$count"/part*.c
	done
	[ "$count" -ge 100 ] || continue
	for functions in 1 10; do
		for pair in probe:probe calls:calls "$macros:$macros"; do
			crowded $functions $((count / functions)) "${pair#*:}" > "$dir/crowded.c"
			cost "$(commas "$count") probes in $functions functions" "${pair%:*}" '' \
				"$dir/crowded.c"
		done
	done
done

[ "$DRIVER" != no ] || exit 0
source=$(find /usr/src -maxdepth 1 -name 'linux-source-*.tar.xz' | sort -V | tail -n 1)
linux=$(basename "$source" .tar.xz)
if [ -z "$source" ]; then
	note 'no /usr/src/linux-source-*.tar.xz: no driver'
elif ! grep -q "\"${linux#linux-source-}\." "$KDIR/include/generated/utsrelease.h"; then
	note "$linux is another kernel: no driver"
else
	for pair in nothing:none probes:probe events:TRACE_EVENT calls:calls "probes:$macros"; do
		folder=$(driver ${pair%:*}) || fail "$DRIVER of $linux cannot be read"
		cost "$(basename "$DRIVER") with 500 probes$some" "${pair#*:}" \
			"-I$folder -Wno-declaration-after-statement" $(cd "$folder" && ls -d $FILES | sed "s|^|$folder/|")
	done
fi
