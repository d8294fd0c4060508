#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Warnings about a declared type that does not fit the expression, a declared type that
# is unknown, and an uninitialized variable.
. "$(dirname "$0")/lib.sh"

kernel_flags
cp "$here/cases/convert.c" "$tmp"
kind=-Wno-error=incompatible-pointer-types
said=$(compile "$tmp/convert.c" "$tmp/convert.o" $kind)
ok "$([ -e "$tmp/convert.o" ]; echo $?)" 'a warning is no error'

# lines_say KIND: each line of convert.c with a comment "KIND: TEXT" has got that warning, once
lines_say()
{
	grep -nE "/\\* $1: " "$tmp/convert.c" > "$tmp/wanted"
	while IFS= read -r line; do
		number=${line%%:*}
		text=$(printf '%s' "$line" | sed 's:.*/\* [a-z]*\: \(.*\) \*/:\1:')
		like "$said" "convert\.c:$number:[0-9]+: warning: $text" "line $number: $text"
	done < "$tmp/wanted"
	is "$(printf '%s\n' "$said" | sed -n '/^[^ ]*convert.c:[0-9:]* \(error\|warning\): /p' | cut -d: -f2 | sort -n)" \
	   "$(cut -d: -f1 "$tmp/wanted" | sort -n)" 'no other line gets a warning'
}

lines_say warning
like "$said" 'note: the value is converted to .int.' 'a note says what becomes of it'
like "$said" 'note: .*string.* cast it to .char \*.' \
	'... and why a pointer is not a string'
unlike "$(compile "$tmp/convert.c" "$tmp/convert.o" -Werror)" 'conversion.*\[-Werror=conversion\]' \
	'-Werror: what C does not warn of is no error'

# Narrowing: -Wconversion and W=1 of Kbuild
for on in "-Wconversion -Wno-sign-conversion" -DKBUILD_EXTRA_WARN1; do
	said=$(compile "$tmp/convert.c" "$tmp/convert.o" $kind $on | grep 'Wconversion\]')
	note "$on"
	lines_say conversion
done
said=$(compile "$tmp/convert.c" "$tmp/convert.o" $kind)
for off in '-Wconversion -Wno-conversion' '-DKBUILD_EXTRA_WARN1 -Wno-conversion' \
	   '-DKBUILD_EXTRA_WARN1 -Werror'; do
	unlike "$(compile "$tmp/convert.c" "$tmp/convert.o" $off)" 'conversion\]' "not with $off"
done
like "$(compile "$tmp/convert.c" "$tmp/convert.o" -Wconversion -Werror)" 'error: .*Werror=conversion' \
	'an error with -Wconversion -Werror'

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

like "$said" 'note: the type of the expression is used, .long int.; .-fplugin-arg-sdt_plugin-no-warn-unresolved. turns' \
	'... and which type is used instead of an unknown one'

# Ours has an option, GCC's have their own.
no=-fplugin-arg-sdt_plugin-no-warn-unresolved
said=$(compile "$tmp/convert.c" "$tmp/convert.o" $kind $no)
unlike "$said" 'is not a known type|no value can have' 'the warning about unknown types can be turned off'
like "$said" 'warning: .* is declared .int., but has type' '... by itself'
said=$(compile "$tmp/convert.c" "$tmp/convert.o" -Wno-incompatible-pointer-types -Wno-uninitialized)
unlike "$said" 'struct other \*.$|uninitialized' '-Wno-incompatible-pointer-types, -Wno-uninitialized'
like "$(compile "$tmp/convert.c" "$tmp/convert.o")" 'error: .*Werror=incompatible-pointer-types' \
	'what the kernel makes an error for a parameter is one for a probe'

