#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# errors.t - what the build says when it cannot make a module

. "$(dirname "$0")/lib.sh"

# Two modules that are wrong each in its way, and one that is right
mkdir wrong
cd wrong || exit 1
main_c >clash_main.c <<'END'
	extern void part(void);
	int n = 1;

	part();
	DTRACE_PROBE1(same, int, n);
END
cat >clash_part.c <<'END'
#include <linux/sdt.h>

void part(void);
static void start(char *s)
{
	DTRACE_PROBE1(same, char *, s);
}

void part(void)
{
	start("text");
}
END
echo '	if (DTRACE_PROBE_ENABLED(no__such)) return 1;' | main_c >enabled.c
echo '	DTRACE_PROBE(fine);' | main_c >right.c
cat >Kbuild <<END
obj-m := clash.o enabled.o right.o
clash-y := clash_main.o clash_part.o
include $sdt/kbuild/sdt.mk
END
kmake -k
is "$(test "$status" -ne 0; echo $?)" 0 "two modules with errors: the build fails"
like "$log" '^clash_main.c:10: .*sdt:clash:start:same' \
	"one probe, two types: the first place is named"
like "$log" '^clash_part.c:6: ' "... and the second"
like "$log" '^enabled.c:6: warning: DTRACE_PROBE_ENABLED\(no__such\) in start\(\) is always false: module enabled has no such probe' \
	"DTRACE_PROBE_ENABLED of no probe: a warning"
is "$(lines 'SDTINFO \[M\].*right')" 1 "make -k goes on with the module that is right"
is "$(find . -name '*.ko' -o -name 'clash.sdtinfo.s')" "" \
	"nothing is left of the wrong ones"

sed -i 's/(same,/(other,/' clash_part.c
sed -i 's/if (.*/if (DTRACE_PROBE_ENABLED(such)) DTRACE_PROBE(such);/' enabled.c
kmake
built "corrected, the same folder builds"

# Settings below the include line
mkdir "$tmp/late"
cd "$tmp/late" || exit 1
echo '	DTRACE_PROBE(start);' | main_c >first.c
echo '	extern void part(void); part();' | main_c >second_main.c
printf '#include <linux/sdt.h>\n\nvoid part(void);\nvoid part(void)\n{\n\tDTRACE_PROBE(part);\n}\n' >part.c
# late LINE: builds with LINE there
late()
{
	printf 'obj-m := first.o second.o\nsecond-y := second_main.o part.o\ninclude %s\n%s\n' \
		"$sdt/kbuild/sdt.mk" "$1" >Kbuild
	kmake -j2
	like "$log" "sdt: $PWD/Kbuild: ${1%% *} .*kbuild/sdt.mk" \
		"$1 below the include line: the reason is said"
	unlike "$log" 'modpost|__sdt|MODPOST|  CC ' "... before anything is compiled"
}
late 'sdt-plugin := n'
late 'sdt-types := text'
late 'sdt-required := n'
late 'sdt-btf := y'
late 'sdt-srcroot += one two'
late 'sdt-dkms-tree := one'

# Settings that do not exist
mkdir -p "$tmp/settings"
cd "$tmp/settings" || exit 1
echo '	DTRACE_PROBE(start);' | main_c >sdt-one.c
# settings WHAT LINES WANTED ARG...: what is said of settings in a build with LINES above the include line
settings()
{
	printf 'obj-m := sdt-one.o\n%b\ninclude %s\n' "$2" "\$(or \$(sdt_dir),$sdt)/kbuild/sdt.mk" >Kbuild
	what=$1
	wanted=$3
	shift 3
	kmake "$@"
	built "$what"
	is "$(printf '%s\n' "$log" | sed -n 's/.*sdt: //p' | LC_ALL=C sort)" "$wanted" '... and what is said'
	rm -f sdt-one.ko
}
no="is not a setting of sdt.mk;"
typos=$(printf 'sdt-%s := n\\n' scrroot src_root srcroit srcroott srcrot)
settings 'names that are misspelled' "$typos" "$(printf '%b' "$typos" |
	sed -n "s|\(.*\) := n|$PWD/Kbuild: \1 $no did you mean sdt-srcroot?|p")" -j2
settings 'others, and one for make' 'sdt_plugin := n\nsdt-colour := n' \
	"$PWD/Kbuild: sdt-colour $no the settings are: sdt-srcroot sdt-dkms-tree sdt-plugin sdt-types sdt-required sdt-btf
$PWD/Kbuild: sdt_plugin $no did you mean sdt-plugin?
sdt-plugni $no did you mean sdt-plugin?" sdt-plugni=n
sdt_plugin=n
export sdt_plugin
settings 'what is right, or is for others' "sdt-plugin := n\nsdt-required := n\nsdt-btf := n\nsdt-srcroot := /
sdt-dkms-tree := /\nsdt-two-objs := x.o\nsdt-two-\$(CONFIG_NO) := x.o\nsdt_dir := $sdt
sdt-stops = \$(error it was expanded)" ''
unset sdt_plugin

