#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tracked.t - perf, trace-cmd, bpftrace and sdtinfo use TRACE_EVENTs that are probes as others
#
# Two modules have the events of one header: tracked_kernel.ko as tracepoints, tracked.ko as probes.
#
# needs: tests/clients/clients.sh kmod/sdt.ko tools/sdtinfo/sdtinfo
# needs: tests/vm/modules/tracked.ko tests/vm/modules/tracked_kernel.ko
# options: --append slub_debug=- --root / --timeout 600
# libraries: libtracefs >= 1.6 libtraceevent
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

perf() { command perf --no-pager "$@" 2>&1; }

# The events' lines, without what is in front of their names
told() { sed -n 's/.*: *\(lorry[a-z_]*:\) */\1 /p'; }

# seen MODULE FILE: what each client shows of the events while MODULE is loaded
seen()
{
	fire=/sys/module/$1/parameters/fire
	printf '#!/bin/sh\necho 1 > %s\n' $fire > fire_tracked
	chmod +x fire_tracked
	exec 3> "$2"
	perf stat -e 'lorry:*' ./fire_tracked |
		sed -nE 's/^ *([0-9]+) +(lorry:[a-z_]+) .*/stat: \1 \2/p' | sort >&3
	perf record -q -o perf.data -e 'lorry:*' ./fire_tracked > log
	echo "perf: $(perf script -i perf.data | sed 's/lorry:lorry/lorry/' | told)" >&3
	trace-cmd record -q -o trace.dat -e lorry ./fire_tracked > log 2>&1
	echo "trace-cmd: $(trace-cmd report -q -i trace.dat 2> /dev/null | told)" >&3
	if ! no_bpftrace > /dev/null; then
		bpftrace -c "$PWD/fire_tracked" -e '
			tracepoint:lorry:lorry__numbers { printf("%d %u %d\n", args->a, args->b, args->g); }
			tracepoint:lorry:lorry_varying { printf("%s\n", str(args->goal)); }' |
			sed 's/^/bpftrace: /' >&3
	fi
	exec 3>&-
}

mount -t tmpfs tmpfs /lib/modules
mkdir -p "/lib/modules/$(uname -r)/extra"
cp ./*.ko "/lib/modules/$(uname -r)/extra"
insmod tracked_kernel.ko
ok $? 'the events as tracepoints'
seen tracked_kernel seen_kernel
rmmod tracked_kernel
insmod sdt.ko && insmod tracked.ko
ok $? 'the events as probes'
seen tracked seen_sdt
is "$(cat seen_sdt)" "$(cat seen_kernel)" 'all clients show the same'
ok "$([ "$(wc -l < seen_sdt)" -ge 25 ]; echo $?)" "... $(wc -l < seen_sdt) lines"

# -- sdtinfo -------------------------------------------------------------------
fire=/sys/module/tracked/parameters/fire
./sdtinfo trace lorry::: -- ./fire_tracked > log 2>&1
is "$(sed -n 's/.*lorry_told *\(.*\)/\1/p' log)" 'told 4' 'sdtinfo trace shows the text of an event'
is "$(grep -c lorry log)" 10 '... of each' || note "$(cat log)"
./sdtinfo trace -f 'goal == "Hull"' lorry:::lorry_varying -- ./fire_tracked > log 2>&1
is "$(grep -c goal= log)" 1 '... with a filter on a string' || note "$(cat log)"
./sdtinfo trace -f 'err < 0' 'lorry:::lorry_*' -- ./fire_tracked > log 2>&1
is "$(grep -c 'err=-[23]' log)" 2 '... and on a number, of the events that have it' || note "$(cat log)"
./sdtinfo trace -j lorry:::lorry_start -- ./fire_tracked > log 2>&1
like "$(cat log)" '"name":"lorry_start","args":\{"err":1,"load":1\}' '... and as JSON'
mkdir -p /run
./sdtinfo record --name kept lorry::: > log 2>&1
echo 1 > $fire
is "$(./sdtinfo record --show --name kept 2>&1 | grep -c 'told 4')" 1 'sdtinfo record keeps hits' ||
	note "$(cat log)"
./sdtinfo top --from kept -b err lorry::lorry_failed > log 2>&1
like "$(cat log)" ' 1 +err=-3 ' 'sdtinfo top counts them by a field'
./sdtinfo record --stop --name kept > log 2>&1
like "$(./sdtinfo report 2>&1)" 'tracked' 'sdtinfo report knows the module'
rmmod tracked && rmmod sdt
ok $? 'all can be removed'
no_complaints 'the kernel log has no complaint'
done_testing
