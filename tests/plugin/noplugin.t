#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Without the plugin, <linux/sdt.h> compiles to nothing, or makes probes where sdt.mk has it do so.
# refused.t has what it refuses.
. "$(dirname "$0")/lib.sh"

kernel_flags
cat > "$tmp/good.c" <<'END'
#include <linux/sdt.h>
extern int never(int);
int f(int a, char *s);
int f(int a, char *s)
{
	int only_for_the_probe = a * 2;

	if (a)
		DTRACE_PROBE8(f, int, a, char *text, s, file *, s, int, DTRACE_PURE(never(a)),
			      int, only_for_the_probe, int, 6, int, 7, int, 8);
	else
		DTRACE_PROBE(g);
	DTRACE_PROBE(h, int, never(a), char *, "a, b", int, ({ int u = 1, v = 2; u + v; }), int, 4,
		     int, 5, int, 6, int, 7, int, 8, int, 9, int, 10, int, 11,
		     int, 12, int, 13, int, 14, int, 15, file *, s, int, 17, int, 18, int, 19,
		     int, 20, int, 21, int, 22, int, 23, int, 24, int, 25, int, 26, int, 27,
		     int, 28, int, 29, int, 30, int, 31, file *, s);
	if (DTRACE_PROBE_ENABLED(f))
		never(a);
	return a;
}
END
printf 'int f(int a, char *s);\nint f(int a, char *s)\n{\n\t(void)s;\n\treturn a;\n}\n' > "$tmp/plain.c"

cat > "$tmp/inline.c" <<'END'
#include <linux/sdt.h>
inline __attribute__((__gnu_inline__)) extern int in_both(int x);
inline __attribute__((__gnu_inline__)) extern int in_both(int x)
{
	DTRACE_PROBE1(in_both, int, x);
	return x;
}
inline int in_c99(int x);
inline int in_c99(int x)
{
	if (DTRACE_PROBE_ENABLED(in_c99))
		DTRACE_PROBE1(in_c99, __auto_type, x);
	return x;
}
int f(int x);
int f(int x)
{
	return in_both(x) + in_c99(x);
}
END
cat > "$tmp/bound.c" <<'END'
#include <linux/sdt.h>
void f(int len, char *text);
void f(int len, char *text)
{
	DTRACE_PROBE(f, int len, len, char text[len], text);
}
END
# Any word that an author may have defined as a macro before, but those of C and of this file
cat > "$tmp/words.c" <<'END'
#ifdef __KERNEL__
#include <linux/module.h>
#include <linux/objtool.h>
#endif
#include "words.h"
#include <sys/sdt.h>
SDT_PROVIDER_DEFINE(zz1);
SDT_PROBE_DECLARE(zz1, , , zz2);
SDT_PROBE_DEFINE(zz1, , , zz3);
SDT_PROBE_DEFINE2(zz1, , , zz4, "int", "char *");
SDT_PROBE_DEFINE1_XLATE(zz1, , , zz5, "int", "long");
DTRACE_PROVIDER_TRUSTED(zz6);
int zz0(int zz7, char *zz8);
int zz0(int zz7, char *zz8)
{
	DTRACE_PROBE(zz9, int, zz7, __auto_type, zz7, char *, zz8, unsigned int DTRACE_HEX zz10, zz7,
		     unsigned char zz11[4], (unsigned char *)zz8);
	DTRACE_PROBE1(zz12, _Bool, DTRACE_PURE(zz7));
	SDT_PROBE2(zz1, , , zz4, zz7, zz8);
	SDT_PROBE0(zz1, , , zz2);
	DTRACE_IO1(zz13, char *, zz8);
	DTRACE_PRINTF("%d %s", zz7, zz8);
	DTRACE_PRINTF_NAMED(zz14, "%d", zz7);
	DTRACE_PRINTF_PREFIX(__zz6_zz15, "%s", zz8);
	DTRACE_PROBE_TEXT(zz16, "%d %s %lu", int zz17, zz7, char *, zz8, __auto_type, sizeof(zz8));
	return DTRACE_PROBE_ENABLED(zz9) || DTRACE_PROBE_ENABLED(__zz6_zz15_d) || DTRACE_IO_ENABLED(zz13);
}
END
(cd "$top/kbuild/include" && cat linux/sdt.h linux/sdt_providers.h linux/sdt_sites.h sys/sdt.h) |
	tr '\n' '\1' | sed 's:/\*[^*]*\**\([^/*][^*]*\**\)*/: :g' | tr '\1' '\n' |
	sed 's/"[^"]*"//g; /^# *include/d; /^# *pragma/d; s/^# *[a-z]*//' |
	grep -o '[A-Za-z_][A-Za-z_0-9]*' | sort -u |
	grep -vxE "__.*|_[A-Z]\w*|DTRACE_\w*|SDT_\w*|CONFIG_\w*|KBUILD_\w*|defined|asm|char|const|default|do|double|else|enum|extern|float|goto|if|inline|int|long|return|short|signed|sizeof|static|struct|switch|case|typedef|unsigned|void|volatile|while" |
	sed 's/.*/#ifndef &\n#define & @\n#endif/' > "$tmp/words.h"

