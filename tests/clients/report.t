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

# part TITLE: its lines
part() { awk -v title="$1" '/^[^ ]/ { on = $0 == title; next } on && NF' report; }

# json EXPRESSION...: their values in the document $d, a line each
json()
{
	python3 -c 'import json, sys; d = json.load(open("report"))
for text in sys.argv[1:]: print(eval(text, {"d": d}))' "$@"
}

user() { setpriv --reuid=1000 --regid=1000 --clear-groups "$@"; }
titles='sdtinfo report
System
sdt.ko
Modules with probes
Refused modules
Listeners
Statistics of sdt.ko
Trace instances'

# -- without sdt.ko ---------------------------------------------------------------------
insmod twice.ko
report
is "$status:$err" 0: 'without sdt.ko: it works'
is "$(grep '^[^ ]' report)" "$titles" 'all parts are there'
like "$out" "^  kernel +$(uname -r | sed 's/[.+]/\\&/g') $(uname -m)\$" 'the kernel'
like "$out" "^  sdtinfo +$(./sdtinfo --version | sed 's/sdtinfo //'), ABI version [0-9]+, with(out)? libtracefs\$" 'sdtinfo'
is "$(part sdt.ko | tr -s ' ')" ' sdt.ko not loaded' 'sdt.ko is not loaded'
like "$(part 'Modules with probes')" '^  twice ' '... but the module is found'
is "$(grep -c 'not known: .*/sdt/tables: not found' report)" 4 '... and what is missing is said in its place'
like "$(part System | tr -s ' \n' ' ')" ' tainted [0-9]+: P proprietary module, O out-of-tree module, E unsigned module ' \
	'tainted, in words'
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
is "$(awk 'length > 80' report)" '' 'no line is wider than 80 columns'
is "$(part 'Refused modules' | tr -s ' \n' ' ')" " victim $(sed 's/^victim //' $sdt/refused) " 'a refused module, and why'
for page in debugfs watching; do
	shown=$(sed -n 's/^.* \(site record has ABI .*\) \.\.\.$/\1/p' $page.md | sed 's/[0-9][0-9]*/99/')
	like "$(cat $sdt/refused)" "^victim ${shown:-no example}" "... as docs/$page.md shows"
done
like "$(part sdt.ko | tr -s ' \n' ' ')" '^ sdt version [0-9.]+, srcversion [0-9A-F]+, taint OE, references [0-9]+ ' \
	'sdt.ko: versions, taint'
id=$(od -An -v -tx1 -j16 /sys/module/sdt/notes/.note.gnu.build-id | tr -d ' \n')
like "$(part sdt.ko)" "build ID $id\$" '... build ID'
like "$(part sdt.ko)" '^ +count=twice$' '... parameters'
like "$(part sdt.ko)" '^ +layout=linux$' '... all of them'
like "$(part 'Modules with probes' | tr -s ' \n' ' ')" ' victim .* sdt.ko has refused its probes, see below ' '... also among the others'
like "$(part 'Modules with probes' | tr -s ' \n' ' ')" ' twice .* probes: 2, sites: 3, enabled: 2, published: 2 ' 'a module and its probes'
like "$(part Listeners)" '^  [a-z ]* sdt:twice:fire:step handlers=1 counters=1$' 'who listens'
like "$(part Listeners)" '^  [a-z ]* sdt:probed:.* ftrace=1$' '... events'
like "$(part Listeners | tr -s ' ')" '^ handlers sdt:twice:fire: \[client\]$' '... the handlers'
like "$(part 'Trace instances' | tr -s ' ')" '^ watching [1-9][0-9]* events of probes enabled; 0 records overwritten, 0 dropped$' \
	'a trace instance'
like "$(part 'Statistics of sdt.ko')" '^  drops_recursion +0$' 'missed hits'
echo 1 >$tracefs/events/twice/enable
echo 4 >$tracefs/buffer_size_kb
echo 100 >/sys/module/twice/parameters/fire
echo 0 >$tracefs/events/twice/enable
report
like "$(part 'Trace instances' | tr -s ' ')" '^ top level 0 events of probes enabled; [1-9][0-9]* records overwritten' 'losses of a buffer'

# -- what is shown only when asked -----------------------------------------------------------
address=$(cat /sys/module/twice/sections/.text)
unlike "$out" "$address|console=" 'neither addresses nor the command line'
report -a
like "$out" "$address" 'addresses'
report -s
like "$out" "^  command line " 'the command line'
report -p -a -s
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
is "$(sed -n 7p values)" '[True, False]' '... losses'

# -- a user, and what is not mounted ----------------------------------------------------------
user ./sdtinfo report >report 2>errors
is "$?:$(cat errors)" 0: 'a user who is not root'
like "$(cat report)" '^  user +uid 1000' '... is told'
is "$(grep -c 'not known: .*/sdt/tables: permission denied' report)" 4 '... what only root can read'
like "$(part 'Modules with probes')" '^  twice ' '... and sees the modules'
like "$(part sdt.ko)" '^ +count=twice$' '... and the parameters'
like "$(part 'Trace instances')" 'not known: .*: permission denied' '... and no trace instances'
user ./sdtinfo report -a >report 2>errors
is "$?:$(cat errors):$(grep -c '\.text: permission denied' report)" 0::4 '... nor addresses'
umount $tracefs
report
like "$(part 'Trace instances')" 'not known: tracefs is not mounted' 'without tracefs'
umount $debugfs/tracing 2>/dev/null
umount $debugfs
report
is "$status:$err:$(grep -c 'not known: debugfs: it is not mounted' report)" 0::4 'without debugfs'
mount -t debugfs debugfs $debugfs
mount -t tracefs tracefs $tracefs

# -- how it ends ---------------------------------------------------------------------------------
./sdtinfo report >/dev/full 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: No space left on device' 'a full disk'
is "$(./sdtinfo report | head -n 1)" 'sdtinfo report' 'a closed pipe'
echo 0 >/sys/module/client/parameters/detach

rmdir $tracefs/instances/watching
rmmod client probed twice victim sdt
ok $? 'all modules go'
no_complaints 'the kernel log'
done_testing
