#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# use.guest.sh - a writer and a reader of a loopback device: the probes' messages are those
# that the unedited driver logs with debug=3
#
# Differences that are not compared:
#  - The driver's prefix has the number of the line.  The edit moves all lines alike, so in
#    the text of MARK() they are counted from the first one.
#  - Addresses: "ADDRESS", unless it is NULL.
#  - How often the timer repeats a frame (the second number of "reread") depends on time.
#    Only the first time is compared.
#  - printk() writes a tab as it is, a probe as a blank.
#  - Messages of the module's end: the kernel drops the records of a module that goes.
#
# needs: tests/adoption/v4l2loopback/stream tests/adoption/messages.sh

. "$(dirname "$0")/../../guest/guest.sh"
# shellcheck source=tests/adoption/messages.sh
. ./messages.sh

# comparable: messages as described above
comparable()
{
	tr '\t' ' ' | sed -E 's/(0x)?ffff[0-9a-f]{12}/ADDRESS/g; s/\b(0x0|0{16}|\(null\))/NULL/g' |
		awk '
			/^reread: / && $3 > 1 { next }
			match($0, /v4l2loopback\.c:[0-9]+\[/) {
				line = substr($0, RSTART + 15, RLENGTH - 16)
				if (!first)
					first = line
				$0 = line - first substr($0, RSTART + RLENGTH - 1)
			}
			{ print }'
}

# their_messages: what of the log the driver itself has written
their_messages()
{
	logged | sed -nE 's/^v4l2-loopback\[[0-9]+\]: //p; /v4l2loopback\.c:[0-9]+\[/p' | comparable
}

modprobe videodev

# -- the unedited driver ----------------------------------------------------------

start_log
insmod before/v4l2loopback.ko debug=3 devices=2
ok $? 'the unedited driver loads' || { done_testing; exit 1; }
is "$(./stream /dev/video0 /dev/video1)" '' '... and passes frames'
their_messages >theirs
rmmod v4l2loopback

# -- the edited one ---------------------------------------------------------------

modprobe sdt enable=v4l2loopback && modprobe v4l2loopback devices=2
ok $? 'the edited driver loads' || { done_testing; exit 1; }
in_trace >ours
echo 0 >$tracefs/events/v4l2loopback/enable
start_trace trace 'v4l2loopback::'
start_trace filtered -f 'count == 6144' 'v4l2loopback:v4l2_loopback_write:*trying*'
is "$(./stream /dev/video0 /dev/video1)" '' '... and passes the same frames'
end_trace trace
end_trace filtered
messages trace >>ours
comparable <ours >ours.comparable
same theirs ours.comparable 'its messages are those of debug=3'
is "$(messages filtered)" "$(grep 'trying to write 6144' ours)" '... a filter takes the arguments of a message'

loaded=$(sdtinfo list 'v4l2loopback::' | grep -c v4l2loopback)
note "fired: $(probes_in trace | wc -l) of $loaded probes by use, others at the module's start and end; all $(wc -l <theirs) messages equal those of debug=3"
rmmod v4l2loopback && rmmod sdt
ok $? 'both modules can be removed'
no_complaints "the kernel's log"
done_testing
