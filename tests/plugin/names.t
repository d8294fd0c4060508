#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The names of probes and fields do not depend on the form: with the plugin and without it, a
# source has the same providers, the same messages keep their names, and "sdtinfo link" warns
# of, and refuses, the same.
. "$(dirname "$0")/lib.sh"

LC_ALL=C
export LC_ALL
cd "$tmp" || exit 1
forms='plugin plain'
! command -v "${clang%% *}" > /dev/null || forms="$forms clang"

# object FORM FILE.c [FLAG...]: compiles it to FILE.o
object()
{
	local form=$1 unit=${2%.c} compiler=$CC
	shift 2
	[ "$form" != clang ] || compiler=$clang
	case $form in
	plugin) set -- "-fplugin=$plugin" "$@" ;;
	*) set -- "-D__SDT_UNIT=\"$unit\"" "$@" ;;
	esac
	$compiler -O2 -fno-pie -Wall -Werror -I"$top/kbuild/include" "$@" -c -o "$unit.o" "$unit.c" 2>&1
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

# all WHAT WANTED FILE.c...: the same in all forms
all()
{
	local what=$1 wanted=$2 form
	shift 2
	for form in $forms; do
		is "$(linked $form "$@")" "$wanted" "$form: $what"
	done
}

# -- symbols -----------------------------------------------------------------

# Behind a dot, tools take these for the parts and copies of a function that compilers make.
cat > cold.c <<'END'
#include <sys/sdt.h>
#include <linux/sdt.h>
DTRACE_PROVIDER(coldplug);
SDT_PROVIDER_DEFINE(part);
SDT_PROBE_DEFINE0(part, , isra, cold);
int cold_reset(int x);
int cold_reset(int x)
{
	DTRACE_PROBE1(cold__reset, int, x);
	DTRACE_PROBE1(__coldplug_constprop, int, x);
	DTRACE_PRINTF("cold reset %d", x);
	SDT_PROBE0(part, , isra, cold);
	return DTRACE_PROBE_ENABLED(cold__reset) + SDT_PROBES_ENABLED();
}
END
all 'names that mean something to tools' 'cold.c:9 sdt:m:cold_reset:cold-reset
cold.c:10 coldplug:m:cold_reset:constprop
cold.c:11 sdt:m:cold_reset:cold-reset-2
cold.c:12 part:m:isra:cold' cold.c
for form in $forms; do
	linked $form cold.c > linked
	${CROSS_COMPILE-}gcc -c -o table.o table.s
	is "$("${CROSS_COMPILE-}nm" cold.o table.o | awk '$NF ~ /^__sdt_(probe|enabled|place)/ && $NF ~ /[.]/')" \
		'' "$form: no dot in the symbols of its sites"
done

# -- tests of probes that are not there ------------------------------------------

cat > removed.c <<'END'
#include <linux/sdt.h>
DTRACE_PROVIDER(foo);
void removed(int x);
void removed(int x)
{
	if (0) {
		DTRACE_PROBE1(gone, int, x);
		DTRACE_PROBE1(__foo_gone, int, x);
	}
	DTRACE_PROBE1(here, int, x);
}
END
cat > asks.c <<'END'
#include <linux/sdt.h>
DTRACE_PROVIDER(foo);
int asks(void);
int asks(void)
{
	return DTRACE_PROBE_ENABLED(gone) + DTRACE_PROBE_ENABLED(__foo_gone);
}
END
cat > mistaken.c <<'END'
#include <linux/sdt.h>
int mistaken(void);
int mistaken(void)
{
	return DTRACE_PROBE_ENABLED(heer);
}
END
all 'a probe that the compiler removes can be asked for' 'removed.c:10 sdt:m:removed:here' \
	removed.c asks.c
# As with -fno-toplevel-reorder, which keeps what dead code has
for form in $forms; do
	case $form in clang) continue ;; esac
	object $form removed.c -fno-toplevel-reorder
	object $form asks.c
	is "$("$sdtinfo" link --module m -o table.s removed.o asks.o 2>&1)$(grep -c '^	/\* probe' table.s)" 1 \
		"$form: ... also if its site record stays"
