#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# report.t - sdtinfo report has what a bug report needs, and says what is missing and why
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/twice.ko
# needs: tests/vm/modules/client.ko tests/vm/modules/victim.ko tests/vm/modules/probed.ko
# needs: tests/sdtinfo/patch.py docs/debugfs.md docs/watching.md
# options: --append slub_debug=- --root / --smp 1 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
export TERM=dumb

# report ARG...: sets $out, $err, $status; keeps it in "report"
report()
{
	status=0
	./sdtinfo report "$@" >report 2>errors || status=$?
	out=$(cat report)
	err=$(cat errors)
}

# part KEY: its lines; flat KEY: the same, as one line
part() { awk -v key="$1:" '/^[^ ]/ { on = $1 == key; next } on' report; }
flat() { part "$1" | tr -s ' \n' ' '; }

# json EXPRESSION...: their values in the document $d, a line each
json()
{
	python3 -c 'import json, sys; d = json.load(open("report"))
for text in sys.argv[1:]: print(eval(text, {"d": d}))' "$@"
}

user() { setpriv --reuid=1000 --regid=1000 --clear-groups "$@"; }

# -- without sdt.ko ---------------------------------------------------------------------
insmod twice.ko
report
is "$status:$err" 0: 'without sdt.ko: it works'
is "$(grep -o '^[^ :]*' report | tr '\n' ' ')" \
	'schema sdtinfo verb modules errors missing system sdt refused listeners handlers stats instances ' 'all parts are there'
like "$(flat system)" " release: $(uname -r | sed 's/[.+]/\\&/g') .*machine: $(uname -m) " 'the kernel'
like "$out" "^sdtinfo: $(./sdtinfo --version | sed 's/sdtinfo //')\$" 'sdtinfo'
like "$(part sdt)" '^  loaded: false$' 'sdt.ko is not loaded'
like "$(part modules)" '^  - module: twice$' '... but the module is found'
is "$(part missing | grep -c 'what: .*/sdt/tables: not found')" 4 '... and what is missing is listed'
like "$(flat system)" " tainted: $(cat /proc/sys/kernel/tainted) " 'tainted'
report -j
is "$status:$(json '[m["module"] for m in d["modules"]], d["sdt"]["loaded"], d["verb"]' \
		'sorted({m["where"] for m in d["missing"]} - {"lockdown"})')" "0:(['twice'], False, 'report')
['listeners', 'probes', 'refused', 'statistics']" 'as JSON, with what is missing'

# -- with sdt.ko ---------------------------------------------------------------------------
cp victim.ko refused.ko
python3 -B ./patch.py refused.ko __sdt_sites+7 1 99	# its first record's ABI version
insmod sdt.ko count=twice && insmod client.ko && insmod probed.ko && insmod refused.ko
ok $? 'the modules load'
echo '0 sdt:twice:fire:' >/sys/module/client/parameters/attach
mkdir $tracefs/instances/watching
echo 1 >$tracefs/instances/watching/events/probed/enable
report
is "$status:$err" 0: 'with sdt.ko'
is "$(flat refused)" " - module: victim why: $(sed 's/^victim //' $sdt/refused) " 'a refused module, and why'
for page in debugfs watching; do
	shown=$(sed -n 's/^.* \(site record has ABI .*\) \.\.\.$/\1/p' $page.md | sed 's/[0-9][0-9]*/99/')
	like "$(cat $sdt/refused)" "^victim ${shown:-no example}" "... as docs/$page.md shows"
done
like "$(flat sdt)" ' version: [0-9.]+ srcversion: [0-9A-F]+ taint: OE refcnt: [0-9]+ ' 'sdt.ko: versions, taint'
id=$(od -An -v -tx1 -j16 /sys/module/sdt/notes/.note.gnu.build-id | tr -d ' \n')
like "$(part sdt)" "build_id: $id\$" '... build ID'
like "$(part sdt)" '^ +count: twice$' '... parameters'
for name in first second; do
	echo "$name 64K early::" >/sys/module/sdt/parameters/record
done
report
is "$(part sdt | sed -n 's/^ *record: \([a-z]*\) .*/\1/p' | sort | paste -sd ' ')" 'first second' \
	'... all lines of one'
