#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The names of fields do not depend on the form: with the plugin and without it, the same ones
# are refused.
. "$(dirname "$0")/lib.sh"

LC_ALL=C
export LC_ALL
cd "$tmp" || exit 1
forms='plugin plain'
! command -v "${clang%% *}" > /dev/null || forms="$forms clang"

# object FORM FILE.c: compiles it to FILE.o
object()
{
	local unit=${2%.c}
	case $1 in
	plugin) set -- "$CC -fplugin=$plugin" ;;
	plain) set -- "$CC" "-D__SDT_UNIT=\"$unit\"" ;;
	clang) set -- "$clang" "-D__SDT_UNIT=\"$unit\"" ;;
	esac
	local compiler=$1
	shift
	$compiler -O2 -Wall -Werror -I"$top/kbuild/include" "$@" -c -o "$unit.o" "$unit.c" 2>&1
}

# linked FORM FILE.c...: what is said, and the line and the names of each probe
linked()
{
	local form=$1 file objects=
	shift
	for file in "$@"; do
		object "$form" "$file"
		objects="$objects ${file%.c}.o"
	done
	rm -f table.s
	"$sdtinfo" link --module m -o table.s $objects 2>&1
	[ ! -e table.s ] || sed -n 's/^.*probe [0-9]*: \([^ ]*\), \([^ ]*\) .*/\2 \1/p' table.s | sort -V
}

# -- fields ------------------------------------------------------------------

cat > fields.c <<'END'
#include <sys/sdt.h>
SDT_PROVIDER_DEFINE(p);
SDT_PROBE_DEFINE1(p, , , native, "int common_pid");
SDT_PROBE_DEFINE1_XLATE(p, , , shown, "int", "int __probe_ip");
SDT_PROBE_DEFINE2_XLATE(p, , , list, "int", "(foo_t a, foo_t common_type)", "int", "int __probe_own");
void f(int x);
void f(int common_cpu)
{
	DTRACE_PROBE1(own, int common_flags, common_cpu);
	DTRACE_PROBE1(derived, int, common_cpu);
}
END
# refused: the lines with a name that cannot be a field's
refused()
{
	grep 'error:' | sed "s/[‘’]/'/g" |
		sed -n "s/^fields\.c:\([0-9]*\):.* cannot be called '.*/\1/p" | sort -nu | paste -sd ' '
}
for form in $forms; do
	said=$(linked $form fields.c)
	is "$(printf '%s\n' "$said" | refused)" '3 4 5 9' "$form: an author's field cannot have such a name"
	ok "$([ ! -e table.s ]; echo $?)" '... and there is no table'
	like "$said" 'common_ or __probe_ are those of fields that every event has' '... and the message says why'
done
sed -i '/^SDT_PROBE_D/d; s/ common_flags//' fields.c
for form in $forms; do
	linked $form fields.c > said
	ok $((! $(grep -c 'derived' said))) "$form: a variable can, its field has another one"
	unlike "$(cat table.s)" 'string "common_|string "__probe_' '... in the table'
done
done_testing