for form in "$kernel_cc" "$plain_cc -D__SDT_UNIT='\"unit\"'"; do
	is "$(cd "$KDIR" && eval "$form" -c -o '"$tmp/words.o"' '"$tmp/words.c"' 2>&1)" '' \
		"in a module, any word can be a macro of the author's"
done

# bad STATEMENT [FLAG...]: compiles it, sets $said
bad()
{
	printf '#include <linux/sdt.h>\nstruct s { int a, b; };\nvoid f(int x);\nvoid f(int x) { %s; }\n' \
		"$1" > "$tmp/bad.c"
	shift
	said=$($cc $flags "$@" -c -o "$tmp/bad.o" "$tmp/bad.c" 2>&1)
}

for cc in "${CROSS_COMPILE-}gcc" "$clang"; do
	if ! command -v "${cc%% *}" > /dev/null; then
		ok 0 "$cc # SKIP there is no $cc here"
		continue
	fi
	flags="-O2 -fno-pie -Wall -Wextra -Werror -I$top/kbuild/include"
	# As sdt.mk does it
	case $cc in clang*) flags="$flags -Xclang -fno-recovery-ast" ;; esac
	for f in good plain; do
		said=$($cc $flags -c -o "$tmp/$f.o" "$tmp/$f.c" 2>&1) || break
	done
	is "$said" '' "$cc: good code compiles silently"
	is "$("${CROSS_COMPILE-}objdump" -d "$tmp/good.o" | sed 1,3d)" "$("${CROSS_COMPILE-}objdump" -d "$tmp/plain.o" | sed 1,3d)" \
		"$cc: the code is the same as without probes"
	is "$("${CROSS_COMPILE-}nm" -u "$tmp/good.o")" '' "$cc: nothing is called"
	for std in c90 gnu90 c99 gnu99 c11 gnu11 gnu17; do
		is "$($cc -std=$std $flags -c -o "$tmp/good.o" "$tmp/good.c" 2>&1)" '' \
			"... also with -std=$std"
	done
	bad 'DTRACE_PROBE2(a, char *, 0, char *, x)' '-D__SDT_UNIT="unit"'
	like "$said" 'passing (argument 2 of|.int. to parameter)' "$cc: the number of a wrong argument"
	# pairs, and the arguments of a message, one more than there can be
	pairs=$(printf ', int, x%.0s' $(seq 33)) many=$(printf ', x%.0s' $(seq 33))
	for probe in "DTRACE_PROBE(a$pairs)" "DTRACE_PRINTF(\"\"$many)"; do
		bad "$probe" '-D__SDT_UNIT="unit"' -Wno-format-extra-args
		like "$said" '33 arguments; at most 32 are possible' "$cc: too many arguments: ${probe%%(*}"
	done
	for unit in A '__SDT_UNIT="unit"'; do
		bad 'SDT_PROBE2(p, , , name, x)' "-D$unit" -include sys/sdt.h
		like "$said" 'SDT_PROBE: .*number.* arguments' \
			"$cc, -D$unit: the message is that of the macro"
	done
	# Without debugging information, "sdtinfo link" does not know these types.
	for probe in 'DTRACE_PROBE(a, __auto_type, (__int128)x)' 'DTRACE_PRINTF("%d", (__int128)x)' \
		'SDT_PROBE1(p, , , name, (__int128)x)'; do
		bad "$probe" '-D__SDT_UNIT="unit"' -Wno-format -include sys/sdt.h
		like "$said" 'integer of at most 64 bits' "$cc: no value of 128 bits: $probe"
	done
	# The macros make names of these words.
	is "$($cc $flags '-D__SDT_UNIT="unit"' -DODD=1,2 -DMANY=3,4 -DOTHER=5 -DPAIRS=6 -DARGS=7 \
		-c -o "$tmp/good.o" "$tmp/inline.c" 2>&1)" '' \
		"$cc: probes in functions that are inline and extern"
	is "$($cc $flags '-D__SDT_UNIT="unit"' -Wshadow -Wvla -c -o "$tmp/good.o" "$tmp/bound.c" 2>&1)" '' \
		"$cc: an argument named like a variable, and a bound"
	for unit in A '__SDT_UNIT="unit"'; do
		is "$($cc $flags "-D$unit" -c -o "$tmp/words.o" "$tmp/words.c" 2>&1)" '' \
			"$cc, -D$unit: any word can be a macro of the author's"
	done
done
done_testing
