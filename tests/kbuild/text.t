#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# text.t - without the plugin, sdt-types := text builds a driver whose types are none of C's
#
# Oracle's manual has a driver with "file *" and "struct char *" before its arguments.
# examples/revdev is that driver; it gets these types back here.

. "$(dirname "$0")/lib.sh"

clang=$(command -v clang || command -v clang-14)
[ -z "$clang" ] || kernel_clang "$clang"

# build FORM ARG...: revdev, with the manual's types, in folder FORM
build()
{
	mkdir "$tmp/$1" && cd "$tmp/$1" || exit 1
	cp "$sdt"/examples/revdev/*.[ch] .
	sed -i 's/struct file [*], fp/file *, fp/
		s/ioctl__return, char [*]/ioctl__return, struct char */' revdev.h
	printf 'obj-m := revdev.o\nrevdev-y := rev_mod.o rev_dev.o\ninclude %s\n' \
		"$sdt/kbuild/sdt.mk" >Kbuild
	shift
	kmake "$@"
}

# described: the table without addresses
described()
{
	dump revdev.ko | sed '1d; s/+0x[0-9a-f]*//; s/  */ /g'
}

# one_warning NAME: passes if the build gave one warning of ours or of a probe.  clang has others for
# the kernels of some releases.
one_warning()
{
	is "$(printf '%s\n' "$log" | grep -E '(revdev|rev_dev|texts)[.][ch]:.*warning|sdt: ' |
		grep -v unused-parameter | sed 's/.*sdt: \([^:]*\):.*/\1/')" 'sdt-types is text' "$1"
}

build c sdt-plugin=n
ok $((! status)) 'types that are none of C do not compile without the plugin'

build plugin sdt-types=text
built 'with the plugin, the setting does no harm'
unlike "$log" 'sdt:' '... and nothing is said of it'
wanted=$(described)
like "$wanted" 'fp struct file \* 8-byte pointer, declared file \*' \
	'the table has the type of the expression, and the text'

for form in gcc ${clang:+clang}; do
	if [ $form = clang ]; then set -- CC="$tmp/clang"; else set -- sdt-plugin=n; fi
	build by-$form "$@" sdt-types=text
	built "$form, with sdt-types=text"
	one_warning '... warns once'
	is "$(described)" "$wanted" '... the table is that of the plugin'
	is "$("$sdt/tools/sdtinfo/sdtinfo" verify revdev.ko | grep -v ': ok, ')" '' \
		'... and verify finds nothing'
	# Linux 7.2 fails to write the BTF of any module that has no debugging information.
	kmake "$@" sdt-types=text KCFLAGS=-g0 CONFIG_DEBUG_INFO_BTF_MODULES=
	built '... without debugging information'
	like "$(described)" 'fp void \* 8-byte pointer, declared file \*' \
		'... the type is what the compiler tells of the expression'
	kmake "$@" sdt-types=text
done

kmake "$@" sdt-types=txt
ok $((! status)) 'sdt-types must be c or text'
is "$(printf '%s\n' "$log" | grep -c 'sdt: sdt-types .*txt.* c .*text')" 1 \
	'... says one line'

# What the text says beside the type, and types that differ from the expression's
mkdir "$tmp/texts" && cd "$tmp/texts" || exit 1
cat >texts.c <<'END'
#include <linux/module.h>
#include <linux/sdt.h>
enum color { RED, GREEN };
void texts(struct file *fp, const u8 *mac, long n, enum color c, char *s);
void texts(struct file *fp, const u8 *mac, long n, enum color c, char *s)
{
	DTRACE_PROBE(names, no such *thing, fp, vnode_t *vp, fp, u8 addr[6], mac,
		     size_t len, n, char text[len], s, -, n);
	DTRACE_PROBE(shown, int DTRACE_HEX, n, number DTRACE_HEX x, n, "color", c,
		     enum nothing e, n, struct file *, s, __auto_type, s);
}
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Types as text");
END
printf 'obj-m := texts.o\nsdt-types := text\ninclude %s\n' "$sdt/kbuild/sdt.mk" >Kbuild
for form in gcc ${clang:+clang}; do
	if [ $form = clang ]; then set -- CC="$tmp/clang"; else set -- sdt-plugin=n; fi
	kmake "$@"
	built "$form: texts of all kinds"
	one_warning '... with one warning'
	is "$(dump texts.ko | sed -n 's/  */ /g; s/^ arg[0-9] //p')" "\
fp struct file * 8-byte pointer, declared no such *thing
vp struct file * 8-byte pointer, declared vnode_t *
addr const u8 * {aka const unsigned char *} 8-byte pointer to 6 bytes, declared u8 [6]
len long int 8-byte signed integer, declared size_t
text char * 8-byte string pointer, at most len bytes, declared char [len]
n long int 8-byte signed integer, declared -
n long int 8-byte signed integer, hex, declared int DTRACE_HEX
x long int 8-byte signed integer, hex, declared number DTRACE_HEX
c enum color 4-byte unsigned enum {RED, GREEN}, declared \"color\"
e long int 8-byte signed integer, declared enum nothing
s char * 8-byte string pointer, declared struct file *
arg5 char * 8-byte string pointer" '... the expressions have their own types'
done

set --
for form in plugin by-gcc ${clang:+by-clang}; do
	ln -s "$form/revdev.ko" "$tmp/revdev.$form.ko"
	set -- "$@" --add "$tmp/revdev.$form.ko"
done
"$sdt/tests/guest/start" --add "$sdt/kmod/sdt.ko" --add "$sdt/tools/sdtinfo/sdtinfo" \
	--add "$sdt/examples/revdev/testrevdev" "$@" "$here/text.guest.sh" >"$tmp/guest.log" 2>&1
ok $? 'in a guest, probes fire with the values of the plugin'
note "$(cat "$tmp/guest.log")"
done_testing
