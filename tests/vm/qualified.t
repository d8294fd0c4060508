#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# qualified.t - providers, probes with a given function name, SDT_PROBES_ENABLED
#
# The names of events, the patterns and the is-enabled sites of probes that have another
# provider than sdt, or a function that their author named.
#
# needs: kmod/sdt.ko tests/vm/modules/qualified.ko tests/vm/modules/client.ko
# options: --smp 1
. "$(dirname "$0")/../guest/guest.sh"

qualified=/sys/module/qualified/parameters
client=/sys/module/client/parameters
events=$tracefs/events/qualified
sdt=$debugfs/sdt
names() { ls $events | grep -v 'enable$\|filter$' | tr '\n' ' '; }
# found PATTERN: the sites that it matches, by function and name
found()
{
	echo "$1" > $client/list
	sed 's/^\([^:]*\):[^:]*:\([^:]*\):\([^@]*\)@.*/\1:\2:\3/' $client/list | tr '\n' ' '
}
# said: what the module knows of its own probes
said() { cat $qualified/enabled; }
# stability PATTERN: of the probe's name
stability()
{
	echo "$1" > $client/args
	sed -n '1s/.* //p' $client/args
}

insmod sdt.ko && insmod client.ko && insmod qualified.ko
ok $? 'the modules load'

# -- names ---------------------------------------------------------------------
is "$(names)" 'io_start proc_exec_success vfs_create_entry vfs_entry vfs_lookup_entry ' \
	'events: provider, function if it was named, name'
is "$(sed 's/ .*//' $sdt/probes)" "\
io:qualified:one:start
proc:qualified:one:exec-success
vfs:qualified:create:entry
vfs:qualified:lookup:entry
vfs:qualified:one:entry
vfs:qualified:two:entry" 'probes: the function that was named, or that of the site'
is "$(found :qualified:create:)" 'vfs:create:entry vfs:create:entry ' \
	'... and its sites in both functions'

# -- patterns ---------------------------------------------------------------------
for pattern in start io_start io-start qualified:io_start one:start io:::start 'io?start'; do
	is "$(found "$pattern")" 'io:one:start ' "pattern $pattern"
done
for pattern in exec-success proc_exec_success proc-exec-success qualified:proc_exec_success one:exec-success; do
	is "$(found "$pattern")" 'proc:one:exec-success ' "pattern $pattern"
done
for pattern in lookup:entry vfs_lookup_entry vfs-lookup-entry qualified:vfs_lookup_entry \
	vfs::lookup:entry 'vfs_l*'; do
	is "$(found "$pattern")" 'vfs:lookup:entry ' "pattern $pattern"
done
for pattern in vfs_entry vfs-entry qualified:vfs_entry; do
	is "$(found "$pattern")" 'vfs:one:entry vfs:two:entry ' "pattern $pattern"
done
all='vfs:create:entry vfs:create:entry vfs:lookup:entry vfs:one:entry vfs:two:entry '
for pattern in entry vfs::: 'vfs*entry'; do
	is "$(found "$pattern")" "$all" "pattern $pattern"
done
for pattern in sdt_start __io_start _io_start exec__success lookup_entry __vfs_entry \
	sdt:::io_start __proc_exec_success; do
	is "$(found "$pattern")" '' "pattern $pattern matches nothing"
done

# -- stability -----------------------------------------------------------------------
like "$(stability io:::start)" '^[A-Z][a-z]*/[A-Z][a-z]*/[A-Za-z]*$' 'stability of a provider'
is "$(stability vfs::lookup:)" 'Private/Private/ISA' "... that nobody knows: sdt's"
is "$(stability io:::start)" 'Evolving/Evolving/ISA' '... of one that Solaris has'

# -- is-enabled ------------------------------------------------------------------------
is "$(said)" '0 0 0 0' 'nothing is enabled'
echo '0 io:::start' > $client/attach
is "$(said)" '1 0 0 0' 'any probe: SDT_PROBES_ENABLED'
echo '1 vfs_create_entry' > $client/attach
is "$(said)" '1 0 1 0' 'one that is qualified by a function, and no other of the name'
echo '2 vfs:qualified:two:entry' > $client/attach
is "$(said)" '1 0 1 1' 'one in any function'
echo 7 > $qualified/fire
is "$(cat $client/hits)" '1 2 1 0' 'hits'
echo 0 > $client/detach
is "$(said)" '1 0 1 1' 'not the last that is enabled'
echo 2 > $client/detach
echo 1 > $client/detach
is "$(said)" '0 0 0 0' 'the last one'
is "$(grep -c 'kind=is-enabled-any ' $sdt/sites) $(grep -c 'kind=is-enabled ' $sdt/sites) $(sed -n 's/is_enabled_sites //p' $sdt/stats)" \
	'1 3 4' 'is-enabled sites in debugfs'

# -- events -----------------------------------------------------------------------------
echo 1 > $events/vfs_create_entry/enable
is "$(said)" '1 0 1 0' 'a user of an event'
echo 1 > $events/enable
echo 5 > $qualified/fire
echo 0 > $events/enable
is "$(sed -nE 's/.* ([a-z_]*): \([^)]*\)(.*)/\1\2/p' $tracefs/trace |
	sed -E 's/0x[0-9a-f]+/*/')" "\
vfs_lookup_entry arg0=* arg0_str=\"a name\"
vfs_create_entry n=5
vfs_entry
io_start n=5
proc_exec_success n=5
vfs_create_entry n=5
vfs_entry" 'records'
is "$(said)" '0 0 0 0' 'nothing is enabled any more'
rmmod client qualified sdt && insmod sdt.ko layout=dtrace && insmod qualified.ko
is "$(names)" 'io-start proc-exec-success vfs-create-entry vfs-entry vfs-lookup-entry ' \
	'layout=dtrace: dashes'

rmmod qualified && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
