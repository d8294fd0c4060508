#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# nodebugfs.t - what sdtinfo can do without debugfs, in a kernel with debugfs=off
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: examples/revdev/rev_dev.o examples/revdev/rev_mod.o examples/hello/hello.ko
# needs: tests/clients/privileges.sh docs/security.md
# options: --append slub_debug=- --timeout 300 --append debugfs=off
. "$(dirname "$0")/../guest/guest.sh"
. ./privileges.sh

is "$(grep debugfs /proc/mounts /proc/filesystems)" '' 'there is no debugfs'
load
ok $? 'the modules load'
fire
row '`debugfs=off`' "debugfs: the kernel has none, as with debugfs=off: install the modules' files and run depmod, or name a module's file" env
is "$(./sdtinfo trace -l -n 1 -t 20 write-entry 2>/dev/null | grep -o 'sdt:[^ ]*')" \
	sdt:revdev:revdev_write:write-entry@rev_dev.c:34 'trace -l shows the source line'

# What is not published stays so.
echo hello:* >/sys/module/sdt/parameters/publish
like "$(./sdtinfo trace -t 1 write-entry 2>&1)" '^sdtinfo: revdev: the kernel has no event write_entry: .*parameters/publish$' \
	'an event that is not published'
rmmod hello
no_complaints 'the kernel log'
done_testing
