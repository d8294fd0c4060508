# SPDX-License-Identifier: GPL-2.0-only
#
# lib.sh - for the sections of the benchmarks that are shell scripts; sourced, never run
#
#	. "$(dirname "$0")/lib.sh"
#	many probes 1000 3
#	row '1,000 probes' probe "$(stat -c %s "$dir/probes-1000-3/many_probes.ko")"
#
# A section runs in the project's folder and prints one line per figure and run: the row's
# name, the peer's and the value, with tabs between them.  "# text" lines are for people.
# Makes a temporary folder $dir, which goes when the section ends.

set -u
cd "$(dirname "$0")/../.." || exit 1
: "${RUNS:=5}"
: "${KDIR:=$(make -s --no-print-directory kdir)}"
export KDIR
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# row ROW PEER VALUE
row()
{
	printf '%s\t%s\t%s\n' "$1" "$2" "$3"
}

# note TEXT...: a line for people
note()
{
	echo "# $*"
}

# fail TEXT...: ends the section
fail()
{
	echo "$(basename "$0"): $*" >&2
	exit 1
}

# commas NUMBER: with commas between its thousands
commas()
{
	echo "$1" | sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta'
}

# compiler: the one that modules are compiled with
compiler()
{
	echo "${CC:-$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\{0,1\}\([^ ]*\).*/\1/p' \
		"$KDIR/include/config/auto.conf")}"
}

# kbuild FOLDER: builds the module in a folder; prints what make said if that failed
kbuild()
{
	if ! make -j2 -C "$KDIR" M="$1" ${CC:+CC="$CC"} modules \
			> "$1/log" 2>&1; then
		sed 's/^/# /' "$1/log" | tail -n 20
		return 1
	fi
}

# many KIND COUNT ARGS: builds many_KIND.ko (tests/vm/many.py) in
# $dir/KIND-COUNT-ARGS
many()
{
	python3 -B tests/vm/many.py "$1" "$2" "$dir/$1-$2-$3" "$3" &&
		kbuild "$dir/$1-$2-$3"
}

# plain MODULE: builds a module of tests/vm/modules without the plugin, in $dir/plain
plain()
{
	mkdir "$dir/plain"
	cp tests/vm/modules/*.[ch] "$dir/plain"
	rm -f "$dir/plain"/*.mod.c
	{
		echo "obj-m := $1.o"
		echo 'sdt-plugin := n'
		sed "/^obj-m/d; s:^include .*:include $PWD/kbuild/sdt.mk:" tests/vm/modules/Kbuild
	} >"$dir/plain/Kbuild"
	kbuild "$dir/plain" >&2 || fail "$1 cannot be built without the plugin"
}

# cachegrind without its cache is the quickest of valgrind's tools that count.
counter='valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null'

# counts TEXT: the counts of instructions in what valgrind printed, a line for each
# program that it ran
counts()
{
	printf '%s\n' "$1" | sed -n 's/,//g; s/.*I  *refs: *//p'
}

# counted COMMAND ARG...: prints how many instructions a program takes, in user space
counted()
{
	local log
	log=$($counter "$@" 2>&1) && counts "$log"
}

# wrapper: the same for the programs that gcc calls, as gcc's option -wrapper has it
wrapper=$(echo "$counter" | tr ' ' ',')

# per COUNT TOTAL...: the sum of the totals divided by COUNT
per()
{
	echo "$@" | awk '{ for (i = 2; i <= NF; i++) n += $i; printf "%.1f\n", n / $1 }'
}
