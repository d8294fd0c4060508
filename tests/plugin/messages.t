#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Messages: the name, the text and the arguments of a DTRACE_PRINTF() in the object's table,
# and what the compiler says about its format.
. "$(dirname "$0")/lib.sh"

LC_ALL=C
export LC_ALL
kernel_flags
messages=$here/cases

# wanted FILE.c: the table that its comments have
wanted()
{
	sed -n 's,^[ 	]*/\*: \(.*\) \*/$,\1,p' "$messages/$1"
}

# table FILE.o: what the plugin wrote into it
table()
{
	python3 "$here/table.py" "$1" 2>&1
}

said=$(compile "$messages/messages.c" "$tmp/messages.o")
is "$said" '' 'messages compile silently'
wanted messages.c > "$tmp/wanted"
is "$(table "$tmp/messages.o" | diff - "$tmp/wanted")" '' '... and the table is that in the comments'
cat > "$tmp/name.c" <<END
#include <linux/sdt.h>
void name(void);
void name(void)
{
	DTRACE_PRINTF("in %s\n", __FILE_NAME__);
}
END
if compile "$tmp/name.c" "$tmp/name.o" > "$tmp/log"; then
	like "$(table "$tmp/name.o")" "filename string 8 'char \*'" '__FILE_NAME__ has a name, too'
else
	ok 0 '__FILE_NAME__ # SKIP GCC 11 does not have it'
fi
said=$(compile "$messages/said.c" "$tmp/said.o" -w)
unlike "$said" 'warning:' 'warnings about messages go with -w'

# The code of a message is that of any other probe.
site()
{
	cat > "$tmp/site.c" <<-END
	#include <linux/sdt.h>
	int f(int a, const char *s);
	int f(int a, const char *s)
	{
		$1;
		return a * 2;
	}
	END
	compile "$tmp/site.c" "$tmp/site.o" &&
		"${CROSS_COMPILE-}objdump" -d --no-show-raw-insn "$tmp/site.o" | sed 1,3d
}
is "$(site 'DTRACE_PRINTF("message %d of %s", a, s)')" \
	"$(site 'DTRACE_PROBE2(message__of, int, a, const char *, s)')" \
	'a message has the code of a probe with the same arguments'
is "$(site 'DTRACE_PROBE_TEXT(name, "message %d of %s", int, a, const char *, s)')" \
	"$(site 'DTRACE_PROBE2(message__of, int, a, const char *, s)')" '... and so has a probe with a text'

# Elsewhere a literal can be less obvious.
for flags in -O0 -Os '-O2 -fno-inline' '-std=gnu11 -O3'; do
	said=$(compile "$messages/messages.c" "$tmp/other.o" $flags)
	is "$said" '' "messages compile with $flags"
done
# A preprocessed source has no macros.
(cd "$KDIR" && eval "$kernel_cc" -E -o '"$tmp/messages.i"' '"$messages/messages.c"')
said=$(compile "$tmp/messages.i" "$tmp/other.o")
is "$said" '' 'a preprocessed source compiles'
is "$(table "$tmp/other.o" | grep -c '^probe')" "$(grep -c '^probe' "$tmp/wanted")" \
	'... with the same probes'

# Probes without the plugin have the same table, as a module has it.
# linked FORM [FLAG...]: makes $tmp/FORM.ko; prints what is said
linked()
{
	local form=$1
	shift
	compile "$messages/messages.c" "$tmp/object.o" "$@" &&
		"$sdtinfo" link --module messages -o "$tmp/table.s" "$tmp/object.o" 2>&1 &&
		"$cc" -c -o "$tmp/table.o" "$tmp/table.s" &&
		"${CROSS_COMPILE-}ld" -r -o "$tmp/$form.ko" "$tmp/object.o" "$tmp/table.o"
}

# dump FORM: its table, without places
dump() { "$sdtinfo" dump "$tmp/$1.ko" | sed '1d; /^ *site /d; s/^ *//; s/  */ /g'; }

