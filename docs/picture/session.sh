#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# session.sh - records the timeline of the picture in the guest: draw starts it there
set -e
fire=/sys/module/calls/parameters/fire

insmod sdt.ko
insmod calls.ko
./sdtinfo trace --perfetto trace.json calls: &
pid=$!
until grep -qs 1 "/sys/kernel/tracing/instances/sdtinfo-$pid-1/events/calls/enable"; do
	sleep 0.1
done
echo nested >$fire
taskset 2 sh -c "echo nested >$fire" &
taskset 1 sh -c "echo requests >$fire"
wait $!
kill -INT $pid
wait $pid
cp trace.json /out
