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
for verb in dump verify; do
	run ./sdtinfo $verb victim
	tells "$status:$out:$err" "1::sdtinfo: $sdt/tables sdt.ko" \
		"$verb of a module, without sdt.ko"
done
rmmod victim
insmod sdt.ko
run ./sdtinfo list
tells "$status:$out:$err" '3::sdtinfo: probes' 'without modules: no probes'

insmod nomagic.ko
run ./sdtinfo list
tells "$status:$out:$err" '3::sdtinfo: probes refused revdev' 'a module that was refused is named'
for verb in dump verify; do
	run ./sdtinfo $verb revdev
	tells "$status:$out:$err" '3::sdtinfo: revdev sdt.ko refused' "... by $verb"
done
insmod probed.ko
run ./sdtinfo list 'revdev::'
tells "$status:$out:$err" "3::sdtinfo: 'revdev::' refused revdev" '... by list with a pattern'
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
details() { sed -E '/^    users  /d; s/, (on|off)(, hits [0-9]+)?$//'; }

# without_places: of sites, their places in the code left out
without_places() { sed -E 's/^(    site   )[^ ]+ +/\1/; s/, in \.(init|exit)\.text$//'; }

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
like "$out" '"users":1,"published":true,"sites":\[\{"kind":"fire","file":"[^"]*probed.c","line":[0-9]+,"place":"[^"]*","on":true\}' '... in JSON'
like "$out" '"kind":"is-enabled",[^}]*"on":true\}' '... with the is-enabled site'
like "$(./sdtinfo list -j probed:init)" '"line":[0-9]+,"on":false\}' '... and no place in freed code'
exec 3<&- 3>&-

# -- a loaded module by its name -----------------------------------------------------
release=$(uname -r)
nothing='the code was not checked: no file of this build is installed'
for module in $modules; do
	run ./sdtinfo dump $module
	is "$status:$err" 0: "dump $module"
	is "$(echo "$out" | sed 1d | details | without_places)" \
		"$(./sdtinfo dump $module.ko | sed 1d | without_places)" '... is that of the file'
	is "$(echo "$out" | head -n 1)" "$(./sdtinfo dump $module.ko |
		sed -n "1s/^.*: module $module,/$module: loaded,/p")" '... and says that it is loaded'
	run ./sdtinfo verify $module
	is "$status:$err:$out" "0::$(./sdtinfo verify $module.ko | sed 's/\.ko//')
$module: $nothing" "verify $module"
done
like "$(./sdtinfo dump -v revdev)" 'Identifier Names: Private' 'dump -v'
run ./sdtinfo dump -j revdev
like "$status:$out" '^0:.*"modules":\[\{"module":"revdev","abi":[0-9]+,"sites":6,' 'dump -j'
unlike "$out" '"file":"revdev|"section"|"bytes"' '... has no file'
like "$out" '"name":"read-entry","event":"read_entry",[^[]*"users":0,' '... but users'
is "$(./sdtinfo verify -j revdev | sed 's/"sdtinfo":"[^"]*",//')" \
	'{"schema":2,"verb":"verify","modules":[{"module":"revdev","sites":6,"is_enabled_sites":0,"ok":true,"findings":[]}],"errors":[]}' 'verify -j'
run ./sdtinfo verify revdev values.ko
like "$status:$out" '^values.ko: ok' 'a name and a file'

installed=/lib/modules/$release/updates/revdev.ko
as_regex=$(echo "$installed" | sed 's/[.+]/\\&/g')	# 7.2.13+deb14
mkdir -p ${installed%/*}
printf '%s\n' kernel/fs/9p/9p.ko: 'updates/revdev.ko: extra/sdt.ko' >/lib/modules/$release/modules.dep
cp revdev.ko $installed
run ./sdtinfo verify revdev
is "$status:$err:$out" "0::revdev: ok, 6 probes, 6 sites
revdev: its file was checked as well: $installed" 'verify with the installed file'
like "$(./sdtinfo verify -p revdev)" "\"checked_file\": *\"$as_regex\"" '... in JSON'
cp other.ko $installed
run ./sdtinfo verify revdev
is "$status:$err" 4: 'the table of that file is another one: exit code 4'
like "$out" "^revdev: __sdt_table: the probe table in memory is not that of $as_regex, the file of this build\$" '... which says so'
cp twice.ko $installed
run ./sdtinfo verify revdev
is "$status:$err:$out" "0::revdev: ok, 6 probes, 6 sites
revdev: $nothing" 'an installed file of another build'
cp revdev.ko $installed

# failed NAME STATUS WHAT WORDS
failed()
{
	for verb in dump verify; do
		run ./sdtinfo $verb $1
		tells "$status:$out:$err" "$2::sdtinfo: $4" "$verb: $3"
	done
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