done
all 'a name that nothing has draws a warning' "mistaken.c:5: warning: DTRACE_PROBE_ENABLED(heer) in mistaken() is always false: module m has no such probe
removed.c:10: note: did you mean here, which is here?
removed.c:10 sdt:m:removed:here" removed.c mistaken.c

# -- providers ---------------------------------------------------------------

# missed PLACE NAME PROVIDER OTHER: the warning of a name at PLACE that begins with OTHER
missed()
{
	local other=", or its name without '__'"
	[ "$3" = sdt ] || other=
	echo "$1: warning: probe $2 is of provider $3, not $4: write DTRACE_PROVIDER($4); above it$other"
}

cat > declared.c <<'END'
#include <linux/sdt.h>
DTRACE_PROVIDER(mydrv);
void declared(int x);
void declared(int x) { DTRACE_PROBE1(__mydrv_start, int, x); }
END
cat > below.c <<'END'
#include <linux/sdt.h>
void above(int x);
void above(int x)
{
	DTRACE_PROBE1(__mydrv_start, int, x);
	DTRACE_PROBE1(__mydrv_second, int, x);
}
DTRACE_PROVIDER(mydrv);
void below(int x);
void below(int x) { DTRACE_PROBE1(__mydrv_done, int, x); }
END
cat > other.c <<'END'
#include <linux/sdt.h>
void other(int x);
void other(int x)
{
	DTRACE_PROBE1(__mydrv_again, int, x);
	DTRACE_PROBE1(__sdt_mydrv_explicit, int, x);
	DTRACE_PROBE1(mydrv_plain, int, x);
	DTRACE_PROBE1(__io_start, int, x);
}
END
cat > longer.c <<'END'
#include <linux/sdt.h>
DTRACE_PROVIDER(my);
void longer(int x);
void longer(int x)
{
	DTRACE_PROBE1(__my_drv_start, int, x);
	DTRACE_PRINTF_PREFIX(__my_drv_log, "text");
	if (DTRACE_PROBE_ENABLED(__my_drv_start))
		DTRACE_PROBE1(__my_start, int, x);
}
END
cat > longest.c <<'END'
#include <linux/sdt.h>
DTRACE_PROVIDER(my_drv);
void longest(int x);
void longest(int x) { DTRACE_PROBE1(__my_drv_end, int, x); }
END
cat > freebsd.c <<'END'
#include <sys/sdt.h>
SDT_PROVIDER_DEFINE(mydrv);
SDT_PROBE_DEFINE1(mydrv, , , use, "int");
void freebsd(int x);
void freebsd(int x) { SDT_PROBE1(mydrv, , , use, x); }
END
cat > empty.c <<'END'
#include <linux/sdt.h>
DTRACE_PROVIDER(mydrv);
END

all 'a provider that is declared' 'declared.c:4 mydrv:m:declared:start' declared.c
all 'a provider holds below its declaration; one warning for each in a file' \
	"$(missed below.c:5 mydrv_start sdt mydrv)
below.c:5 sdt:m:above:mydrv_start
below.c:6 sdt:m:above:mydrv_second
below.c:10 mydrv:m:below:done" below.c
others='other.c:5 sdt:m:other:mydrv_again
other.c:6 sdt:m:other:mydrv_explicit
other.c:7 sdt:m:other:mydrv_plain
other.c:8 io:m:other:start'
all 'a provider of another file' "$(missed other.c:5 mydrv_again sdt mydrv)
declared.c:4 mydrv:m:declared:start
$others" declared.c other.c
all '... and one that is defined there' "$(missed other.c:5 mydrv_again sdt mydrv)
freebsd.c:5 mydrv:m:freebsd:use
$others" other.c freebsd.c
all 'no provider of the module' "$others" other.c
all '... nor is one without a probe, in a file without probes' "$others" other.c empty.c
all 'a longer provider' "$(missed longer.c:6 drv_start my my_drv)
longer.c:6 my:m:longer:drv_start
longer.c:7 my:m:longer:drv_log-text
longer.c:9 my:m:longer:start
longest.c:4 my_drv:m:longest:end" longer.c longest.c

