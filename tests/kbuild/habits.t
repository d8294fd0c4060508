#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# habits.t - what authors write in Kbuild files holds for modules with probes: rules, recipes
# and variables of their own, whatever makes an object

. "$(dirname "$0")/lib.sh"

# part NAME: a source file of a module, with a probe
part()
{
	printf '#include <linux/sdt.h>\n\nint %s(int n);\nint %s(int n)\n{\n\tDTRACE_PROBE1(%s, int, n);\n\treturn n;\n}\n' \
		"$1" "$1" "$1"
}

# main_of FUNCTION...: a module's main source file, which calls these
main_of()
{
	for f; do echo "	extern int $f(int); $f(1);"; done | main_c
}

no_warn=-fplugin-arg-sdt_plugin-no-warn-messages
mkdir plugin bld src try one tool 'a=b'
cd plugin || exit 1

# A header that is made first, for modules of one file and of several
for m in header headers_main; do
	echo '	DTRACE_PROBE1(made, int v, MADE);' | main_c | sed "1i #include \"$m.h\"" >$m.c
done
# Objects by recipes of the author's: one of a module's, in both usual ways, and the module's own
for p in a b c d e inside lib1 lib2 ar1; do part $p >$p.c; done
main_of a b c d >recipe_main.c
main_of e >own_main.c
{ part top; main_of lib1 lib2 ar1 deep; } >archive_main.c
# A source file of the same name in a subdirectory, and one in a folder that is built elsewhere
mkdir deep vendor
part deep >deep/archive_main.c
printf 'lib-y := archive_main.o\nalways-y := lib.a\ninclude %s\n' "$sdt/kbuild/sdt.mk" >deep/Kbuild
main_of inside >below_main.c
# Variables of an object: flags of the compiler, for the target and by Kbuild's names
cat >flags.c <<'END'
#include <linux/module.h>
#include <linux/sdt.h>
#if BY_FILE + BY_TARGET + BY_KBUILD + ALL + BELOW != 5
# error a flag is lost
#endif
void flags(int n);
void flags(int n)
{
	DTRACE_PROBE1(flags, int, n);
}
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("a test");
END
sed 's/flags/subject/' flags.c >subject_main.c
: | main_c >plain.c
part shipped >vendor/made.c
printf 'include %s\n' "$sdt/kbuild/sdt.mk" >vendor/Kbuild
{ part top; main_of shipped; } >binary_main.c

cat >Kbuild <<END
ccflags-y := -DALL=1
CFLAGS_flags.o := -DBY_FILE=1
CFLAGS_subject_main.o := -DBY_FILE=1
include $sdt/kbuild/sdt.mk
ccflags-y += -DBELOW=1

obj-m := header.o headers.o recipe.o own.o archive.o flags.o subject.o binary.o plain.o
obj-m += below.o
# some once more, as by a second list
obj-m += flags.o headers.o
headers-y := headers_main.o
recipe-y := recipe_main.o linked.o merged.o
archive-y := archive_main.o lib.a more.a deep/lib.a
subdir-m := deep
lib-y := lib1.o lib2.o
subject-objs := subject_main.o
binary-y := binary_main.o shipped.o
below-m := below_main.o inside.o

\$(obj)/header.o \$(obj)/headers_main.o: \$(obj)/%.o: \$(obj)/%.h
\$(obj)/%.h:
	@sleep 1; echo '#define MADE 42' >\$@

LDFLAGS_linked.o := -r
targets += linked.o merged.o own.o a.o b.o c.o d.o e.o own_main.o ar1.o more.a
\$(obj)/linked.o: \$(obj)/a.o \$(obj)/b.o FORCE
	\$(call if_changed,ld)
quiet_cmd_merge = MERGE   \$@
      cmd_merge = \$(LD) -r -o \$@ \$(filter %.o,\$^)
\$(obj)/merged.o: \$(obj)/c.o \$(obj)/d.o FORCE
	\$(call if_changed,merge)
