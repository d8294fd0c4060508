#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# use.guest.sh - translators of both kinds, configured and with packages of all sorts: the
# probes' messages are those that the unedited Jool logs
#
# Jool logs a message of an instance if the instance has logging-debug, and others if
# dynamic debug is on.  Probes need neither.  Differences that are not compared:
#  - "Jool " in front of each logged message.
#  - Messages without an instance, "(null)/0/(null): ", and those of an instance until it has
#    got logging-debug: Jool leaves them out.
#  - Messages of the modules' end: the kernel drops the records of a module that goes.
#
# Not used: a configuration at once, "jool file handle", which writes to freed memory.
#
# needs: tests/adoption/jool/packets tests/adoption/messages.sh
# options: --append log_buf_len=4M --timeout 600

. "$(dirname "$0")/../../guest/guest.sh"
# shellcheck source=tests/adoption/messages.sh
. ./messages.sh

# -- two hosts, and the translators between them ----------------------------------

# pair NAME NUMBER: the veth pair to a host that ./packets is, which has no addresses
pair()
{
	ip link add "$1" address "02:00:00:00:00:${2}0" type veth \
		peer name "$1-host" netns hosts address "02:00:00:00:00:${2}1"
	echo 1 >"/proc/sys/net/ipv6/conf/$1/disable_ipv6"
	ip netns exec hosts sh -c "echo 1 >/proc/sys/net/ipv6/conf/$1-host/disable_ipv6"
	ip netns exec hosts ip link set "$1-host" up
	ip link set "$1" up
}

# network: no packets but those of ./packets reach the translators
network()
{
	ip netns add hosts
	ip link set lo up
	echo 1 >/proc/sys/net/ipv4/ip_forward
	echo 1 >/proc/sys/net/ipv6/conf/all/forwarding
	echo 0 >/proc/sys/net/ipv4/icmp_ratelimit
	echo 100000 >/proc/sys/net/ipv4/icmp_msgs_per_sec
	echo 100000 >/proc/sys/net/ipv4/icmp_msgs_burst
	echo 0 >/proc/sys/net/ipv6/icmp/ratelimit
	echo 0 >/proc/sys/net/ipv4/route/error_cost
	pair six 6
	pair four 4
	ip addr add 192.0.2.1/24 dev four
	ip neigh add 192.0.2.4 lladdr 02:00:00:00:00:41 dev four nud permanent
	echo 0 >/proc/sys/net/ipv6/conf/six/disable_ipv6
	ip addr add 2001:db8:6::1/64 dev six nodad
	ip neigh add 2001:db8:6::6 lladdr 02:00:00:00:00:61 dev six nud permanent
}

# packets nat64|siit: sent by the two hosts
packets() { ip netns exec hosts ./packets "$1" six-host four-host; }

# -- all that is done with the translators ----------------------------------------

# nat64, siit: everything that is done with the two kinds; some of it is refused
nat64()
{
	jool instance add n --netfilter --pool6 64:ff9b::/96
	jool -i n global update logging-debug true
	for protocol in udp tcp icmp; do
		jool -i n pool4 add 192.0.2.1 5000 --$protocol
	done
	jool -i n bib add 2001:db8:6::6#1000 192.0.2.1#5000 --tcp
	jool instance display
	packets nat64
	for protocol in udp tcp icmp; do
		jool -i n pool4 display --$protocol
		jool -i n bib display --$protocol --numeric
		jool -i n session display --$protocol --numeric
	done
	jool -i n global display
	jool -i n global update drop-icmpv6-info true
	jool -i n global update drop-externally-initiated-tcp true
	jool -i n global update source-icmpv6-errors-better false
	packets nat64
	jool -i n bib add 2001:db8:6::7#80 192.0.2.1#80 --tcp
	jool -i n bib remove 2001:db8:6::6#1000 --tcp
	jool -i n pool4 add 192.0.2.1 6000-6001 --udp
	jool -i n pool4 remove 192.0.2.1 6000-6001 --udp
	jool -i n pool4 flush
	jool -i other stats display
	jool -i n stats display
	jool instance remove n
}

