# SPDX-License-Identifier: GPL-2.0-only
# revdev whose types are text, compiled with the plugin and, by several compilers, without it:
# the same trace.
. "$(dirname "$0")/../guest/guest.sh"

# traced FORM: sets $out to what a trace of testrevdev has, without what differs from run to run
traced()
{
	out=none
	insmod "revdev.$1.ko" || return
	out=$(./sdtinfo trace -l 'revdev::' -- ./testrevdev <input 2>&1 |
		sed 's/^ *[0-9.]* *[0-9]*  testrevdev *[0-9]*  //; s/fp=0xffff[0-9a-f]*/fp=N/')
	rmmod revdev
}

printf 'hello\nioctl\n' >input
insmod sdt.ko
traced plugin
plugin=$out
like "$plugin" 'revdev_write:write-entry@rev_dev.c:34 .*fp=N buf="hello" n=5' 'with the plugin'
like "$plugin" 'revdev_ioctl:ioctl-return@.* parity="(Odd|Even)"' '... and with "struct char *"'
for ko in revdev.*.ko; do
	form=${ko#revdev.}
	form=${form%.ko}
	[ "$form" != plugin ] || continue
	traced "$form"
	is "$out" "$plugin" "$form: the same trace"
done
no_complaints 'the kernel log'
done_testing