LDFLAGS_own.o := -r
\$(obj)/own_main.o \$(obj)/e.o: part-of-module := y
\$(obj)/own.o: \$(obj)/own_main.o \$(obj)/e.o FORCE
	\$(call if_changed,ld)
\$(obj)/more.a: \$(obj)/ar1.o FORCE
	\$(call if_changed,ar)
\$(obj)/deep/lib.a: \$(obj)/deep ;
# Linux 7.2 does not find it by its own rule in a module's folder.
\$(obj)/shipped.o: \$(src)/shipped.o_shipped
	cp \$< \$@

\$(obj)/flags.o \$(obj)/subject_main.o: ccflags-y += -DBY_TARGET=1
\$(obj)/flags.o \$(obj)/subject_main.o: KBUILD_CFLAGS += -DBY_KBUILD=1
END
cp -r . ../plain
probes()
{
	sites "$1.ko" | sed 's/ .*//; s/.*://' | paste -sd ' '
}

# folder WHAT ARG...: builds it and looks for the probes
folder()
{
	what=$1
	shift
	# An object whose source is not there
	make -C "$KDIR" M="$PWD/vendor" "$@" made.o >log 2>&1 &&
		mv vendor/made.o shipped.o_shipped
	mv vendor/.made.o.cmd .shipped.o.cmd
	kmake -j2 "$@"
	built "$what: -j2 builds all modules"
	unlike "$log" '[Ww]arning|WARNING' '... without a warning'
	is "$(for m in header headers recipe own archive flags subject binary below plain; do
		echo "$m: $(probes $m)"
	done)" "header: made
headers: made
recipe: a b c d
own: e
archive: ar1 deep lib1 lib2 top
flags: flags
subject: subject
binary: shipped top
below: inside
plain: " '... with the probes of each'
	unlike "$(nm -u ./*.ko)" '__sdt_' '... and no undefined symbol of ours'
	is "$("$sdt/tools/sdtinfo/sdtinfo" verify ./*.ko 2>&1 | grep -v -e ': ok, ' -e plain.ko)" '' \
		'... and what verify looks for'
	kmake "$@"
	is "$(printf '%s\n' "$log" | grep '  [A-Z]* ')" '' '... a second build does nothing'
}
folder 'the plugin'
cd ../plain || exit 1
folder 'without the plugin' sdt-plugin=n

# A folder whose name make could take for an assignment, with flags for make; and other things that one asks make for
cd '../a=b' || exit 1
part one >one.c
echo 'MODULE_LICENSE("GPL"); MODULE_DESCRIPTION("a test");' >>one.c
sed -i '1i #include <linux/module.h>' one.c
printf 'obj-m := one.o\ninclude %s\n' "$sdt/kbuild/sdt.mk" >Kbuild
for form in y n; do
	kmake clean
	kmake "sdt-plugin=$form" ccflags-y=-DDEBUG
	built "= in the name of the folder, and ccflags-y given to make, sdt-plugin=$form"
	is "$(probes one)" one '... the module has its probe'
	like "$(cat .one.o.cmd)" ' -DDEBUG ' '... and its flag'
done
cp one.c Kbuild ../one
cd ../one || exit 1
for form in y n; do
	for goal in one.i one.s one.o; do
		rm -f $goal
		make -C "$KDIR" M="$PWD" "sdt-plugin=$form" $goal >log 2>&1
		is "$?$(test -s $goal; echo $?)" 00 "make $goal, sdt-plugin=$form" || note "$(cat log)"
	done
done

# An option of the plugin, and what it means without it
sed -i 's/DTRACE_PROBE1.*/&\n\tDTRACE_PRINTF("at %pISpc\\n", \&n);/' one.c
for form in y n; do
	for option in '' "ccflags-y += $no_warn" "CFLAGS_one.o := $no_warn"; do
		printf '%s\n' 'obj-m := one.o' "$option" "include $sdt/kbuild/sdt.mk" >Kbuild
		touch one.c
		kmake "sdt-plugin=$form"
		is "$status:$(printf '%s\n' "$log" | grep -c 'warning:')" "0:$([ -n "$option" ]; echo $?)" \
			"sdt-plugin=$form, a message that a record cannot hold, ${option:-no option}"
	done