siit()
{
	jool_siit instance add s --netfilter --pool6 64:ff9b::/96
	jool_siit -i s global update logging-debug true
	jool_siit -i s eamt add 198.51.100.6 2001:db8:6::6
	for i in $(seq 100 199); do
		jool_siit -i s eamt add 10.0.0.$i 2001:db8:6::$i
	done
	jool_siit -i s denylist4 add 203.0.113.0/24
	jool_siit instance display
	packets siit
	jool_siit -i s eamt display
	jool_siit -i s denylist4 display
	jool_siit -i s global display
	jool_siit -i s address query 198.51.100.6
	jool_siit -i s address query 2001:db8:6::6
	jool_siit -i s address query 2001:db8:7::7
	jool_siit -i s denylist4 add 192.0.2.4/32
	packets siit
	jool_siit -i s denylist4 remove 192.0.2.4/32
	jool_siit -i s denylist4 flush
	jool_siit -i s eamt add 198.51.100.7 2001:db8:6::7
	jool_siit -i s eamt remove 198.51.100.7 2001:db8:6::7
	jool_siit -i s eamt flush
	jool_siit -i s stats display
	jool_siit instance flush
}

# logging: of the probes' messages those that Jool logs, see above
logging()
{
	awk '
		/^\(null\)\/0\/\(null\): / { next }
		/^(NAT64|SIIT)\// && !on[$1] {
			if (/Updating .Global. value/)
				updated[$1] = 1
			if (!updated[$1] || !/Sending ACK/)
				next
			on[$1] = 1
		}
		{ print }'
}

# their_messages: of the log those of an instance, and those of dynamic debug
their_messages()
{
	logged | grep -vE '^Jool: ((Created|Deleted|Replaced) instance|Core Jool .* inserted)' |
		sed -nE 's/^Jool ((NAT64|SIIT)\/)/\1/p; t; s/^Jool: //p; t; /^Inserting .* Jool\.\.\.$/p'
}

# used NAME: all of the above; what the programs print is in NAME, without times
used()
{
	{
		nat64
		siit
	} 2>&1 | sed 's/Expires in .*//' >"$1"
}

modprobe -a veth nf_defrag_ipv4 nf_defrag_ipv6 x_tables
network

# -- the unedited modules ---------------------------------------------------------

start_log
for module in jool_common jool jool_siit; do
	insmod before/$module.ko dyndbg=+p
done
ok $? 'the unedited modules load' || { done_testing; exit 1; }
used printed.before
their_messages >theirs
rmmod jool_siit jool jool_common

# -- the edited ones --------------------------------------------------------------

modprobe sdt enable=jool_common,jool,jool_siit && modprobe -a jool jool_siit
ok $? 'the edited modules load' || { done_testing; exit 1; }
in_trace >ours.all
for module in jool_common jool jool_siit; do
	echo 0 >$tracefs/events/$module/enable
done
start_trace trace '*:jool_common::'
used printed
end_trace trace
messages trace >>ours.all
is "$(cat printed)" "$(cat printed.before)" 'translators do the same with and without the edits'
logging <ours.all >ours
same theirs ours 'their messages are those of the unedited ones'
is "$(grep -c ': Success.$' ours)" "$(awk '/^JSTAT_SUCCESS:/ { sum += $2 } END { print sum }' printed)" \
	'... "Success." is counted as in the statistics'

loaded=$(sdtinfo list '*:jool*::' | grep -c jool)
note "fired: $(probes_in trace | wc -l) of $loaded probes by use, others at the modules' start and end; all $(wc -l <theirs) messages equal those of logging-debug"
rmmod jool_siit jool jool_common && rmmod sdt
ok $? 'all modules can be removed'
no_complaints "the kernel's log"
done_testing
