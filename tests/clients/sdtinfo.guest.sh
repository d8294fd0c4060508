#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# sdtinfo list and args of the running kernel: the same as of the files, and chosen
# by a pattern as sdt.ko itself chooses.
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
modules='kinds probed revdev twice values victim'

# run COMMAND...: sets $out, $err, $status
run()
{
	status=0
	out=$("$@" 2>errors) || status=$?
	err=$(cat errors)
}

# -- nothing to look at ----------------------------------------------------------
run ./sdtinfo list
is "$status:$out" 1: 'without sdt.ko: exit code 1'
tells "$err" "sdtinfo: $sdt/tables sdt.ko" '... and what to do'
insmod victim.ko
run ./sdtinfo dump victim
tells "$status:$out:$err" "1::sdtinfo: $sdt/tables sdt.ko" 'dump of a module, without sdt.ko'
rmmod victim
insmod sdt.ko
run ./sdtinfo list
tells "$status:$out:$err" '3::sdtinfo: probes' 'without modules: no probes'

insmod nomagic.ko
run ./sdtinfo list
tells "$status:$out:$err" '3::sdtinfo: probes refused revdev' 'a module that was refused is named'
run ./sdtinfo dump revdev
tells "$status:$out:$err" '3::sdtinfo: revdev sdt.ko refused' '... by dump'
run ./sdtinfo verify revdev
tells "$status:$out:$err" '1::sdtinfo: revdev FILE.ko' '... verify needs its file'
insmod probed.ko
run ./sdtinfo list 'revdev::'
tells "$status:$out:$err" "3::sdtinfo: 'revdev::' refused revdev" '... by list with a pattern'
run ./sdtinfo list
tells "$status:$err" '0:sdtinfo: refused revdev' '... beside probes of others'
run ./sdtinfo list 'rev*::' '*'
tells "$status:$err" '3:sdtinfo: refused revdev' '... by patterns'
run ./sdtinfo list '*'
tells "$status:$err" '0:sdtinfo: refused revdev' '... by one that others match'
run ./sdtinfo list probed::
is "$status:$err" 0: '... unless only others were asked for'
run ./sdtinfo list revdav::
is "$status:$(echo "$err" | grep -c refused)" 3:1 '... which is said once'
run ./sdtinfo list '*' fyre
tells "$status:$err" '3:sdtinfo: fyre fire refused revdev' '... and with what else may have been meant'
run ./sdtinfo list fyre
tells "$status:$err" '3:sdtinfo: fyre fire' '... unless something else was meant'
rmmod revdev probed
run ./sdtinfo list
tells "$status:$err" '3:sdtinfo: probes' '... and not when it has gone'

# -- the same as of the files ----------------------------------------------------
for module in $modules; do
	insmod $module.ko
done
# names: of a list, the probes' names
names() { awk 'NR > 1 { print $2 ":" $3 ":" $4 ":" $5 }'; }
# files: the modules' files, in the order of their names
files() { for module in $modules; do echo $module.ko; done; }

run ./sdtinfo list
is "$status:$err" 0: 'list'
is "$out" "$(./sdtinfo list $(files))" '... is that of the files'
is "$(./sdtinfo list | names | sort)" "$(sed 's/ .*//' $sdt/probes | sort)" \
	"... and that of sdt.ko's own file"
is "$(./sdtinfo args)" "$(./sdtinfo args $(files))" 'args are those of the files'
is "$(./sdtinfo args -j | sed 's/"file":"[a-z]*\.ko",//g')" \
	"$(./sdtinfo args -j $(files) | sed 's/"file":"[a-z]*\.ko",//g')" '... as JSON, too'

# -- patterns --------------------------------------------------------------------
# chosen PATTERN: what sdt.ko takes it for
chosen()
{
	exec 3<>$sdt/counters
	if echo "$1" >&3 2>/dev/null; then
		sed 's/@.*//' <&3 | sort -u
	else
		echo none
	fi
	exec 3<&- 3>&-
}

# listed PATTERN: what sdtinfo does; of the files, too
listed()
{
	./sdtinfo list "$1" >of-kernel 2>/dev/null
	case $? in
	0 | 3)	names <of-kernel | sort ;;
	2)	echo none ;;
	*)	echo failed ;;
	esac
	./sdtinfo list "$1" $(files) 2>/dev/null | cmp -s - of-kernel || echo 'files differ'
}

line=$(sed -n 's/^sdt:revdev:revdev_read:read-entry@\([^ ]*\) .*/\1/p' $sdt/sites)
like "$line" '^rev_dev\.c:[0-9]+$' 'a place in the source'
total=$(wc -l <$sdt/probes)
while read -r pattern few; do
	expected=$(chosen "$pattern")
	is "$(listed "$pattern")" "$expected" "'$pattern' is what it is to sdt.ko"
	n=$(echo "$expected" | grep -c :)
	case $few in
	none) [ "$expected" = none ] ;;
	all) [ "$n" -eq "$total" ] ;;
	no) [ "$n" -eq 0 ] ;;
	*) [ "$n" -gt 0 ] && [ "$n" -lt "$total" ] ;;
	esac
	ok $? "... $few"
done <<END
* all
read-entry some
revdev:read_entry some
read__entry no
no-such-probe no
sdt:revdev:: some
*@rev_dev.c some
read_entry@$line some
a:b:c:d:e none
@rev_dev.c:0 none
END
run ./sdtinfo list ''
is "$status:$out" 2: 'an empty pattern is none'

# -- users, hits, sites ------------------------------------------------------------
# details: of a list or dump, what is there of loaded modules only, left out
details() { sed -E '/^    (users  |event  not published)/d; s/, (on|off)(, hits [0-9]+)?$//'; }