echo >/sys/module/sdt/parameters/record
report
like "$(part sdt)" '^ +layout: linux$' '... all of them'
has_gate && published=2 || published=0	# with a proprietary license
like "$(flat modules)" " - module: twice .* probes: 2 sites: 3 enabled: 2 published: $published " 'a module and its probes'
like "$(flat listeners)" ' - probe: sdt:twice:fire:step users: 2 handlers: 1 counters: 1 ' 'who listens'
! has_gate || like "$(flat listeners)" ' - probe: sdt:probed:[^ ]* users: 1 .* ftrace: 1 ' '... events'
is "$(part handlers)" '  - sdt:twice:fire: [client]' '... the handlers'
if needs_gate 'events of proprietary modules'; then
	like "$(flat instances)" ' - instance: watching enabled: [1-9][0-9]* overwritten: 0 dropped: 0 ' 'a trace instance'
	like "$(part stats)" '^  drops_recursion: 0$' 'missed hits'
	echo 1 >$tracefs/events/twice/enable
	echo 4 >$tracefs/buffer_size_kb
	echo 100 >/sys/module/twice/parameters/fire
	echo 0 >$tracefs/events/twice/enable
	mkdir $tracefs/instances/sdt-mine
	echo 1 >$tracefs/instances/sdt-mine/events/twice/step/enable
	echo 'traceoff:1 if n == 7' >$tracefs/instances/sdt-mine/events/twice/step/trigger
	report
	like "$(flat instances)" ' - instance: sdt-mine .* state: recording until twice:step if n == 7 recorded: twice: ' \
		'a recorder'
	rmdir $tracefs/instances/sdt-mine
	like "$(flat instances)" ' - instance: top level enabled: 0 overwritten: [1-9]' 'losses of a buffer'
fi

# -- what is shown only when asked -----------------------------------------------------------
address=$(cat /sys/module/twice/sections/.text)
unlike "$out" "$address|console=" 'neither addresses nor the command line'
report --addresses
like "$out" "$address" 'addresses'
report --strings
like "$out" "^  command_line: " 'the command line'
report --pretty --addresses --strings
json '[m["text_address"] for m in d["modules"] if m["module"] == "twice"][0]' \
	'd["system"]["command_line"]' 'd["refused"]' \
	'[l for l in d["listeners"] if "twice:fire" in l["probe"]]' \
	'[p["value"] for p in d["sdt"]["parameters"] if p["name"] == "count"]' \
	'{s["name"]: s["value"] for s in d["stats"]}["refused"]' \
	'[i["overwritten"] > 0 for i in d["instances"]]' >values
is "$(sed -n 1p values)" "$address" '... in JSON, too'
is "$(sed -n 2p values)" "$(cat /proc/cmdline)" '... both'
is "$(sed -n 3p values)" "[{'module': 'victim', 'why': '$(sed 's/^victim //' $sdt/refused)'}]" 'JSON: refused modules'
is "$(sed -n 4p values)" \
	"[{'probe': 'sdt:twice:fire:step', 'users': 2, 'handlers': 1, 'counters': 1, 'ftrace': 0, 'perf': 0}]" '... listeners'
is "$(sed -n 5p values)" "['twice']" '... parameters'
is "$(sed -n 6p values)" 1 '... statistics'
! has_gate || is "$(sed -n 7p values)" '[True, False]' '... losses'

# -- a user, and what is not mounted ----------------------------------------------------------
user ./sdtinfo report >report 2>errors
is "$?:$(cat errors)" 0: 'a user who is not root'
like "$(cat report)" '^  uid: 1000$' '... is told'
is "$(grep -c 'what: .*/sdt/tables: permission denied' report)" 4 '... what only root can read'
like "$(part modules)" '^  - module: twice$' '... and sees the modules'
like "$(part sdt)" '^ +count: twice$' '... and the parameters'
like "$(flat missing)" ' - where: instances what: [^ ]*: permission denied' '... and no trace instances'
user ./sdtinfo report --addresses >report 2>errors
is "$?:$(cat errors):$(grep -c '\.text: permission denied' report)" 0::4 '... nor addresses'
busybox umount $tracefs
report
like "$(part missing)" 'what: tracefs is not mounted$' 'without tracefs'
busybox umount $debugfs/tracing 2>/dev/null
busybox umount $debugfs
report
is "$status:$err:$(grep -c 'what: debugfs: it is not mounted' report)" 0::4 'without debugfs'
busybox mount -t debugfs debugfs $debugfs
busybox mount -t tracefs tracefs $tracefs

# -- how it ends ---------------------------------------------------------------------------------
./sdtinfo report >/dev/full 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: No space left on device' 'a full disk'
is "$(./sdtinfo report | head -n 1)" 'schema: 2' 'a closed pipe'
echo 0 >/sys/module/client/parameters/detach

rmdir $tracefs/instances/watching
rmmod client probed twice victim sdt
ok $? 'all modules go'
no_complaints 'the kernel log'
done_testing