# A source that is not there: make says so, as without sdt.mk
mkdir -p "$tmp/missing/folder"
cd "$tmp/missing" || exit 1
cp ../late/second_main.c ../late/part.c .
cp part.c folder/inner.c
# missing WHAT OBJECTS-LINE FILE ARG...
missing()
{
	printf 'obj-m := second.o\n%s\ninclude %s\n' "$2" "$sdt/kbuild/sdt.mk" >Kbuild
	what=$1
	file=$3
	shift 3
	for form in sdt-plugin=y sdt-plugin=n; do
		kmake "$form" "$@"
		like "$log" "No rule to make target '(.*/)?$file'" "$what, $form: make says which one"
		unlike "$log" 'sdtinfo:' "... and nobody else"
		kmake clean
	done
}
missing 'a missing source' 'second-y := second_main.o nosuch.o part.o' nosuch.o
missing '... in a folder, in -objs, as the first, with -j2' \
	'second-objs := folder/nosuch.o second_main.o folder/inner.o' folder/nosuch.o -j2
echo 'obj-m := folder/' >Kbuild
printf 'obj-m := second.o\nsecond-y := inner.o nosuch.o\ninclude %s\n' "$sdt/kbuild/sdt.mk" >folder/Kbuild
kmake
like "$log" "No rule to make target '(.*/)?folder/nosuch.o'" '... of a module in a folder'

# The include line: none, one that names nothing, one in the folder above only
mkdir -p "$tmp/include/below"
cd "$tmp/include" || exit 1
echo '	DTRACE_PROBE(start);' | main_c >below/one.c
page=$sdt/docs/troubleshooting.md
no_header()
{
	kmake
	found=$(printf '%s\n' "$log" | grep -o 'linux/sdt.h: No such file or directory')
	is "$found:$(grep -c "^| \"$found\"" "$page")" 'linux/sdt.h: No such file or directory:1' \
		"$1: troubleshooting.md has what GCC says"
}
echo 'obj-m := one.o' >below/Kbuild
echo 'obj-m := below/' >Kbuild
no_header 'no include line'
# shellcheck disable=SC2016	# for make
echo 'include $(shell pkg-config --variable=sdt-mk sdt)' >>below/Kbuild
no_header '... one that is misspelt'
sed -i '$d' below/Kbuild
echo "include $sdt/kbuild/sdt.mk" >>Kbuild
no_header '... one in the folder above'
tail -n 1 Kbuild >>below/Kbuild
kmake
built '... one in both: built'

# A compiler without the headers that plugins are compiled with, and one that is too old for it
cd "$tmp" || exit 1
mkdir empty module
copy_tree sdt
cat >cc <<END
#!/bin/sh
case "\$*" in
*-print-file-name=plugin*) echo $tmp/empty ;;
*) exec $kernel_cc "\$@" ;;
esac
END
sed "s|^\*-print.*|'-E -P -x c -') echo __clang__ 10 ;;|" cc >old-cc
chmod +x cc old-cc
before=$(find sdt | sort)
cd module || exit 1
echo '	DTRACE_PROBE(start);' | main_c >one.c
printf 'obj-m := one.o\ninclude %s\n' "$tmp/sdt/kbuild/sdt.mk" >Kbuild
kmake CC="$tmp/cc"
is "$(test "$status" -ne 0; echo $?)" 0 "no plugin headers: the build fails"
like "$log" "sdt: $tmp/cc .*gcc-$("$kernel_cc" -dumpversion)-plugin-dev" \
	"... and says what to install"
is "$(printf '%s\n' "$log" | grep -c sdt:)" 1 "... in one line"
is "$(lines CC)" 0 "... before anything is compiled"

# No headers, where the author does without probes rather than without the module
ln -s sdt "$tmp/current"
echo '	extern void part(void); part();' | main_c >two_main.c
cp ../late/part.c .
cat >Kbuild <<END
obj-m := one.o two.o
two-y := two_main.o part.o
ccflags-y := -fplugin-arg-sdt_plugin-no-warn-unresolved
CFLAGS_part.o := -fplugin-arg-sdt_plugin-verbose
sdt-required := n
include $tmp/current/kbuild/sdt.mk
END
kmake CC="$tmp/cc"
built "sdt-required := n: the modules are built"
is "$(printf '%s\n' "$log" | grep -c sdt:)" 1 "... with one line of ours"
like "$log" "sdt: sdt-required .*DTRACE_PROBE.*: $tmp/cc " \
	"... which says why"
is "$(sites one.ko; sites two.ko)" "" "... without probes"
is "$(find "$tmp/sdt" | sort | sed "s|^$tmp/||")" "$before" "nothing was written"
kmake CC="$tmp/cc"
is "$status $(lines '[A-Z]')" "0 0" "once more: nothing is built"
kmake CC="$tmp/old-cc"
built "a GCC that is too old for the plugin: they are built without it"
is "$(sites one.ko | wc -l; sites two.ko | wc -l)" "1
1" "... with probes"
ln -sfn "$sdt" "$tmp/current"
kmake
built "with a plugin, they are built again"
is "$(sites one.ko; sites two.ko)" "\
sdt:one:start:start one.c:6, in .init.text
sdt:two:part:part part.c:6" "... with probes"
like "$log" 'part\.c:6:[0-9]+: note: ' "... and obey the plugin's options"
kmake sdt-required=maybe
like "$log" 'sdt: sdt-required .*maybe' "sdt-required has two values"

# What make would take for two files
mkdir "$tmp/a b" "$tmp/module2"
ln -s "$tmp/sdt" "$tmp/a b/sdt"
cp one.c "$tmp/module2"
cd "$tmp/module2" || exit 1
printf 'obj-m := one.o\ninclude %s\n' "$tmp/a\\ b/sdt/kbuild/sdt.mk" >Kbuild
kmake
like "$log" 'sdt: .*kbuild/sdt.mk.* space' \
	"a tree whose path has a space: the reason is said"

done_testing
