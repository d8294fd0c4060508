#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# letters.t - a letter is the same option in all verbs, and old spellings name the new one

. "$(dirname "$0")/common.sh"

# -- the table of all letters ----------------------------------------------------------
cat >letters <<'END'
a all
b by
f filter
g cgroup
h help
i interval
j json
k key
l line
m module
n count
o output
p pid
q quantize
r raw
s stack
S sum
t time
v verbose
w wait
END
"$sdtinfo" help --words >verbs
for verb in $(cat verbs); do
	"$sdtinfo" help "$verb" | sed -n "s/^  *-\\(.\\), --\\([a-z-]*\\).*/\\1 \\2/p"
done >found
ok "$(test "$(wc -l <verbs)" -ge 12 && test "$(wc -l <found)" -gt 60; echo $?)" "there are verbs, and letters"
is "$(LC_ALL=C sort -u found)" "$(LC_ALL=C sort letters)" "each letter is one option, whatever the verb"
for verb in top latency; do
	"$sdtinfo" help $verb | tr -s '\n ' ' ' | grep -o 'the default is one second' || echo "$verb"
done | sort -u >defaults
is "$(cat defaults)" "the default is one second" "-i has one default"

# -- old spellings ---------------------------------------------------------------------
# old VERB OPTION NEW [ARG...]: the line names the new option
old()
{
	verb=$1 option=$2 new=$3
	shift 3
	run "$sdtinfo" "$verb" "$option" "$@"
	tells "$status:$errs:$out:$err" "2:1::sdtinfo $verb: $option $new 'sdtinfo help $verb'" "$verb $option"
	like "$err" "[ ']$new( |\$|')" "... is $new"
}
for verb in list args gen; do
	old $verb -k --kernel 6.1
done
for verb in list args dump verify diff report; do
	old $verb -p --pretty a.ko
done
old gen -b --bpftrace
old gen -d --d
old latency --csv --json a b
old gen -l --libbpf
old report -a --addresses
old report -s --strings
old top -s --sites
old top --rounds --count 5
old trace --hits --count 5 x::
old latency -o --over 1us a b
old list -P "'sdtinfo dump -v'"
old list --providers "'sdtinfo dump -v'"
run "$sdtinfo" latency -o 1us a b
like "$err" "--output needs --prometheus" "... of which the message about -o speaks as well"
run "$sdtinfo" trace --hits=5 x::
tells "$status:$err" "2:sdtinfo trace: --hits --count" "an old option with its value"
run "$sdtinfo" list -ak6.1
tells "$status:$err" "2:sdtinfo list: -k --kernel" "an old letter with its value"
run "$sdtinfo" list -jp
tells "$status:$err" "2:sdtinfo list: -p --pretty" "behind another letter"
run "$sdtinfo" link -p
tells "$status:$err" "2:sdtinfo link: option 'p'" "a verb that never had it"
unlike "$err" "pretty" "... is not told of it"

done_testing
