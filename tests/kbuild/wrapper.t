#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# wrapper.t - a Makefile for people beside, or the same as, the Kbuild file

. "$(dirname "$0")/lib.sh"

# people ARG...: a plain make; sets $log and $status
people()
{
	status=0
	log=$(make --no-print-directory KDIR="$KDIR" "$@" 2>&1) || status=$?
}

# The same file: "plain make reads it first, and the kernel's make again"
mkdir same
cd same || exit 1
echo '	DTRACE_PROBE(start);' | main_c >same.c
cat >Makefile <<END
ifneq (\$(KERNELRELEASE),)
obj-m := same.o
else
default:
	\$(MAKE) -C \$(KDIR) M=\$(CURDIR) modules
clean:
	\$(MAKE) -C \$(KDIR) M=\$(CURDIR) clean
endif
include $sdt/kbuild/sdt.mk
END
people -j4
built "one Makefile for both: a plain make -j4 builds"
is "$(sites same.ko)" "sdt:same:start:start same.c:6, in .init.text" "... the module's probe"
unlike "$log" 'sdt:|jobserver|warning' "... without a warning"
people clean
is "$(ls -A)" "Makefile
same.c" "... and cleans"

# One file includes the other, and both have the line
mkdir "$tmp/both"
cd "$tmp/both" || exit 1
cp ../same/same.c ../same/Makefile .
printf 'include $(src)/Makefile\ninclude %s\n' "$sdt/kbuild/sdt.mk" >Kbuild
people
built "the line is read twice: a plain make builds"
is "$(sites same.ko)" "sdt:same:start:start same.c:6, in .init.text" "... the module's probe"
unlike "$log" 'sdt:|warning' "... without a warning"

# Kbuild names none of it, as it takes such a folder for two.
mkdir "$tmp/a folder"
cp Makefile same.c "$tmp/a folder"
cd "$tmp/a folder" || exit 1
people
is "$(test "$status" -ne 0; echo $?)" 0 "a folder with a space in its name: no module"
like "$log" "^[^ ]*sdt.mk:[0-9]+: sdt: .*space.*: $PWD\$" \
	"... and the reason is said"

# Without the line in the Makefile, nothing of ours is read.
mv Makefile Kbuild
for m in '"$(CURDIR)"' '$(CURDIR)'; do
	printf 'default:\n\t$(MAKE) -C $(KDIR) M=%s modules\n' "$m" >Makefile
	people
	said=$(printf '%s\n' "$log" | sed -n "s/.*\*\*\* \(.*\)\.  Stop\.$/\1/p" |
		sed "s/'folder'/'...'/; s/\"[^\"]*\"/'...'/")
	ok "$(grep -qF "\"${said:?}\"" "$sdt/docs/troubleshooting.md"; echo $?)" \
		"M=$m, beside Kbuild: the message is explained" || note "$log"
done

# Oracle's manual: the Makefile passes on whatever goal it does not know.
mkdir "$tmp/oracle"
cd "$tmp/oracle" || exit 1
echo '	DTRACE_PROBE(start);' | main_c >oracle.c
cat >Makefile <<'END'
KERNEL_DIR = $(KDIR)

modules:: program

install:: modules_install

program: program.c
	touch program

%::
	$(MAKE) -C $(KERNEL_DIR) M=`pwd` $@
END
echo >program.c
printf 'obj-m := oracle.o\ninclude %s\n' "$sdt/kbuild/sdt.mk" >Kbuild
people
built "Makefile with a %:: rule beside Kbuild: a plain make builds"
is "$(sites oracle.ko)" "sdt:oracle:start:start oracle.c:6, in .init.text" "... the module's probe"

done_testing
