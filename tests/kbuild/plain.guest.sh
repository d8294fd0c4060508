# SPDX-License-Identifier: GPL-2.0-only
# revdev, compiled with the plugin and without it, by GCC and by clang: the same trace.
. "$(dirname "$0")/../guest/guest.sh"

# traced FORM: sets $out to what a trace of testrevdev has, with sites and stacks, without
# what differs from run to run
traced()
{
	insmod "revdev.$1.ko" || return
	out=$(./sdtinfo trace -s -l 'revdev::' -- ./testrevdev <input 2>&1 |
		sed 's/^ *[0-9.]* *[0-9]*  testrevdev *[0-9]*  //; s/fp=0x[0-9a-f]*/fp=N/')
	rmmod revdev
}

echo hello >input
insmod sdt.ko
traced plugin
plugin=$out
like "$plugin" 'revdev_write:write-entry@rev_dev.c:34 .* buf="hello" n=5' 'with the plugin, revdev is traced'
for form in gcc clang; do
	[ -e revdev.$form.ko ] || continue
	traced $form
	is "$out" "$plugin" "$form, without the plugin: the same trace"
done

no_complaints 'the kernel log'
done_testing
