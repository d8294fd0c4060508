#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# record-boot.t - record from a module's first instruction on: parameter enable, init code
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/early.ko
# needs: examples/revdev/revdev.ko examples/revdev/testrevdev modprobe depmod
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --append sdt.enable=early --append ftrace=nop --append trace_buf_size=2M --timeout 300
. "$(dirname "$0")/../guest/guest.sh"

mkdir -p /run
enable=/sys/module/sdt/parameters/enable

# in_trace: the hits of early in the kernel's own buffer
in_trace() { shown step | sed 's/+0x[0-9a-f]*//'; }

# enabled MODULE: its events that are enabled there
enabled()
{
	for event in $tracefs/events/"$1"/*/enable; do
		if grep -q 1 "$event"; then basename "$(dirname "$event")"; fi
	done | tr '\n' ' '
}

hits='step: (early_first) n=1
step: (early_init) n=2
step: (fire_set) n=3'

# -- at boot -------------------------------------------------------------------------
folder=/lib/modules/$(uname -r)
mkdir -p "$folder" /usr/lib /etc/modprobe.d
ln -s /lib/modules /usr/lib/modules
cp sdt.ko early.ko "$folder"
/bin/depmod 2>/dev/null
echo 'softdep early pre: sdt' >/etc/modprobe.d/record.conf
/bin/modprobe early
is "$?:$(cat $enable)" 0:early 'the kernel command line: sdt.ko is loaded before the module'
like "$(cat $tracefs/buffer_size_kb)" '^20[0-9][0-9]$' '... and the buffer has its size from the start'
echo 1 >/sys/module/early/parameters/fire
is "$(in_trace)" "$hits" '... the trace has the hits of its init code, by name'
is "$(sed -n 's/^sdt:early:\([a-z_]*\):step@.* symbol=\(.*+0x\)*.* init=[0-9]*$/\1/p' $debugfs/sdt/sites | sort)" \
	'early_first
early_init' '... sites has their offsets'
rmmod early
echo >$enable
rmmod sdt
ok $? '... sdt.ko goes when the parameter is empty'
echo quiet >cmdline
mount --bind cmdline /proc/cmdline
echo 'options sdt enable=early' >>/etc/modprobe.d/record.conf
/bin/modprobe early
is "$?:$(cat $enable)" 0:early 'modprobe.d'
echo 1 >/sys/module/early/parameters/fire
is "$(in_trace)" "$hits" '... the same'
rmmod early
/bin/modprobe early
is "$(in_trace)" "$hits
$(echo "$hits" | head -n 2)" '... again when it is loaded again, after those of before'

# -- sdt.ko is there already -----------------------------------------------------------
/bin/modprobe sdt enable=revdev
is "$?:$(cat $enable)" 0:early 'modprobe does not change a module that is loaded'
insmod revdev.ko
is "$(enabled revdev)" '' '... nothing of the driver is enabled'
echo 'early,revdev:write_*' >$enable
is "$?:$(enabled revdev)" '0:write_entry write_return ' '... but when the parameter is written'
printf 'hello\n' | ./testrevdev >/dev/null
is "$(lines write_entry):$(lines read_entry)" 1:0 '... they are recorded'
echo 0 >$tracefs/events/revdev/write_return/enable
echo 'early,revdev:write_*,revdev:read_entry' >$enable
is "$(enabled revdev)" 'read_entry write_entry ' 'more are added, and no others are enabled'
echo early >$enable
is "$(enabled revdev)" 'read_entry write_entry ' 'what is no longer named stays enabled'
dmesg -c >/dev/null
echo 'revdev:nothing' >$enable
like "$(dmesg)" 'sdt: enable=revdev:nothing: ' 'an event that a loaded module does not have'
echo >$enable
echo 0 >$tracefs/events/revdev/enable
rmmod revdev early

# -- sdtinfo, of init code that is gone ------------------------------------------------
insmod early.ko delay=3000 &
wait_for 20 grep -qs ^sdt:early $debugfs/sdt/probes
./sdtinfo record 'early::' >/dev/null
is $? 0 'record begins while the init function runs'
wait $!
echo 1 >/sys/module/early/parameters/fire
# steps [OPTION]: the probes of the hits
steps() { ./sdtinfo record --show "$@" | sed -n 's/.*\(sdt:early:[^ ]*\) .*\(n=.\)/\1 \2/p'; }
is "$(steps)" 'sdt:early:early_first:step n=1
sdt:early:early_init:step n=2
sdt:early:fire_set:step n=3' 'the functions are known when the init code is gone'
like "$(steps -l | tr '\n' ' ')" '^sdt:early:early_first:step@early.c:[0-9]+ n=1 sdt:early:early_init:step@early.c:[0-9]+ n=2 sdt:early:fire_set:step@early.c:[0-9]+ n=3 $' \
	'... and the lines'
is "$(./sdtinfo record --show early_init:step | grep -c early_init)" 1 '... one can be chosen'
./sdtinfo record --stop 2>/dev/null

rmmod early sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