# Objects that were linked into one are different files still.
for form in $forms; do
	object $form declared.c
	object $form other.c
	"${CROSS_COMPILE-}ld" -r -o both.o declared.o other.o
	like "$("$sdtinfo" link --module m -o table.s both.o 2>&1)" '^other\.c:5: warning: ' \
		"$form: the same in one object"
done

# -- messages ----------------------------------------------------------------

cat > named.c <<'END'
#include <linux/sdt.h>
void named(int x);
void named(int x)
{
	DTRACE_PRINTF("small buffer\n");
	DTRACE_PRINTF_NAMED(small__buffer, "buffer %d too small\n", x);
	DTRACE_PRINTF("small buffer %d\n", x);
	DTRACE_PRINTF_NAMED(small__buffer__2, "another\n");
	DTRACE_PRINTF("same words\n");
	DTRACE_PRINTF_NAMED(same__words, "same words\n");
	DTRACE_PRINTF_NAMED(same__words, "same words\n");
}
END
all "a message keeps the name that its author gave" 'named.c:5 sdt:m:named:small-buffer-3
named.c:6 sdt:m:named:small-buffer
named.c:7 sdt:m:named:small-buffer-4
named.c:8 sdt:m:named:small-buffer-2
named.c:9 sdt:m:named:same-words' named.c

# clash WHAT ERROR NOTE: two lines for clash.c, whose statements are on stdin
clash()
{
	{
		printf '#include <linux/sdt.h>\nvoid f(int x);\nvoid f(int x)\n{\n'
		cat
		echo '}'
	} > clash.c
	all "$1" "clash.c:5: error: $2
clash.c:6: note: $3" clash.c
}
clash 'one name for two messages' 'probe sdt:m:f:lost has message "a %d" here' \
	'... but message "b %d" here: rename one of them' <<'END'
	DTRACE_PRINTF_NAMED(lost, "a %d\n", x);
	DTRACE_PRINTF_NAMED(lost, "b %d\n", x);
END
clash 'one name for a message with other arguments' 'probe sdt:m:f:lost has message "a" here' \
	'... but message "b %d" here: rename one of them' <<'END'
	DTRACE_PRINTF_NAMED(lost, "a\n");
	DTRACE_PRINTF_NAMED(lost, "b %d\n", x);
END
one='probes with the same name are one event and have one set of types; rename one of them'
clash 'one name for one text of other types' \
	"arg0 (x) of probe sdt:m:f:lost is 'int' here" \
	"... but 'short int' here: $one" <<'END'
	DTRACE_PRINTF_NAMED(lost, "a %d\n", x);
	DTRACE_PRINTF_NAMED(lost, "a %d\n", (short)x);
END
clash 'the name of a probe for a message' 'probe sdt:m:f:lost names its function here' \
	'... but not here, in that function: they would be two events; rename one of them' <<'END'
	DTRACE_PRINTF_NAMED(lost, "a %d\n", x);
	DTRACE_PROBE1(lost, int, x);
END

clash 'one name for two texts' 'probe sdt:m:f:lost has message "a %d" here' \
	'... but message "b %d" here: rename one of them' <<'END'
	DTRACE_PROBE_TEXT(lost, "a %d\n", int, x);
	DTRACE_PROBE_TEXT(lost, "b %d\n", int, x);
END
clash 'a text, and the probe without one' 'probe sdt:m:f:lost has message "a %d" here' \
	'... but no message here: rename one of them' <<'END'
	DTRACE_PROBE_TEXT(lost, "a %d\n", int, x);
	DTRACE_PROBE1(lost, int, x);
END
cat > texts.c <<'END'
#include <sys/sdt.h>
void f(int x);
void g(int x);
void f(int x)
{
	DTRACE_PROBE_TEXT(f__small__buffer, "buffer %d\n", int, x);
	DTRACE_PRINTF("small buffer %d\n", x);
}
void g(int x)
{
	DTRACE_PROBE_TEXT(f__small__buffer, "buffer %d\n", int, x);
}
END
all 'a message makes room for the name of a text' 'texts.c:6 sdt:m:f:f-small-buffer
texts.c:7 sdt:m:f:small-buffer-2
texts.c:11 sdt:m:g:f-small-buffer' texts.c
cat > texts.c <<'END'
#include <sys/sdt.h>
SDT_PROBE_DEFINE1(sdt, , , lost, "int");
void f(int x);
void f(int x)
{
	DTRACE_PROBE_TEXT(lost, "a %d\n", int, x);
}
END
all 'a text, and a definition' 'texts.c:6: error: probe sdt:m:f:lost has message "a %d" here
texts.c:2: note: ... but no message here: rename one of them' texts.c

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
	unlike "$(cat table.s)" '"(common_|__probe_)' '... in the table'
