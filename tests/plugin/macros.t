#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The macros of all families: docs/macros.md and families.ko have every one that the
# headers define, and no other; and all compile without the plugin, to nothing.
. "$(dirname "$0")/lib.sh"
. "$top/tests/vm/families.rows.sh"

headers='linux/sdt.h linux/sdt_providers.h sys/sdt.h'
modules=$top/tests/vm/modules

# Those that begin otherwise are internal, and some exist to be refused.
defined=$(cd "$top/kbuild/include" && cat $headers |
	sed -n '/__SDT_NO_MACRO/d; s/^# *define \(\(DTRACE\|SDT\)_[A-Z0-9_]*\).*/\1/p' | sort)
is "$(echo "$defined" | uniq -d)" '' "$(echo "$defined" | wc -l) macros, none in two headers"

# `DTRACE_IO0` ... `DTRACE_IO8` are nine.
documented=$(sed -n 's/`/\n/g; /^|/p' "$top/docs/macros.md" | awk '
	$1 == "..." && macro != "" { from = macro; next }
	/^(DTRACE|SDT)_[A-Z0-9_]*$/ {
		macro = $0
		print
		for (n = 1; from != "" && (name = from) && sub(/0/, n, name) && name != macro; n++)
			print name
		from = ""
	}')
is "$(echo "$documented" | sort)" "$defined" 'docs/macros.md has all, each once, and no other'

used=$(cat "$modules"/families*.[ch] | grep -Eo '\<(DTRACE|SDT)_[A-Z0-9_]+\>' | sort -u)
is "$used" "$defined" 'families.ko uses all'
is "$(families_rows | cut -d'|' -f1 | sort -u)" "$defined" '... and its table has a row for each'

for cc in gcc clang; do
	if ! command -v $cc > /dev/null; then
		ok 0 "$cc # SKIP there is no $cc here"
		continue
	fi
	for file in solaris freebsd sites dtrace4linux; do
		said=$($cc -O2 -Wall -Wextra -Werror "-I$top/kbuild/include" -c -o "$tmp/$file.o" \
			"$modules/families_$file.c" 2>&1)
		is "$said" '' "$cc: families_$file.c compiles without the plugin"
		is "$(nm -u "$tmp/$file.o" | grep -v '^ *U _\?val$')" '' '... and calls nothing'
		is "$("${CROSS_COMPILE-}objdump" -h "$tmp/$file.o" | grep sdt)" '' '... and has no section'
	done
done

# A definition with another number of types than in its macro's name
for definition in 'SDT_PROBE_DEFINE3(foo, , , p, "int", "int", "int", "int")' \
		  'SDT_PROBE_DEFINE1(foo, , , p)' \
		  'SDT_PROBE_DEFINE2_XLATE(foo, , , p, "int", "long", "int")'; do
	printf '#include <sys/sdt.h>\n%s;\n' "$definition" > "$tmp/number.c"
	like "$(gcc "-I$top/kbuild/include" -c -o "$tmp/number.o" "$tmp/number.c" 2>&1)" \
		"^[^ ]*number\.c:2:1: error: .*the number in the macro.*s name counts" "$definition"
done

# The order of the headers, and how often each is included, is the author's.
for order in 'linux/sdt.h sys/sdt.h' 'sys/sdt.h linux/sdt.h' 'sys/sdt.h sys/sdt.h' \
	     'linux/sdt_providers.h sys/sdt.h'; do
	printf '#include <%s>\n' $order > "$tmp/order.c"
	cat "$modules/families_dtrace4linux.c" >> "$tmp/order.c"
	said=$(gcc -Wall -Wextra -Werror "-I$top/kbuild/include" "-I$modules" -c \
		-o "$tmp/order.o" "$tmp/order.c" 2>&1)
	is "$said" '' "included in this order: $order"
done
# A header alone leaves nothing behind.
for header in $headers; do
	rm -f "$tmp/with.s" "$tmp/without.s"
	printf 'int unused;\n#include <%s>\n' $header > "$tmp/alone.c"
	gcc -g0 "-I$top/kbuild/include" -S -o "$tmp/with.s" "$tmp/alone.c"
	printf 'int unused;\n' > "$tmp/alone.c"
	gcc -g0 -S -o "$tmp/without.s" "$tmp/alone.c"
	is "$(diff "$tmp/with.s" "$tmp/without.s" 2>&1)" '' "<$header> alone costs nothing"
done
done_testing