# What ordinary code gets under other options, a probe's argument gets.
cat > "$tmp/same.c" <<'END'
#include <linux/sdt.h>
#include <linux/types.h>
/* Without the plugin, GCC 14 does not warn of a variable that a probe reads as it is. */
#if defined(__SDT_UNIT) && __GNUC__ == 14
#define WHOLE	0
#else
#define WHOLE	c
#endif
void called(u8 a);
void ordinary(int i, int c);
void ordinary(int i, int c)
{
	int maybe, whole;
	if (c)
		called(maybe & 1);
	if (WHOLE)
		called(whole);
	called(-1); called(i & 0xff); called(i & 0x3f);
	called(i); called(256); called(c ? i : 1);
	switch (c) {
	case 1:
		__attribute__((__fallthrough__));
	case 2:
		__attribute__((__fallthrough__));
	case 3:
		break;
	}
}
void probed(int i, int c);
void probed(int i, int c)
{
	int maybe, whole;
	if (c)
		DTRACE_PROBE1(p, u8, maybe & 1);
	if (WHOLE)
		DTRACE_PROBE1(x, u8, whole);
	DTRACE_PROBE1(q, u8, -1); DTRACE_PROBE1(r, u8, i & 0xff); DTRACE_PROBE1(s, u8, i & 0x3f);
	DTRACE_PROBE1(t, u8, i); DTRACE_PROBE1(u, u8, 256); DTRACE_PROBE1(v, u8, c ? i : 1);
	switch (c) {
	case 1:
		DTRACE_PROBE1(w1, bool, i);
		DTRACE_PRINTF("fall %d", i);
	case 2: {
		DTRACE_PROBE1(w1, bool, i);
	}
	case 3:
		DTRACE_PROBE(w2);
	}
}
END
# same_warnings WHAT [FLAG...]: that holds, under these flags; sets $said to the warnings
same_warnings()
{
	local what=$1
	shift
	for flags in -w -Wimplicit-fallthrough=5 -Wsign-conversion -Wconversion -Wmaybe-uninitialized; do
		said=$(compile "$tmp/same.c" "$tmp/same.o" $flags "$@" | sed -n 's/.*warning: //p')
		is "$(printf '%s\n' "$said" | sort | uniq -c | awk '$1 % 2' | sed '/^ *1 *$/d')" '' \
			"$what, $flags: a probe gets the same warnings as a call"
	done
	like "$said" 'maybe. may be used uninitialized' '... and there are some'
}

same_warnings 'with the plugin'
is "$(compile "$here/cases/idioms.c" "$tmp/idioms.o" -Werror)" '' '... and idioms of the kernel none'
plugin_cc=$kernel_cc
kernel_cc=$plain_cc
same_warnings 'without it' '-D__SDT_UNIT="unit"'
is "$(compile "$here/cases/idioms.c" "$tmp/idioms.o" '-D__SDT_UNIT="unit"' -Werror)" '' \
	'... and idioms of the kernel none'
# A pointer and what it leads to
cat > "$tmp/wrong.c" <<'END'
#include <linux/sdt.h>
struct one;
struct two;
void called(char *a, int b, struct one *c);
void ordinary(int i, char *s, struct two *p);
void ordinary(int i, char *s, struct two *p)
{
	called(i, s, p);
}
void probed(int i, char *s, struct two *p);
void probed(int i, char *s, struct two *p)
{
	DTRACE_PROBE3(p, char *, i, int, s, struct one *, p);
}
END
said=$(compile "$tmp/wrong.c" "$tmp/wrong.o" '-D__SDT_UNIT="unit"' |
	sed -n 's/.*\(warning\|error\): .*\[-W\(error=\)\{0,1\}\([a-z-]*\)\]$/\3/p')
is "$(echo "$said" | sort | uniq -c | xargs)" '2 incompatible-pointer-types 4 int-conversion' \
	'... also those about pointers'
kernel_cc=$plugin_cc

# A variable that is set inside an argument, where debugging information names its value
cat > "$tmp/inside.c" <<'END'
#include <linux/sdt.h>
void inside(int x);
void inside(int x)
{
	DTRACE_PROBE1(p, int, ({ int r; if (x) r = 1; else r = 2; r; }));
	DTRACE_PRINTF("%d", ({ int r; r = x; r; }));
	DTRACE_PROBE1(p, int, ({ int unset; unset; }));
}
END
# GCC 11 has no such option.
auto_init=-ftrivial-auto-var-init=zero
"$CC" $auto_init -fsyntax-only -x c /dev/null 2> "$tmp/log" || auto_init=
is "$(compile "$tmp/inside.c" "$tmp/inside.o" -g $auto_init | sed -n 's/.*warning: .*\(unset\).* is used/\1 is used/p')" \
	'unset is used uninitialized [-Wuninitialized]' 'a variable inside an argument'

