#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# use.guest.sh - nvidia.ko on a machine without a GPU: it logs why it does not load, and the
# trace shows that, too
#
# needs: tests/adoption/messages.sh
# options: --timeout 600 --memory 2048

. "$(dirname "$0")/../../guest/guest.sh"
# shellcheck source=tests/adoption/messages.sh
. ./messages.sh

# theirs: of the log, what nvidia.ko has written by nv_printf()
theirs() { logged | grep '^NVRM: '; }

modprobe -a drm i2c-core video
start_log
insmod before/nvidia-current-open.ko
theirs >before.log
like "$(cat before.log)" 'No NVIDIA GPU found' 'the unedited module finds no GPU'

modprobe sdt enable=nvidia
start_log
modprobe nvidia-current-open
theirs >log
same before.log log '... nor does the edited one, which logs the same'
sed -nE 's/^.*[0-9]: [a-z0-9_]+: <([0-9])> //p' $tracefs/trace >traced
same log traced '... and the trace has the same, although the module is gone'
note "fired: $(wc -l <traced) message of the failing start, as in the log"

echo >/sys/module/sdt/parameters/enable
rmmod sdt
ok $? 'sdt.ko can be removed'
no_complaints "the kernel's log"
done_testing