done
cp '../a=b/one.c' one.c

# What objtool has to read: once, and whatever Kbuild leaves out
objtool()
{
	printf '%s\n' "$log" | sed -n 's|.*objtool/objtool .* \([^ ]*/\)*\([a-z._]*\.o\) *$|\2|p' |
		grep -v '[.]mod[.]o$' | LC_ALL=C sort | paste -sd ' '
}
cd ../tool || exit 1
for file in checked left linked_main own_main; do cp ../one/one.c $file.c; done
cat >Kbuild <<END
obj-m := checked.o left.o linked.o own.o
linked-y := linked_main.o
OBJECT_FILES_NON_STANDARD_left.o := y
targets += own.o own_main.o
\$(obj)/own_main.o: part-of-module := y
cmd_mine = \$(LD) -r -o \$(abspath \$@) \$<
\$(obj)/own.o: \$(obj)/own_main.o FORCE
	\$(call if_changed,mine)
include $sdt/kbuild/sdt.mk
END
kmake V=1
built 'objtool: all modules are built'
config()
{
	grep -q "^$1=y" "$KDIR/include/config/auto.conf"
}
if ! config CONFIG_OBJTOOL; then
	want=
elif config CONFIG_X86_KERNEL_IBT || config CONFIG_LTO_CLANG; then
	want='checked.o linked.o own.sdt.o'
else
	want='checked.o left.sdtinfo.o linked.sdtinfo.o linked_main.o own.sdtinfo.o own_main.o'
fi
is "$(objtool)" "$want" '... it reads each table once'
kmake clean
kmake CONFIG_OBJTOOL= M="$(realpath --relative-to="$KDIR" .)"
built '... a kernel that has no objtool, and a relative path of the folder'

# The compiler's name is several words, or has another value; its command is repeated by hand
cd ../one || exit 1
kmake sdt-plugin=n
for cc in "A=1 $kernel_cc" "env \"$kernel_cc\""; do
	kmake sdt-plugin=n CC="$cc"
	built "CC='$cc'"
	is "$(lines 'CC .*one\.o$')" 1 '... another compiler compiles the module again'
	is "$(probes one)" one '... and it has its probe'
done
rm one.o
command=$(sed -n 's/^[a-z]*cmd_[^ ]* := \([^;]*\).*/\1/p' .one.o.cmd)
case $command in
*' one.c'*) folder=. ;;		# since Linux 6.13
*) folder=$KDIR ;;
esac
(cd "$folder" && echo "$command" | CC=$kernel_cc sh) >log 2>&1
is "$?$(test -s one.o; echo $?)" 00 'the command of a compilation can be repeated by hand' || note "$(cat log)"

# The Kbuild file of a build folder, with the sources elsewhere, as Linux up to 6.9 lets it be
cd ../src || exit 1
main_of two >one.c
part two >two.c
cp one.c many.c
cd ../bld || exit 1
printf 'src := %s\nobj-m := many.o\nmany-y := one.o two.o\ninclude %s\n' "$tmp/src" "$sdt/kbuild/sdt.mk" >Kbuild
sed 's/^obj.*/obj-m := single.o/; /many/d; /sdt.mk/d' Kbuild >bare
echo '	DTRACE_PROBE(single);' | main_c >../src/single.c
sed 's/DTRACE.*//; /sdt.h/d' ../src/single.c >../src/bare.c
printf 'src := %s\nobj-m := bare.o\n' "$tmp/src" >../try/Kbuild
cd ../try || exit 1
kmake
if [ "$status" -eq 0 ]; then
	cd ../bld || exit 1
	sed -i 's/^obj-m.*/obj-m := many.o single.o/' Kbuild
	for form in y n; do
		kmake clean
		kmake "sdt-plugin=$form"
		built "src is set to another folder, sdt-plugin=$form"
		is "$(probes many) $(probes single)" 'two single' '... both kinds of modules have their probes'
	done
fi

done_testing
