#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# pictures.t - sdtinfo trace --perfetto writes timelines that keep the rules of the format, and
# show what has happened
#
# timeline.py checks them on the host.

cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

needs_libraries libtracefs '>=' 1.6 libtraceevent
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

tests/guest/start --append slub_debug=- --timeout 900 --memory 1024 --out "$tmp" --add kmod/sdt.ko --add tools/sdtinfo/sdtinfo \
	--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
	--add tests/vm/modules/calls.ko --add tests/vm/modules/torture.ko \
	tests/clients/pictures.guest.sh >"$tmp/guest"
status=$?
sed 's/^/    /' "$tmp/guest"
ok $status 'in the guest'

# shows NAME TEXT DESCRIPTION
shows()
{
	is "$(python3 tests/clients/timeline.py "$tmp/$1.json" 2>&1 |
		sed 's/0xffff[0-9a-f]*/0xADDRESS/; s/^kworker[^ ]*: /kworker: /')" "$2" "$3"
}

nested='outermost(outer(middle(inner() between inner())) outer(middle(inner() between inner())))'
requests='io(io-start io-done) io(io-start io-done) io(io-start io-done)
hits 6'
shows nothing 'hits 0' 'no hits: an empty timeline'
shows calls "sh: $nested middle(inner(!)) inner(!) inner() inner-return? middle(...
io(io-start ...)
step(step-begin step-end)
hits 31" 'calls, those without their ends and those that are still open'
shows requests "$requests" 'requests, by the first argument that both probes have'
shows key "$requests" '... by another one, whose names differ'
shows task 'kworker: io-done? io-done? io-done?
io(io-start !) io(io-start !) io(io-start ...)
hits 6' '... by the task, which is wrong'
shows hidden "$requests" '... by addresses that are hidden'
shows values 'sh: values a "quoted" \ <text> & � ä is -1
hits 2' 'a message is shown by its text'
is "$(sed -n 's/.*"values".*"cat".*"args":{\(.*\),"pointer":"0xffff.*\(,"mask".*\)}}},/\1\2/p' "$tmp/values.json")" \
	'"largest":"18446744073709551615","smallest":"-9223372036854775808","minus":-1,"state":"FAILED","text":"a \"quoted\" \\ <text> & � ä","bytes":"[de ad be ef]","mask":"0xffffffff"' \
	'values: numbers that a double does not hold are strings'
shows details "sh: $nested
hits 20" 'stacks and lines'
shows limit 'sh: outermost(outer(middle(inner().........
hits 5' 'a limit'
shows filter 'sh: inner() outer(middle(inner() between)) inner()
hits 11' 'a filter'
shows half 'sh: inner-return between inner-return inner-return between inner-return
hits 6' 'ends whose beginnings are not watched'
# ftrace does not record a task's name while the other CPU records one, but tries again when the
# task runs again: some may have ended without a name.
ok "$(grep -q '"testrevdev"' "$tmp/tasks.json"; echo $?)" 'names of tasks that are gone'
sed -i 's/"<\.\.\.>-/"testrevdev-/' "$tmp/tasks.json"
shows tasks 'testrevdev: write() read()
testrevdev: write() read()
testrevdev: write() read()
hits 12' '... and their hits'
shows gone "pictures.guest.: $nested
hits 20" 'the module was removed'
shows killed "pictures.guest.: $nested
hits 20" 'a killed run'
shows killed-at-once 'hits 0' '... before it had a hit'
shows stdout "sh: $nested
hits 20" 'on standard output'
shows dtrace 'sh: entry(!) entry(middle(inner() between inner())) entry(middle(inner() between inner())) return? values 0xADDRESS is -1
hits 22' 'the layout dtrace, which does not tell the functions of an event'
for name in many busy lost; do
	python3 tests/clients/timeline.py "$tmp/$name.json" >"$tmp/$name" 2>&1
	ok $? "$name.json keeps the rules" || note "$(tail -n 3 "$tmp/$name")"
done
like "$(tail -n 1 "$tmp/lost")" 'hits [0-9]+ losses' 'lost hits are shown'
done_testing