# without_places: of sites, their places in the code left out, and how many NOPs each has there
without_places() { sed -E 's/^(    site   )[^ ]+ +/\1/; s/, [0-9]+ NOPs//; s/, in \.(init|exit)\.text$//'; }

# numbers: of a list, left out
numbers() { sed -E 's/^ *[0-9]+  //'; }

is "$(./sdtinfo list -v revdev: | details | numbers)" \
	"$(./sdtinfo list -v revdev.ko | numbers)" 'list -v has the sites of the file'
is "$(./sdtinfo list -v revdev: | grep -c '^    users  0$')" 6 '... and no users'
is "$(./sdtinfo list -v revdev: | grep -c ', off$')" 6 '... and all sites are off'
exec 3<>$sdt/counters
echo 'probed:fire' >&3
run ./sdtinfo list -v 'probed:'
like "$out" '^    users  1$' 'list -v: the users of a probe'
like "$out" '^    site   [a-z_]*fire[a-z_]*\+0x[0-9a-f]+ +[^ ]*probed\.c:[0-9]+, on$' '... and its site'
like "$out" '^    site   [a-z_+0-9]+ +[^ ]*probed\.c:[0-9]+, is-enabled, on$' '... and an is-enabled site'
like "$out" '^    site   \(freed\) +[^ ]*probed\.c:[0-9]+, off$' '... and one in code that has gone'
run ./sdtinfo list -j probed:fire
like "$out" '"users":1,"published":(true|false),"sites":\[\{"kind":"fire","file":"[^"]*probed.c","line":[0-9]+,"place":"[^"]*","on":true\}' '... in JSON'
like "$out" '"kind":"is-enabled",[^}]*"on":true\}' '... with the is-enabled site'
like "$(./sdtinfo list -j probed:init)" '"line":[0-9]+,"on":false\}' '... and no place in freed code'
exec 3<&- 3>&-

# -- a loaded module by its name -----------------------------------------------------
for module in $modules; do
	run ./sdtinfo dump $module
	is "$status:$err" 0: "dump $module"
	is "$(echo "$out" | sed 1d | details | without_places)" \
		"$(./sdtinfo dump $module.ko | sed 1d | without_places)" '... is that of the file'
	is "$(echo "$out" | head -n 1)" "$(./sdtinfo dump $module.ko |
		sed -n "1s/^.*: module $module,/$module: loaded,/p")" '... and says that it is loaded'
done
like "$(./sdtinfo dump -v revdev)" 'Identifier Names: Private' 'dump -v'
run ./sdtinfo dump -j revdev
like "$status:$out" '^0:.*"modules":\[\{"module":"revdev","abi":[0-9]+,"sites":6,' 'dump -j'
unlike "$out" '"file":"revdev|"section"|"bytes"' '... has no file'
like "$out" '"name":"read-entry","event":"read_entry",[^[]*"users":0,' '... but users'

release=$(uname -r) installed=/lib/modules/$(uname -r)/updates/revdev.ko
mkdir -p ${installed%/*}
printf '%s\n' kernel/fs/9p/9p.ko: 'updates/revdev.ko: extra/sdt.ko' >/lib/modules/$release/modules.dep
cp revdev.ko $installed
run ./sdtinfo verify revdev values.ko
is "$status:$err:$(echo "$out" | head -n 1)" "0::$installed: ok, 6 probes, 6 sites" 'verify checks the installed file'
like "$out" '^values.ko: ok' '... and others'
cp twice.ko $installed
run ./sdtinfo verify revdev
tells "$status:$out:$err" "1::sdtinfo: revdev: $installed build FILE.ko" '... unless it is of another build'
cp revdev.ko $installed

# failed NAME STATUS WHAT WORDS
failed()
{
	run ./sdtinfo dump $1
	tells "$status:$out:$err" "$2::sdtinfo: $4" "dump: $3"
}
cp revdev.ko revdev
like "$(./sdtinfo dump revdev)" '^revdev: loaded' 'the name of a loaded module is no file'
like "$(./sdtinfo dump ./revdev)" '^\./revdev: module revdev' '... but with a path it is'
failed sdt 3 'a module without probes' \
	'sdt probes'
failed nowhere 1 'no such module' \
	'nowhere module file'

# -- modules go, others cannot look ----------------------------------------------
rmmod revdev
tells "$(./sdtinfo list revdev:: 2>&1)" "sdtinfo: 'revdev::'" 'a module that has gone is not listed'
rm revdev
failed revdev 1 'a module that has gone' \
	"revdev module file $installed"
cp revdev.ko revdev
like "$(./sdtinfo dump revdev)" '^revdev: module revdev' '... is a file, if there is one'
is "$(./sdtinfo list | names | grep -c .)" "$(wc -l <$sdt/probes)" '... the others are'
cp sdtinfo /tmp/sdtinfo
denied="sdtinfo: $sdt/tables permission denied root CAP_DAC_OVERRIDE"
tells "$(./setpriv --reuid 65534 --clear-groups /tmp/sdtinfo list 2>&1)" "$denied" \
	'others than root'
tells "$(./setpriv --reuid 65534 --clear-groups /tmp/sdtinfo dump values 2>&1)" "$denied" \
	'... cannot look at a module'
umount $debugfs
run ./sdtinfo list
tells "$status:$err" '1:sdtinfo: debugfs mounted' 'debugfs is not mounted'
mkdir elsewhere
mount -t debugfs debugfs elsewhere
run ./sdtinfo list
is "$status:$err" 0: '... or not where it usually is'
umount elsewhere
mount -t debugfs debugfs $debugfs

no_complaints 'the kernel had nothing to complain of'
done_testing
