#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# plain.t - modules that are compiled without the plugin, by gcc, by older ones and by clang,
# are like those that are compiled with it
#
# Compares tables, of modules of tests/vm/modules that have arguments of all kinds, and, in a
# guest, traces of revdev and what a handler gets from values.  plain.edits changes the
# modules to what compiles without the plugin, and plain.differs has the differences.
# plain.exceptions has the tests that have the plugin's form only.

. "$(dirname "$0")/lib.sh"

modules='families kinds messages values'
clang=$(command -v clang || command -v clang-14)
[ -z "$clang" ] || kernel_clang "$clang"
forms=gcc
# Too old for the plugin, and for the configuration of a kernel of today
for gcc in gcc-9 gcc-10; do
	! command -v $gcc >/dev/null || forms="$forms $gcc"
done
forms="$forms${clang:+ clang}"

# build FORM: the modules and revdev, in folder FORM.built
build()
{
	mkdir -p "$1.built"
	cp "$sdt"/tests/vm/modules/*.[ch] "$sdt"/examples/revdev/*.[ch] "$1.built"
	rm "$1.built"/*.mod.c
	cd "$1.built" || exit 1
	{
		echo "obj-m := revdev.o $(printf '%s.o ' $modules)"
		echo 'revdev-y := rev_mod.o rev_dev.o'
		sed "/^obj-m/d; s:^include .*:include $sdt/kbuild/sdt.mk:" \
			"$sdt/tests/vm/modules/Kbuild"
	} >Kbuild
	"$sdt/tests/lib/plain-modules" .
	echo 'static void __always_unused never(void) { if (0) DTRACE_PROBE(never); }' >>values.c
	case $1 in
	plugin) kmake -j2 ;;
	# This also keeps the last record, which no jump label leads to.
	gcc) kmake -j2 sdt-plugin=n CFLAGS_values.o=-fno-toplevel-reorder ;;
	gcc-*)
		"$sdt/tests/systems/other-gcc" "$1" "$KDIR" "$tmp/kdir"
		KDIR=$tmp/kdir kmake -j2
		;;
	clang) kmake -j2 CC="$tmp/clang" ;;
	esac
	cd "$tmp" || exit 1
}

# table FILE.ko: of its table what should be the same
table()
{
	dump "$1" | sed '1d; /^ *site /d; s/^ *//; s/  */ /g'
}

# sites_of FILE.ko: the number of each probe's sites; copies of one are counted once
sites_of()
{
	sites "$1" | sed 's/, in [^ ]*//; s/, [0-9]* NOPs//; s/ [^ ]*:[0-9]*//' | sort -u
}

is "$(cd "$sdt" && grep -LE -e '--plain|__SDT_UNIT|sdt-plugin( := |=)n' tests/plugin/*.t)" \
	"$(sed -n 's:^\(tests/plugin/[a-z-]*\.t\).*:\1:p' "$here/plain.exceptions" | sort)" \
	"tests of the plugin have both forms, or a reason why not"

build plugin
built 'with the plugin'
for form in $forms; do
	build $form
	built "$form, without the plugin"
	unlike "$(cat $form.built/.*.cmd)" '^[a-z]*cmd.* -fplugin=' '... really'
	is "$(dump $form.built/revdev.ko | sed '1d; s/+0x[0-9a-f]*//; s/  */ /g')" \
		"$(dump plugin.built/revdev.ko | sed '1d; s/+0x[0-9a-f]*//; s/  */ /g')" \
		'... revdev has the same table'
	is "$("$sdt/tools/sdtinfo/sdtinfo" verify $form.built/*.ko | grep -v ': ok, ')" '' \
		'... and verify finds nothing'
	for module in $modules; do
		table plugin.built/$module.ko >wanted
		table $form.built/$module.ko >got
		is "$(diff wanted got | grep '^[<>]' | sort -u)" \
			"$(sed -n "s/^\(${form%-*} \)\{0,1\}$module	//p" "$here/plain.differs" | sort)" \
			"... the table of $module differs as expected"
		is "$(sites_of $form.built/$module.ko)" "$(sites_of plugin.built/$module.ko)" \
			'... and it has the same sites'
	done
done

set --
for form in plugin $forms; do
	for module in revdev values; do
		ln -s $form.built/$module.ko $module.$form.ko
		set -- "$@" --add "$tmp/$module.$form.ko"
	done
done
"$sdt/tests/guest/start" --add "$sdt/kmod/sdt.ko" --add "$sdt/tools/sdtinfo/sdtinfo" \
	--add "$sdt/examples/handler/handler.ko" --add "$sdt/examples/revdev/testrevdev" \
	"$@" "$here/plain.guest.sh" >guest.log 2>&1
ok $? 'in a guest, traces and values are the same'
note "$(cat guest.log)"
done_testing
