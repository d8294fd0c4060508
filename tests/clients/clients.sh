# SPDX-License-Identifier: GPL-2.0-only
#
# clients.sh - shell functions for the tests of the clients of trace events; sourced, never run
#
#	# needs: tests/clients/clients.sh
#	# options: --root /
#	. "$(dirname "$0")/../guest/guest.sh"
#	. ./clients.sh
#
# The guest's root is that of the machine, and the client is the distribution's.
#
# ./fire is the program that a client runs: two writes, two reads, two ioctls of
# revdev, and each probe of kinds.ko once.

# Addresses are shown as they are, to root.
echo 1 >/proc/sys/kernel/kptr_restrict

# bpftrace starts a sixth faster without the list of all kernel functions, which it
# reads for kprobes, and without clang, which it asks for the folders of headers.
export BPFTRACE_AVAILABLE_FUNCTIONS_TEST=/dev/null
printf '#!/bin/sh\nexit 1\n' >/usr/sbin/clang
chmod +x /usr/sbin/clang

cat >fire <<'FIRE'
#!/bin/sh
printf 'hello\nworld\nioctl\nioctl\n' | ./testrevdev >/dev/null
echo 1 >/sys/module/kinds/parameters/fire
FIRE
chmod +x fire

# What it makes of each event of revdev
fired='2 ioctl_entry 2 ioctl_return 2 read_entry 2 read_return 2 write_entry 2 write_return '

# load: the modules, from where clients look for their files.  Perf looks for those
# through all the folders that there are, which takes minutes in a guest.
load()
{
	mount -t tmpfs tmpfs /lib/modules
	mkdir -p "/lib/modules/$(uname -r)/extra"
	cp ./*.ko "/lib/modules/$(uname -r)/extra"
	insmod sdt.ko && insmod revdev.ko && insmod kinds.ko &&
		{ [ ! -e contexts.ko ] || insmod contexts.ko; }
}

# hits: of a trace on the input the lines of our events, from the event's name on
hits()
{
	grep -E '[a-z0-9_]+: +\([a-z0-9_.]+\+0x' | sed -E 's/^.*[ :]([a-z0-9_]+:) +\(/\1 (/'
}

# fire_contexts: the probes of contexts.ko in a task, a softirq and an interrupt, 100 times each
cat >fire_contexts <<'FIRE'
#!/bin/sh
for context in task softirq hardirq; do
	echo $context >/sys/module/contexts/parameters/fire
done
FIRE
chmod +x fire_contexts

# The functions that these probes are in
in_contexts='hardirq hardirq_fn
softirq tasklet_fn
task fire_task'

# counted: how often each event of revdev is in the trace on the input
counted()
{
	grep -oE '(read|write|ioctl)_(entry|return):' | sort | uniq -c |
		awk '{ printf "%d %s ", $1, substr($2, 1, length($2) - 1) }'
}

# no_bpftrace: says why programs that read arguments cannot run; fails if they can
no_bpftrace()
{
	bpftrace -d -e 'BEGIN { print(uptr(0)); }' 2>&1 | grep -q 'Unknown function: uptr' &&
		echo "$(bpftrace --version) has no uptr()"
}

# no_dtrace: says why dtrace cannot be tested; fails if it can.  Before anything else it
# compiles its libraries, and io.d of 2.0.7 names a member that Linux 7.2 does not have.
no_dtrace()
{
	if ! command -v dtrace >/dev/null; then
		echo 'no dtrace: make check-debian RELEASE=13'
		return
	fi
	dtrace -e -n BEGIN 2>&1 | grep -oE '"/[^"]*/dtrace/[^"]*\.d", line .*'
}

# gone MODULE: passes if it can be removed, and its events with it
gone()
{
	rmmod "$1" && [ ! -e "$tracefs/events/$1" ]
}
