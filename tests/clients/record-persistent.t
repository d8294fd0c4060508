#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# record-persistent.t - the last hits before a crash, shown after the next boot
#
# The guest crashes on purpose and boots again with its memory as it was.

cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

needs_libraries libtracefs '>=' 1.6 libtraceevent

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/state"

tests/guest/start --reboot --out "$tmp/state" --timeout 600 \
	--append nokaslr --append reserve_mem=4M:4096:sdt \
	--append trace_instance=sdt-boot@sdt --append trace_instance=sdt-copy=sdt-boot \
	--add kmod/sdt.ko --add tools/sdtinfo/sdtinfo --add examples/revdev/revdev.ko \
	--add examples/revdev/testrevdev --add tests/vm/modules/kinds.ko \
	tests/clients/record-persistent.guest.sh >"$tmp/out" 2>"$tmp/err"
status=$?
if grep -q 'no persistent' "$tmp/out"; then
	echo '1..0 # skip this kernel cannot keep a trace buffer (Linux 6.12)'
	exit
fi

# part NAME: what the guest says there
part() { sed -n "/^== $1\$/,/^==/ { /^==/!p }" "$tmp/out"; }

# hits: of a part, without what changes from run to run
hits()
{
	part "$1" | sed -n 's/^ *[0-9.]* *[0-9]*  \([^ ]*\)  *[0-9]*  /\1 /; s/  */ /g; s/ fp=0x[0-9a-f]*//
		/ sdt:/p'
}

is $status 0 'the guest crashes, and boots again' || note "$(cat "$tmp/out" "$tmp/err")"
like "$(part record)" '^recording 6 events in instance sdt-boot, [0-9]+ KB$' 'it records in the instance'
like "$(part size)" '--size: .*sdt-boot' '... whose size is fixed'
like "$(part counted)" '--after: .*sdt-boot' '... and does not count hits'
is "$(part 'by hand' | grep -c "sdt-boot: .*'sdtinfo record'")" 2 'what others enabled there is not shown, however often asked'
is "$(hits before)" 'testrevdev sdt:revdev:revdev_write:write-entry buf="hello" n=5
testrevdev sdt:revdev:revdev_write:write-return text="hello" ret=5
testrevdev sdt:revdev:revdev_read:read-entry text="hello"
testrevdev sdt:revdev:revdev_read:read-return text="olleh" ret=5' 'before the crash: the hits'
is "$(part numbers)" 'differ' 'after it, the events have other numbers'
is "$(hits 'not loaded' | tail -n 4)" '<...> sdt:revdev::write_entry buf="crash" n=5
<...> sdt:revdev::write_return text="crash" ret=5
<...> sdt:revdev::read_entry text="crash"
<...> sdt:revdev::read_return text="hsarc" ret=5' '... without the module, hits are shown by their formats'
is "$(hits after | tail -n 4)" '<...> sdt:revdev:revdev_write:write-entry buf="crash" n=5
<...> sdt:revdev:revdev_write:write-return text="crash" ret=5
<...> sdt:revdev:revdev_read:read-entry text="crash"
<...> sdt:revdev:revdev_read:read-return text="hsarc" ret=5' 'after it: the last hits' ||
	note "$(part 'not loaded')"
is "$(hits again)" "$(hits after)" '... again'
if [ "$(part copy)" = 'no copy' ]; then
	note 'this kernel makes no copy (Linux 7.2)'
else
	like "$(part copy)" '^sdtinfo: copy: read-only' '... but not from a copy that the kernel has made'
fi
like "$(part line)" 'a hit of another boot.* does not tell which of the event.s sites fired: omit --line' \
	'... without lines'
like "$(part start)" 'boot: it has hits of an earlier boot: .sdtinfo record --show --stop. prints and removes them' \
	'nothing is recorded over them'
like "$(part stop)" 'emptied sdt-boot: [0-9]+ hits, [0-9]+ overwritten' '... until they are removed'
is "$(part list)" 'boot 0 0 off' '... the instance stays'
is "$(part state)" '' '... and nothing is kept on disk'
is "$(hits anew)" 'testrevdev sdt:revdev:revdev_write:write-entry buf="again" n=5
testrevdev sdt:revdev:revdev_write:write-return text="again" ret=5' 'it records anew, until a hit'
is "$(hits all | wc -l)" 4 '... and then without one'
is "$(part complaints)" '' 'the kernel log'
done_testing
