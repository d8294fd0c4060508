#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The macros of Oracle Linux, Solaris, FreeBSD and dtrace4linux: each makes the probe
# that it should, and costs its NOP.  refused.t has what is refused.
. "$(dirname "$0")/lib.sh"

LC_ALL=C
export LC_ALL
kernel_flags
families=$here/families

# table FILE.o: what the plugin wrote into it
table()
{
	python3 "$here/table.py" "$1" 2>&1
}

# plain FILE.c OUT FLAG...: compiles without the kernel's flags
plain()
{
	plain_in=$1 plain_out=$2
	shift 2
	$cc -O2 -Wall -Wextra -Werror -I"$top/kbuild/include" "$@" \
		-c -o "$plain_out" "$plain_in" 2>&1
}

# nr_jumps FILE.o: how many jump labels it has
nr_jumps()
{
	size=$("${CROSS_COMPILE-}objdump" -h "$1" | awk '$2 == "__jump_table" { print $3 }')
	echo $((0x${size:-0} / 16))
}

# nr_sites FILE.o: how many sites its table has
nr_sites()
{
	table "$1" | sed -n 's/.*sites=//p' | awk '{ n += $1 } END { print n + 0 }'
}

# -- all families in one file, our headers in all orders, all levels ----------

sed -n 's,^[ 	]*/\*: \(.*\) \*/$,\1,p' "$families/families.c" > "$tmp/families"
# sites FILE: the lines of a table that tell of sites, without their number
sites()
{
	sed -n 's/ sites=.*//p' "$1" | sort
}
for order in 1 2 3 4; do
	is "$(compile "$families/families.c" "$tmp/families.o" -DFIRST=$order)" '' \
		"order $order of the headers: all families compile silently"
	is "$(table "$tmp/families.o" | diff - "$tmp/families")" '' '... and the table is that in the comments'
done
for level in -O2 -Os; do
	is "$(compile "$families/families.c" "$tmp/families.o" -DFIRST=1 $level)" '' \
		"$level: it compiles"
	is "$(table "$tmp/families.o" | diff - "$tmp/families")" '' '... to that table'
	is "$(nr_jumps "$tmp/families.o")" "$(nr_sites "$tmp/families.o")" \
		'... and as many jump labels'
done
is "$(plain "$families/families.c" "$tmp/families.o" -O0 -DFIRST=2 -fplugin="$plugin")" '' \
	'-O0: it compiles'
table "$tmp/families.o" > "$tmp/got"
is "$(sites "$tmp/got")" "$(sites "$tmp/families")" '... to these probes'
"$cc" -E -I"$top/kbuild/include" -fplugin="$plugin" -DFIRST=1 "$families/families.c" \
	-o "$tmp/families.i"
is "$(plain "$tmp/families.i" "$tmp/families.o" -fplugin="$plugin" -Wno-error)" '' \
	'preprocessed: it compiles'
table "$tmp/families.o" > "$tmp/got"
is "$(sites "$tmp/got")" "$(sites "$tmp/families")" '... to these probes'
for other in "$cc" "$clang"; do
	command -v "${other%% *}" > /dev/null || continue
	is "$(cc=$other plain "$families/families.c" "$tmp/families.o" -DFIRST=3)" '' \
		"without the plugin: ${other##*/} is silent"
	is "$(table "$tmp/families.o")$(nr_jumps "$tmp/families.o")" 0 '... and nothing in the object'
done

# -- every macro -----------------------------------------------------------------

# pairs N: N pairs of a type and an argument
pairs()
{
	for i in $(seq "$1"); do
		printf ', long, a + %s' "$i"
	done
}

# args N, types N, xlated N: the same as FreeBSD has them
args()
{
	for i in $(seq "$1"); do
		printf ', a + %s' "$i"
	done
}

types()
{
	for i in $(seq "$1"); do
		printf ', "long"'
	done
}

xlated()
{
	for i in $(seq "$1"); do
		printf ', "long", "shown%s_t *"' "$i"
	done
}

