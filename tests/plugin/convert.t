#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A declared type that does not suit the expression gets a warning; one that is
# no type gets a note if asked for.
. "$(dirname "$0")/lib.sh"

kernel_flags
cp "$here/types/convert.c" "$tmp"
said=$(compile "$tmp/convert.c" "$tmp/convert.o")
ok "$([ -e "$tmp/convert.o" ]; echo $?)" 'a warning is no error'

grep -nE '/\* warning: ' "$tmp/convert.c" > "$tmp/wanted"
while IFS= read -r line; do
	number=${line%%:*}
	text=$(printf '%s' "$line" | sed 's:.*/\* \(.*\) \*/:\1:')
	like "$said" "convert\.c:$number:[0-9]+: $text" "line $number: $text"
done < "$tmp/wanted"
is "$(printf '%s\n' "$said" | sed -n '/^[^ ]*convert.c:[0-9:]* \(error\|warning\): /p' | cut -d: -f2 | sort -nu)" \
   "$(cut -d: -f1 "$tmp/wanted" | sort -nu)" 'no other line gets a warning'
like "$said" 'note: the value is converted to .u8.' 'a note says what becomes of it'
like "$said" 'note: a string will be read from there; cast it to .char \*. if it is one' \
	'... and why a pointer is not a string'

# A type that no argument can have is refused, whatever the expression is.
while read -r type why; do
	printf '#include <linux/sdt.h>\nstruct pair { int a, b; };\nvoid f(int a);\nvoid f(int a) { DTRACE_PROBE1(f, %s, a); }\n' \
		"$(echo "$type" | tr + ' ')" > "$tmp/wrong.c"
	like "$(compile "$tmp/wrong.c" "$tmp/wrong.o")" "wrong\.c:4:[0-9]+: error: .* $why" \
		"declared $type: $why"
done <<'END'
double a floating-point value cannot
long+double a floating-point value cannot
struct+pair only scalar values can
unsigned+__int128 more than 64 bits cannot
END

said=$(compile "$tmp/convert.c" "$tmp/convert.o" -w -fplugin-arg-sdt_plugin-note-unresolved)
line=$(grep -n 'file \*, s' "$tmp/convert.c" | cut -d: -f1)
for text in "1 is declared .file \*." "2 is declared .struct char \*." \
	    "3 is declared .long char." "4 is declared .typeof\(l\)."; do
	like "$said" "convert\.c:$line:[0-9]+: note: probe argument $text, which names no type here" \
		"note-unresolved: $text"
done
like "$said" "own type .struct box \*. is used" '... and what is used instead'
is "$(printf '%s\n' "$said" | grep -c ' note: ')" 4 '... and nothing else'
done_testing
