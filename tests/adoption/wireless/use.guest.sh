#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# use.guest.sh - iw sets up simulated radios: the edited cfg80211 and mac80211 fire the events of
# the unedited ones, in the same order and with the same text
#
# Only what iw's and ip's own system calls do is compared, not the work of the kernel's threads, and
# not the number of a network interface or a radio's time.
#
# needs: tests/adoption/messages.sh tests/adoption/tracepoints.sh
# options: --timeout 900 --memory 1536 --append slub_debug=-

. "$(dirname "$0")/../../guest/guest.sh"
# shellcheck source=tests/adoption/messages.sh
. ./messages.sh
# shellcheck source=tests/adoption/tracepoints.sh
. ./tracepoints.sh

cat >commands <<'END'
iw dev wlan0 set type ibss
ip link set wlan0 up
iw dev wlan0 set txpower fixed 1000
iw phy phy0 set rts 500
iw dev wlan0 ibss join test 2412 fixed-freq 02:11:22:33:44:55
iw dev wlan0 ibss leave
ip link set wlan0 down
iw dev wlan0 interface add mon0 type monitor
ip link set mon0 up
iw dev mon0 set channel 6
ip link set mon0 down
iw dev mon0 del
iw dev wlan0 set type managed
ip link set wlan0 up
iw dev wlan0 set power_save on
iw dev wlan0 get power_save
iw dev wlan0 scan
ip link set wlan0 down
iw dev wlan1 set type mp
ip link set wlan1 up
iw dev wlan1 mesh join mesh
iw dev wlan1 mpath dump
iw dev wlan1 station dump
iw dev wlan1 mesh leave
ip link set wlan1 down
END

# use NAME: the hits of these commands, in NAME
use()
{
	modprobe mac80211_hwsim radios=2
	ok $? "$1: two radios are there" || { done_testing; exit 1; }
	for group in cfg80211 mac80211; do
		echo 1 >$tracefs/events/$group/enable
	done
	sh -ec "echo \$\$ >$tracefs/set_event_pid; . ./commands" >/dev/null
	ok $? '... and used'
	for group in cfg80211 mac80211; do
		echo 0 >$tracefs/events/$group/enable
	done
	is "$(grep LOST $tracefs/trace)" '' '... and no event is lost'
	trace_lines | sed -E 's/(netdev:[a-z0-9]+)\([0-9]+\)/\1/; s/^(drv_return_u64: .* )[0-9]+$/\1TIME/' >"$1"
	echo >$tracefs/trace
	echo >$tracefs/set_event_pid
	rmmod mac80211_hwsim
}

# insert: the unedited modules
insert() { insmod before/cfg80211.ko && insmod before/mac80211.ko; }

modprobe -a rfkill libarc4
echo 16384 >$tracefs/buffer_size_kb
echo 1 >$tracefs/options/event-fork
load tracepoints.memory insert
use tracepoints
formats cfg80211 mac80211 >tracepoints.formats
rmmod mac80211 cfg80211

modprobe sdt
load probes.memory modprobe -a cfg80211 mac80211
formats cfg80211 mac80211 >probes.formats
is "$(comm -13 tracepoints.formats probes.formats)" '' '... and have no event with another format'
use probes
same tracepoints probes 'the probes fire as the tracepoints do, in the same order and with the same text'
note "fired: $(cut -d : -f 1 probes | sort -u | wc -l) of $(wc -l <probes.formats) events with the formats of $(wc -l <tracepoints.formats) tracepoints, $(wc -l <probes) hits with the order and the text of the tracepoints'"
note "memory: $(cat tracepoints.memory) of the tracepoints, $(cat probes.memory) of the probes"

rmmod mac80211 cfg80211 sdt
ok $? 'the modules can be removed'
no_complaints "the kernel's log"
done_testing