# described N: what a table has of N arguments
described()
{
	for i in $(seq 0 $(($1 - 1))); do
		echo "    arg$i signed integer 8 'long int' declared 'long'"
	done
}

# defined N: and a definition
defined()
{
	for i in $(seq "$1"); do
		echo "    - signed integer 8 'long int' declared 'long'"
	done
}

shown()
{
	for i in $(seq "$1"); do
		echo "    shown as 'shown${i}_t *' of $((i - 1))"
	done
}

{
	echo '#include <sys/sdt.h>'
	for provider in SCHED PROC IO ISCSI NFSV3 NFSV4 SMB IP TCP UDP SYSEVENT XPV FC SRP \
			LOCKSTAT PROBE; do
		name=$(echo $provider | tr '[:upper:]' '[:lower:]' | sed 's/probe/sdt/')
		echo "int f_$name(long a); int f_$name(long a) {"
		for n in 0 1 2 3 4 5 6 7 8; do
			echo "DTRACE_$provider$n(name__$n$(pairs $n));"
			echo "probe $name:f_$name:name-$n sites=1" >&3
			described $n >&3
		done
		for n in 0 1 32; do
			echo "DTRACE_$provider(any__$n$(pairs $n));"
			echo "probe $name:f_$name:any-$n sites=1" >&3
			described $n >&3
		done
		echo "return DTRACE_${provider}_ENABLED(name__3); }"
		echo "enabled $name:f_$name:name-3 sites=1" >&3
	done
	echo 'SDT_PROVIDER_DEFINE(fbsd);'
	for n in 0 1 2 3 4 5 6 7; do
		echo "SDT_PROBE_DEFINE$n(fbsd, , , name__$n$(types $n));"
		echo "definition fbsd::name-$n" >&3
		defined $n >&3
		echo "SDT_PROBE_DEFINE${n}_XLATE(fbsd, , func, xlate__$n$(xlated $n));"
		[ $n = 0 ] && translated= || translated=' translated'
		echo "definition fbsd:func:xlate-$n qualified$translated" >&3
		defined $n >&3
		shown $n >&3
	done
	echo 'void f_fbsd(long a); void f_fbsd(long a) {'
	for n in 0 1 2 3 4 5 6 7; do
		echo "SDT_PROBE$n(fbsd, , , name__$n$(args $n));"
		echo "probe fbsd:f_fbsd:name-$n use sites=1" >&3
		described $n >&3
		echo "SDT_PROBE$n(fbsd, , func, xlate__$n$(args $n));"
		[ $n = 0 ] && translated= || translated=' translated'
		echo "probe fbsd:func:xlate-$n qualified$translated use sites=1" >&3
		described $n >&3
		shown $n >&3
	done
	echo '(void)a; }'
} > "$tmp/all.c" 3> "$tmp/wanted"
is "$(compile "$tmp/all.c" "$tmp/all.o" -std=gnu11)" '' 'every macro of every family compiles'
is "$(table "$tmp/all.o" | grep -v '^provider' | diff - "$tmp/wanted")" '' '... to its probe'
is "$(table "$tmp/all.o" | grep -c '^provider')" 17 '... of its provider'
is "$(nr_jumps "$tmp/all.o")" "$(grep -c sites=1 "$tmp/wanted")" '... and its NOP'
is "$(plain "$tmp/all.c" "$tmp/all.o")" '' '... and without the plugin'
is "$(table "$tmp/all.o")$(nr_jumps "$tmp/all.o")" 0 '... to nothing'

# -- what costs nothing ------------------------------------------------------------