# table OBJECT: what sdtinfo makes of it
table()
{
	"$sdtinfo" link --module m -o "$tmp/table.s" "$1" && cat "$tmp/table.s"
}
# shown OBJECT: each argument of its table, with its bound
shown()
{
	table "$1" | sed -n 's/.*, \([0-9]*\)\t\/\* [0-9]*, \(.*\) \*\/$/\2 \1/p'
}

# In both forms: C23's numbers
cat > "$tmp/separators.c" <<'END'
#include <linux/sdt.h>
void f(int x, unsigned char *p);
void f(int x, unsigned char *p)
{
	DTRACE_PROBE(numbers, int a, x + 1'000, long b, 0x1'0000, int c, ',', const char *d, u8"a',b",
		     unsigned char e[1'0], p, char f, L'\'' ? u8'g' : 'h', unsigned char g[(1'0 + 1)], p);
}
END
# (without the kernel's headers, which define what C23 has)
if "$CC" -std=gnu2x -fsyntax-only -include "$tmp/separators.c" "-I$top/kbuild/include" -x c /dev/null 2> "$tmp/log"; then
	for form in "-fplugin=$plugin" '-D__SDT_UNIT="unit"'; do
		rm -f "$tmp/separators.o"
		"$CC" -O2 -fno-pie -std=gnu2x "$form" "-I$top/kbuild/include" -c -o "$tmp/separators.o" "$tmp/separators.c"
		is "$(shown "$tmp/separators.o")" "a: int 0
b: long int 0
c: int 0
d: const char * 0
f: char 0" "$form: a number can have separators"
	done
else
	ok 0 'separators in numbers # SKIP not with this compiler'
fi

cat > "$tmp/atomic.c" <<'END'
#include <linux/sdt.h>
struct s { _Atomic long l; _Atomic _Bool b; _Atomic unsigned short h; };
static _Atomic int v;
void f(struct s *s);
void f(struct s *s)
{
	DTRACE_PROBE(atomic, _Atomic int x, v, int, v, _Atomic(int) y, v, _Atomic long, s->l,
		     _Atomic _Bool c, s->b, _Atomic(unsigned short) z, s->h);
}
END
for unit in A '__SDT_UNIT="unit"'; do
	[ $unit = A ] || kernel_cc=$plain_cc
	is "$(compile "$tmp/atomic.c" "$tmp/atomic.o" "-D$unit")" '' "-D$unit: atomic types compile silently"
	is "$(shown "$tmp/atomic.o")" "x: int 0
v: int 0
y: int 0
l: long int 0
c: _Bool 0
z: short unsigned int 0" '... and a value has the type without _Atomic'
done
kernel_cc=$plugin_cc

# Compiled from preprocessed source, probes are the same.
cat > "$tmp/macros.c" <<'END'
#include <linux/kernel.h>
#include <linux/sdt.h>
#define LENGTH (SIZE + 1)
#define SIZE 5
#define BYTES u8 *
#define CALL(x) x
struct s { int a; };
#define ALIAS s
void f(u8 *p, struct s *q);
void f(u8 *p, struct s *q)
{
	DTRACE_PROBE3(one, const u8 mac[LENGTH], p, const BYTES all, p, struct ALIAS *s, q);
#undef SIZE
#define SIZE 7
	DTRACE_PROBE3(two, size_t SIZE, 3, u8 bytes[SIZE], p, CALL(u8) *c, p);
}
END
# preprocessed FILE FLAG...: FILE.i becomes FILE.o, with these flags for each of the two steps
preprocessed()
{
	local file=$1
	shift
	(cd "$KDIR" && eval "$kernel_cc" '"$@"' -E -o '"$file.i"' '"$file.c"') 2> "$tmp/log"
	compile "$file.i" "$file.o" -fpreprocessed "$@"
}
is "$(compile "$tmp/macros.c" "$tmp/macros.o")" '' 'types and bounds that are macros'
wanted=$(table "$tmp/macros.o")
for way in -save-temps=obj -E '-E -fdirectives-only'; do
	rm "$tmp/macros.o"
	case $way in
	-E*) said=$(preprocessed "$tmp/macros" ${way#-E}) ;;
	*) said=$(compile "$tmp/macros.c" "$tmp/macros.o" $way) ;;
	esac
	is "$said" '' "$way: the preprocessed source compiles silently"
	is "$(table "$tmp/macros.o")" "$wanted" '... and has the same probes'
done
done_testing
