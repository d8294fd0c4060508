#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# sdtinfo list and args of the running kernel: the same as of the files, and chosen
# by a pattern as sdt.ko itself chooses.
. ./guest.sh

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
is "$err" "sdtinfo: $sdt/tables: there is none: load sdt.ko, which tells of the running kernel's probes, or name a module's file" \
	'... and what to do'
insmod sdt.ko
run ./sdtinfo list
is "$status:$out:$err" '3::sdtinfo: the running kernel: no probes in it' \
	'without modules: no probes'

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
	echo "$1" >$sdt/count 2>/dev/null || { echo none; return; }
	sed -n 's/ .* hits=.*//p' $sdt/probes | sort
	echo >$sdt/count
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
read-entry some
*entry some
*-entry some
revdev_read: some
revdev_read:* some
revdev::read-?ntry some
revdev:*read*:*e*t*y some
sdt:revdev:: some
sdt::: all
::: all
* all
: all
*:*:*:* all
?dt:??????::r* some
no-such-probe no
Sdt::: no
[rw]* no
sdt:revdev::read_entry some
read_entry some
read__entry some
revdev:read_entry some
revdev:read-entry some
revdev:read__entry some
revdev:revdev_read:read__entry some
revdev_read:read_entry some
revdev: some
revdev:* some
rev*:*_entry some
revdev*:* some
*:read_?ntry some
*__entry some
*_* some
*__* some
*-* some
read___entry no
read_-entry no
?revdev:* no
revdev:revdev:read_entry no
sdt_read_entry no
sdt:read_entry no
revdev:read_entry@$line some
revdev:write_entry@$line no
::::: none
a:b:c:d:e none
@$line some
*@$line some
revdev::*@rev_dev.c some
@rev_dev.c some
@rev*.c some
@dev.c no
@rev_dev.c:1 no
@other/rev_dev.c no
@rev_dev.c:0 none
@rev_dev.c:x none
@rev_dev.c:-1 none
@rev_dev.c:4294967296 none
@ none
read-entry@ none
sdt:revdev::read-entry@:5 none
END
run ./sdtinfo list ''
is "$status:$out" 2: 'an empty pattern is none'

# -- modules go, others cannot look ----------------------------------------------
rmmod revdev
is "$(./sdtinfo list revdev:: 2>&1)" "sdtinfo: the running kernel: no probe matches 'revdev::'" \
	'a module that has gone is not listed'
is "$(./sdtinfo list | names | grep -c .)" "$(wc -l <$sdt/probes)" '... the others are'
cp sdtinfo /tmp/sdtinfo
like "$(setpriv --reuid 65534 --clear-groups /tmp/sdtinfo list 2>&1)" \
	"^sdtinfo: $sdt/tables: only root can read it\$" 'others than root'
umount $debugfs
run ./sdtinfo list
like "$status:$err" '^1:sdtinfo: debugfs: it is not mounted: ' 'debugfs is not mounted'
mkdir elsewhere
mount -t debugfs debugfs elsewhere
run ./sdtinfo list
is "$status:$err" 0: '... or not where it usually is'
umount elsewhere
mount -t debugfs debugfs $debugfs

no_complaints 'the kernel had nothing to complain of'
done_testing
