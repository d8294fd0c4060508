#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# report.t - sdtinfo report on a machine without sdt.ko, and options of metrics that are wrong
#
# tests/clients/report.t and metrics.t have what needs sdt.ko.

. "$(dirname "$0")/common.sh"

# -- report ----------------------------------------------------------------------
run "$sdtinfo" report
is "$status:$err" 0: "it works, whatever is missing"
is "$(echo "$out" | grep -o '^[^ :]*' | tr '\n' ' ')" \
	"schema sdtinfo verb modules errors missing system sdt refused listeners handlers stats instances " "all parts are there"
like "$out" "^  release: $(uname -r)\$" "the kernel"
is "$(echo "$out" | grep -n ' $')" "" "no line ends in a blank"
unlike "$out" "$(cut -c 1-30 /proc/cmdline | sed 's/[].[*^$\\/+?(){}|]/./g')" "the command line is not shown"
run "$sdtinfo" report --strings
is "$status:$err" 0: "--strings"
is "$(echo "$out" | sed -n 's/^  command_line: //p')" "$(cat /proc/cmdline)" "... shows it"
run "$sdtinfo" report -j
is "$(echo "$out" | python3 -c 'import json, sys; print(json.load(sys.stdin)["system"]["release"])')" "$(uname -r)" "as JSON"
run "$sdtinfo" report x
tells "$status:$err" '2:sdtinfo report: arguments' "arguments"
is "$("$sdtinfo" report 2>&1 >/dev/full; echo $?)" "sdtinfo: standard output: cannot write: No space left on device
1" "a full disk"
if command -v setpriv >/dev/null && [ "$(id -u)" = 0 ]; then
	cp "$sdtinfo" ./sdtinfo && chmod 755 . ./sdtinfo
	run setpriv --reuid=65534 --regid=65534 --clear-groups ./sdtinfo report
	is "$status:$err" 0: "a user who is not root"
	like "$out" "^  uid: 65534$" "... is told"
fi

# -- metrics -----------------------------------------------------------------------
# wrong VERB MESSAGE ARG...: its command line is wrong
wrong()
{
	verb=$1 message=$2
	shift 2
	run "$sdtinfo" "$verb" "$@"
	is "$status:$out:$err" "2::sdtinfo $verb: $message (see 'sdtinfo help $verb')" "$verb $*"
}

wrong top "--output needs --prometheus" -o file
for option in '--interval 1' '--count 1' --sites --json '--by cpu' '--filter a==1'; do
	# shellcheck disable=SC2086	# words
	wrong top "either --prometheus or ${option% *}, not both" --prometheus $option
done
wrong latency "either --json or --prometheus, not both" -j --prometheus x
wrong latency "either --over or --prometheus, not both" --over 1 --prometheus x
wrong latency "either --by or --prometheus, not both" -b cpu --prometheus x
wrong latency "--output needs --prometheus; the old -o is now --over" -o file x
wrong latency "--interval needs --output" -i 1 --prometheus x

done_testing