is "$(linked plugin)" '' 'messages are linked'
is "$(kernel_cc=$plain_cc; linked none '-D__SDT_UNIT="unit"')" '' '... and those without the plugin'
ok "$([ "$(dump plugin | wc -l)" -gt 100 ]; echo $?)" "... $(dump plugin | wc -l) lines"
dump plugin > "$tmp/wanted"
# differences: those that stand beside the messages
differences()
{
	sed -n 's,.*/\* plain: \(arg[0-9]* [a-z]* \)\(.*\)\; not \(.*\) (.*) \*/$,< \1\3\n> \1\2,p' \
		"$messages/messages.c"
}
is "$(dump none | diff "$tmp/wanted" - | grep '^[<>]' | sort)" "$(differences | sort)" \
	'... have the same table, with the differences beside them'

# Both warn of the same conversions.
cat > "$tmp/held.c" <<'END'
#include <linux/sdt.h>
void f(int n, void *p);
void f(int n, void *p)
{
	DTRACE_PRINTF("%pISpc and %n\n", p, p);
	DTRACE_PRINTF("%d %m %s %pM %d%%\n", n, "s", p, n);
	DTRACE_PRINTF("%*pbl %.3pd\n", n, p, p);
}
END
# warnings: those of held.c in the input
warnings()
{
	sed -nE 's/^.*held\.c:([0-9]+):([0-9]+:)? warning: /\1: /p'
}
compile "$tmp/held.c" "$tmp/held.o" -Wno-format 2>&1 | warnings > "$tmp/wanted"
is "$(sed 's/ of .*; /; /' "$tmp/wanted")" "5: '%pISpc'; the address is recorded
5: '%n'; the address is recorded
6: '%m'; it is shown as text
7: '%*pbl'; the address is recorded
7: '%.3pd'; the address is recorded" 'the plugin warns of conversions that a record cannot hold'
(kernel_cc=$plain_cc; compile "$tmp/held.c" "$tmp/held.o" -Wno-format '-D__SDT_UNIT="unit"')
is "$("$sdtinfo" link --module held -o "$tmp/table.s" "$tmp/held.o" 2>&1 | warnings)" \
	"$(cat "$tmp/wanted")" '... and so does sdtinfo link without it'

# Where the macros are nothing, the format is compared as well, and there is no code.
cat > "$tmp/plain.c" <<'END'
#include <linux/sdt.h>
#define pr_fmt(format) "%s: " format, __func__
#define dbg(format, ...) DTRACE_PRINTF_PREFIX(dbg, "%d " format, __LINE__, ##__VA_ARGS__)
int never(int);
void f(int n, const char *s);
void f(int n, const char *s)
{
	DTRACE_PRINTF("plain\n");
	if (n)
		DTRACE_PRINTF("two %d %s\n", never(n), s);
	else
		DTRACE_PRINTF_NAMED(name, "%*d\n", n, n);
	DTRACE_PRINTF(pr_fmt("function\n"));
	DTRACE_PRINTF(("%d in parentheses\n"), n);
	DTRACE_PROBE_TEXT(text, "%s %d\n", const char *name, s, int, never(n));
	DTRACE_PROBE_TEXT(none, "none\n");
	dbg("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d", n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n);
}
END
for other in "$cc" clang; do
	command -v "$other" > /dev/null || continue
	plain="$other -O2 -Wall -Wextra -Werror -I$top/kbuild/include -c -o $tmp/plain.o"
	is "$($plain "$tmp/plain.c" 2>&1)" '' "without the plugin: ${other##*/} is silent"
	is "$("${CROSS_COMPILE-}nm" -u "$tmp/plain.o")" '' '... nothing is called'
	is "$("${CROSS_COMPILE-}objdump" -h "$tmp/plain.o" | grep sdt)" '' '... and nothing in the object'
	for bad in 'DTRACE_PRINTF("%s", n)' 'DTRACE_PRINTF("%d")' 'DTRACE_PRINTF(s)' \
		   'DTRACE_PRINTF("%d", undeclared)' 'DTRACE_PROBE_TEXT(name, s)' \
		   'DTRACE_PROBE_TEXT(name, "%d", int, undeclared)' 'DTRACE_PROBE_TEXT(name, "%d", n)' \
		   "DTRACE_PRINTF(\"\", $(seq -s ', ' 33))"; do
		printf '#include <linux/sdt.h>\nvoid f(int n, char *s);\nvoid f(int n, char *s) { (void)n; (void)s; %s; }\n' \
			"$bad" > "$tmp/bad.c"
		like "$($plain "$tmp/bad.c" 2>&1)" 'bad\.c:3:[0-9]+: error:' "... $bad is refused"
	done
done
done_testing
