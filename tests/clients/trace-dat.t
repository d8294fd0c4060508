#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace-dat.t - trace.dat files: what sdtinfo trace -o writes, trace-cmd reads; what both write,
# sdtinfo reads, also on another machine

cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

needs_libraries libtracefs '>=' 1.6 libtraceevent libtracecmd '>=' 1.2
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

tests/guest/start --append slub_debug=- --timeout 900 --root / --out "$tmp" \
	--add tests/clients/clients.sh --add kmod/sdt.ko --add tools/sdtinfo/sdtinfo \
	--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
	--add tests/vm/modules/kinds.ko --add tests/vm/modules/messages.ko \
	--add tests/vm/modules/native.ko --add tests/vm/modules/tracked.ko \
	--add tests/vm/modules/torture.ko tests/clients/trace-dat.guest.sh >"$tmp/guest"
status=$?
sed 's/^/    /' "$tmp/guest"
ok $status 'in the guest'

# -- on another machine ----------------------------------------------------------------
# from FILE [ARG...]: sdtinfo trace of it; sets $out, $err and $status
from()
{
	file=$1
	shift
	status=0
	out=$(tools/sdtinfo/sdtinfo trace --from "$file" "$@" 2>"$tmp/errors") || status=$?
	err=$(cat "$tmp/errors")
}

for name in small compressed instances; do
	from "$tmp/$name.dat" 'revdev::' 'kinds::'
	is "$status:$err:$(echo "$out" | sed '1d
		s/^ *[0-9.]* *[0-9]*  \([^ ]*\)  *[0-9]*  /\1 /; s/  */ /g; s/=0xffff[0-9a-f]*/=P/g')" \
		"0::$(cat "$tmp/rows")" "$name.dat on another machine"
done
is "$(tools/sdtinfo/sdtinfo latency --from "$tmp/small.dat" revdev: | sed -n 's/:: *$//; s/^sdt:\(.*\) to sdt:.*:/\1 /p')" \
	'revdev::ioctl_entry ioctl_return
revdev::read_entry read_return
revdev::write_entry write_return' '... with pairs by their names'
from "$tmp/trace-cmd.dat" -j 'torture::'
is "$status:$err:$(echo "$out" | sed -n 's/.*"name":"\([a-z]*\)".*/\1/p' | sort | uniq -c | tr -s ' ')" \
	"0::$(cat "$tmp/trace-cmd.counts")" '... with every hit'

# -- damaged files ---------------------------------------------------------------------
# refused FILE WORD...: what is said of a file is one line
refused()
{
	from "$1"
	file=$1
	shift
	tells "$status:$out:$err" "1::sdtinfo: $(basename "$file") $*" "$(basename "$file"): $*"
}

cd "$tmp" && ln -s "$OLDPWD/tools" tools || exit 1
: >empty.dat
refused ./empty.dat not trace.dat
printf 'a text that is longer than the magic\n' >text.dat
refused ./text.dat not trace.dat
refused ./ not regular
printf '\027\010\104tracing9\0' >newer.dat
refused ./newer.dat newer
for name in small compressed; do
	size=$(stat -c %s $name.dat)
	for part in 11 100 1000 $((size / 3)) $((size - 5000)); do
		head -c "$part" $name.dat >cut.dat
		from ./cut.dat
		is "$status:$out:$(echo "$err" | sed 's/: damaged.*//')" '1::sdtinfo: ./cut.dat' \
			"$name.dat cut off after $part bytes"
	done
done
done_testing