done

# -- the names of fields -----------------------------------------------------

# rows TABLE: a function for each line of the table
rows()
{
	awk -F '\t' '!/^#/ && NF {
		statement = $2 ~ /;$/ ? $2 : "DTRACE_PROBE1(@, __auto_type, " $2 ");"
		gsub(/@/, "row" NR, statement)
		gsub(/\\ /, "\n\t", statement)
		printf "void f%d(PARAMETERS);\nvoid f%d(PARAMETERS)\n{\n\t%s\n}\n", NR, NR, statement
	}' "$here/names/$1"
}

# wanted TABLE: "fN NAMES TEXT" of each line
wanted()
{
	awk -F '\t' '!/^#/ && NF { print "f" NR "\t" $1 "\t" $2 }' "$here/names/$1"
}

# got OBJECT TABLE: the same with the names in the object
got()
{
	"$sdtinfo" link --module m -o table.s "$1" > link.log 2>&1 || return
	$CC -c -o table.o table.s
	"${CROSS_COMPILE-}ld" -r -o m.ko "$1" table.o
	"$sdtinfo" dump m.ko | awk '/^[a-z]/ { probe = $3 } /^ +arg[0-9]/ { names[probe] = names[probe] " " $2 }
		END { for (probe in names) print probe "\t" substr(names[probe], 2) }' > names
	awk -F '\t' 'NR == FNR { names[$1] = $2; next } !/^#/ && NF { print "f" FNR "\t" names["f" FNR] "\t" $2 }' \
		names "$here/names/$2"
}

# same WHAT OBJECT TABLE: the names are those in the table
same()
{
	got "$2" "$3" > got
	is "$(wanted "$3" | diff - got)" '' "$1: $(wanted "$3" | wc -l) fields have the names in $3"
}

for table in expressions kernel; do
	printf '#include "%s.h"\n' $table > $table.c
	rows $table >> $table.c
done
for form in $forms; do
	object $form expressions.c -I"$here/names" -Wno-error > log
	same "$form" expressions.o expressions
	cat log link.log | grep -c 'names of fields are ASCII' > count
	is "$(cat count)" "$(grep -c '[^ -~	]' "$here/names/expressions")" '... and one warning for each probe with others'
done
cat > shown.c <<'END'
#include <sys/sdt.h>
enum e { A, B };
SDT_PROVIDER_DEFINE(foo);
SDT_PROBE_DEFINE1_XLATE(foo, , , x, "int", "size_t größe");
SDT_PROBE_DEFINE2_XLATE(foo, , , y, "enum e DTRACE_FLAGS bits", "", "int", "foo_t");
void f(enum e e, int n);
void f(enum e e, int n)
{
	SDT_PROBE1(foo, , , x, n);
	SDT_PROBE2(foo, , , y, e, n);
}
END
for form in $forms; do
	object $form shown.c -g -Wno-error > log
	"$sdtinfo" link --module m -o table.s shown.o >> log 2>&1
	like "$(cat log)" 'argument 1 .*gr_e.*: names of fields are ASCII' \
		"$form: so are those of translated arguments"
	like "$(cat table.s)" '"gr_e"' '... in the table'
	like "$(cat table.s)" ' bits: enum e \*/' '... and how an argument is shown is no part of its type there'
done
kernel_flags
for kernel_cc in "$kernel_cc" "$plain_cc -D__SDT_UNIT='\"unit\"'"; do
	compile "$tmp/kernel.c" "$tmp/kernel.o" -I"$here/names" -w > log || note "$(cat log)"
	same "$(basename "$KDIR")" kernel.o kernel
done
done_testing
