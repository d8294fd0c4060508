#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# nodebugfs.t - what sdtinfo can do without debugfs, in a kernel with debugfs=off
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: examples/revdev/rev_dev.o examples/revdev/rev_mod.o examples/hello/hello.ko
# needs: tests/vm/modules/native.ko tests/clients/privileges.sh docs/security.md
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --smp 1 --timeout 300 --append debugfs=off
. "$(dirname "$0")/../guest/guest.sh"
. ./privileges.sh

is "$(grep debugfs /proc/mounts /proc/filesystems)" '' 'there is no debugfs'
load
ok $? 'the modules load'
fire
row '`debugfs=off`' '' env
is "$(./sdtinfo trace -l -n 1 -t 20 write-entry 2>/dev/null | grep -o 'sdt:[^ ]*')" \
	sdt:revdev:revdev_write:write-entry@rev_dev.c:34 'trace -l shows the source line'

# What is not published stays so.
echo hello:* >/sys/module/sdt/parameters/publish
tells "$(./sdtinfo trace -t 1 write-entry 2>&1)" 'sdtinfo: revdev write_entry parameters/publish' \
	'an event that is not published'

# Only the event's format tells whether it is the probe's: native.ko has a TRACE_EVENT both.
cp native.ko "$modules/extra"
echo 'extra/native.ko:' >>"$modules/modules.dep"
for layout in linux dtrace; do
	rmmod sdt && insmod sdt.ko layout=$layout && insmod native.ko
	./sdtinfo trace 'native::' -- sh -c 'echo 1 >/sys/module/native/parameters/fire' >out 2>errors
	tells "$?:$(grep -o 'sdt:native.*' out):$(cat errors)" \
		'0:sdt:native:fire_set:probe  arg0=1:sdtinfo: native event both name' \
		"layout=$layout: an event that is not the probe's"
	rmmod native
done
rmmod hello
no_complaints 'the kernel log'
done_testing
