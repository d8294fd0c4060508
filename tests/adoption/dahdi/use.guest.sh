#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# use.guest.sh - spans of DAHDI without a card: the probes' messages are those that the
# unedited modules log with debug=-1
#
# Of a debug message, the log also has the name of the module, the parameter's bit and the
# function; of a message about a device, it has the driver's name, too.  A probe's text has no blank
# at its end.  Which span is master is not compared: a timer sees to that.
#
# needs: tests/adoption/messages.sh tests/adoption/dahdi/spans.c
# options: --timeout 900

. "$(dirname "$0")/../../guest/guest.sh"
# shellcheck source=tests/adoption/messages.sh
. ./messages.sh

modules='dahdi dahdi_dynamic dahdi_dynamic_loc dahdi_transcode xpp'

# theirs: what of the log DAHDI itself has written, without what is described above
theirs()
{
	logged | sed -E '/^sdt: |: loading out-of-tree |: module verification |: unknown parameter |^TDMoX: /d
		s/^DEBUG-[A-Z]+-[a-z_]+: ((span|chan)-[0-9]+: )?[a-z_0-9]+: /\1/
		s/^[a-z_]+ ([^ ]+): DBG-[A-Z]+\([a-z_0-9]+\): /\1: /; s/ $//'
}

# load COMMAND: the modules.  Some calls of printk() are behind a test of debug, which the edit
# leaves as they are.  Modules without these parameters take no notice.
load()
{
	for module in $modules; do
		file=$module
		[ "$1" != insmod ] || file=before/$module.ko
		"$1" "$file" debug=-1 auto_assign_spans=1 || return
	done
}

# unload: the modules
unload()
{
	for module in $modules; do
		set -- "$module" "$@"
	done
	rmmod "$@"
}

cc -I"$(echo /usr/src/dahdi-*/include)" -o spans spans.c
ok $? 'a program that uses spans is built' || { done_testing; exit 1; }

# -- the unedited modules ---------------------------------------------------------

start_log
load insmod
ok $? 'the unedited modules load' || { done_testing; exit 1; }
is "$(./spans 2>&1)" ok '... and are used'
theirs >before.log
unload
ok $? '... and removed'

# -- the edited ones --------------------------------------------------------------

start_log
modprobe sdt 'enable=dahdi*,xpp' && load modprobe
ok $? 'the edited modules load' || { done_testing; exit 1; }
is "$(./spans 2>&1)" ok '... and are used'
in_trace | grep -v '^TDMoX: ' >traced
theirs >log
same before.log traced 'the messages of the probes are those of debug=-1'
is "$(grep -vxFf traced log)" '' '... among them all of the log'
note "fired: $(wc -l <traced) messages of dahdi, dahdi_dynamic, dahdi_transcode and xpp, as debug=-1 logs them, $(wc -l <log) of them in the log"

echo >/sys/module/sdt/parameters/enable
unload && rmmod sdt
ok $? 'all modules can be removed'
no_complaints "the kernel's log"
done_testing
