# SPDX-License-Identifier: GPL-2.0-only
# Modules that were compiled with the plugin and, by several compilers, without it: the same
# trace of revdev, and the same values from values.
. "$(dirname "$0")/../guest/guest.sh"

# traced FORM: sets $out to what a trace of testrevdev has, with sites and stacks, without
# what differs from run to run
traced()
{
	out=none
	insmod "revdev.$1.ko" || return
	out=$(./sdtinfo trace -s -l 'revdev::' -- ./testrevdev <input 2>&1 |
		sed 's/^ *[0-9.]* *[0-9]*  testrevdev *[0-9]*  //; s/fp=0x[0-9a-f]*/fp=N/')
	rmmod revdev
}

forms=$(ls revdev.*.ko | sed 's/^revdev[.]//; s/[.]ko$//; /^plugin$/d')
echo hello >input
insmod sdt.ko
traced plugin
plugin=$out
like "$plugin" 'revdev_write:write-entry@rev_dev.c:34 .* buf="hello" n=5' 'with the plugin, revdev is traced'
for form in $forms; do
	traced $form
	is "$out" "$plugin" "$form, without the plugin: the same trace"
done

# values FORM: sets $out to what a handler gets, without the names of enumerators
values()
{
	dmesg -c >/dev/null
	out=none
	insmod "values.$1.ko" || return
	echo 1 >/sys/module/values/parameters/fire
	out=$(handler_log | sed '/:addressed$/,/handler: sdt/d; s/.*handler: //; s/ ([A-Z_]*)$//; / [*].* = /s/ = .*/ = N/
		s/^ .* = / = /')
	rmmod values
}

insmod handler.ko pattern=sdt:values::
dmesg -n 1
values plugin
plugin=$out
ok "$([ "$(printf '%s\n' "$out" | grep -c =)" -ge 62 ]; echo $?)" 'with the plugin, a handler gets values'
for form in $forms; do
	values $form
	is "$out" "$plugin" "$form, without the plugin: the same values"
done
no_complaints 'the kernel log'
done_testing