cat > "$tmp/none.c" <<'END'
int none(int a);
int none(int a) { return a + COUNTER; }
END
for header in linux/sdt.h linux/sdt_providers.h sys/sdt.h "$families/declared.h"; do
	for debug in -g0 -g; do
		# A header without declarations leaves the counter to the author.
		counter=__COUNTER__
		[ "$header" != "$families/declared.h" ] || counter=0
		plain "$tmp/none.c" "$tmp/none.o" $debug -DCOUNTER=$counter -fplugin="$plugin"
		plain "$tmp/none.c" "$tmp/with.o" $debug -DCOUNTER=$counter -fplugin="$plugin" \
			-include "$header"
		# The names of files are debug information.
		"${CROSS_COMPILE-}objcopy" -g "$tmp/none.o"
		"${CROSS_COMPILE-}objcopy" -g "$tmp/with.o"
		cmp "$tmp/none.o" "$tmp/with.o" > /dev/null
		ok $? "${header#"$families/"}, $debug: included and not used, it leaves no trace"
	done
done

# A definition and a provider are something, also alone.
printf '#include <sys/sdt.h>\nSDT_PROVIDER_DEFINE(foo);\nSDT_PROBE_DEFINE1(foo, , , bar, "int");\n' \
	> "$tmp/alone.c"
is "$(plain "$tmp/alone.c" "$tmp/alone.o" -fplugin="$plugin")" '' \
	'a unit with only a definition compiles'
is "$(table "$tmp/alone.o")" "provider foo defined
definition foo::bar
    - signed integer 4 'int' declared 'int'" '... and has a table'
unlike "$("${CROSS_COMPILE-}objdump" -h "$tmp/alone.o")" '__sdt_sites|__jump_table' '... and no records'
printf '#include <sys/sdt.h>\nSDT_PROVIDER_DEFINE(foo);\n' > "$tmp/alone.c"
plain "$tmp/alone.c" "$tmp/alone.o" -fplugin="$plugin"
is "$(table "$tmp/alone.o")" 'provider foo defined' 'so does one with a provider'

# -- the cost of disabled probes -----------------------------------------------------

# executed FILE.o FUNCTION: the instructions of a function without branches, one a line
executed()
{
	"${CROSS_COMPILE-}objdump" -d --no-show-raw-insn -j .text "$1" | awk -v f="<$2>:" '
		/^[0-9a-f]+ </ { on = $2 == f; next }
		on && NF { print $2; on = $2 != "ret" }'
}

# As the kernel has it: no vector registers, and on x86 a call needs no aligned stack.
if [ "$machine" = x86_64 ]; then
	kernel='-mno-sse -mpreferred-stack-boundary=3'
else
	kernel='-mgeneral-regs-only -fno-PIE'
fi
for level in -O2 -Os; do
	plain "$families/cost.c" "$tmp/probed.o" $level $kernel -fplugin="$plugin"
	plain "$families/cost.c" "$tmp/plain.o" $level $kernel -fplugin="$plugin" -DPLAIN
	for function in $(sed -n 's/.* \([a-z0-9_]*\)(.*COSTS.*/\1/p' "$families/cost.c"); do
		costs=$(sed -n "s/.* $function(.*COSTS \([0-9]*\).*/\1/p" "$families/cost.c")
		is "$(executed "$tmp/probed.o" $function | grep -v nop | sort)" \
			"$(executed "$tmp/plain.o" $function | sort)" \
			"$level: $function() executes only NOPs more"
		is "$(executed "$tmp/probed.o" $function | grep -c nop)" "$costs" "... and $costs of them"
	done
done

# -- the attributes elsewhere ------------------------------------------------------------

cat > "$tmp/attributes.c" <<'END'
struct s { int a; } __attribute__((sdt_provider("x")));
typedef int t __attribute__((sdt_define("a", "b", "c", "d")));
int x __attribute__((sdt_declare("a", "b", "c"))), y __attribute__((sdt_provider_defined(3)));
int f(int a __attribute__((sdt_define_untyped("no", "such", "thing")))) __attribute__((sdt_define_xlate("", "", "")));
int f(int a) { int b __attribute__((sdt_provider("y"))) = a; return b; }
END
is "$(plain "$tmp/attributes.c" "$tmp/attributes.o" -fplugin="$plugin")" '' \
	'the attributes have no effect on other declarations'
is "$(table "$tmp/attributes.o")" '' '... and nothing is in the object'
done_testing
