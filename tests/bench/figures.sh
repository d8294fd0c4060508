# SPDX-License-Identifier: GPL-2.0-only
#
# figures.sh - what the sections of "make bench" share in the guest; sourced, never run
#
#	. "$(dirname "$0")/figures.sh"
#	RUNS=$1
#	must insmod sdt.ko
#	figures '3 arguments' probe int3_probe
#
# tests/vm/modules/cost.h says what is counted.  The events of kprobes have the fields of
# those of the probes; struct cost_item of tests/vm/modules/cost_item.h has the offsets.
#
# A section that needs nothing built is such a script.  Started on the host, it comes no
# further than here: the guest gets the files that its comment names.

[ "${IN_GUEST-}" ] || exec "$(dirname "$0")/../guest/start" "$0" "${RUNS:-5}"

tracefs=/sys/kernel/tracing
cost=/sys/module/cost/parameters

# must COMMAND...: without which there are no figures
must()
{
	"$@" || {
		echo "# this failed: $*"
		exit 1
	}
}

# figures ROW PEER PARAMETER: prints the figure RUNS times, as tests/bench/run reads it
figures()
{
	local value
	for _ in $(seq "$RUNS"); do
		must read -r value < "$cost/$3"
		printf '%s\t%s\t%s\n' "$1" "$2" "$value"
	done
}

# attached ROW PEER HOW EVENT PARAMETER: the same, while ./attach uses the event
attached()
{
	must ./attach "$3" "$4" "$RUNS" "$cost/$5" > /tmp/values
	sed "s/^/$1	$2	/" /tmp/values
}

# plural NUMBER THING
plural()
{
	if [ "$1" -eq 1 ]; then
		echo "$1 $2"
	else
		echo "$1 ${2}s"
	fi
}

# kprobe_event ARGS FIELD...: makes the event cost_kprobe/ARGS at the function's entry
kprobe_event()
{
	local args=$1
	shift
	echo "p:cost_kprobe/$args cost:${args}_kprobe $*" >> $tracefs/kprobe_events || {
		echo "# no kprobe event with $*"
		exit 1
	}
}

kprobe_events()
{
	kprobe_event int0
	kprobe_event int3 a=%di:s32 b=%si:s64 'c=+0(%dx):s64'
	kprobe_event int8 a=%di:s32 b=%si:s64 'c=+0(%dx):s64' 'd=+8(%dx):s64' \
		'e=+16(%dx):s64' 'f=+24(%dx):s64' 'g=+32(%dx):s64' 'h=+40(%dx):s64'
	kprobe_event string a=%di:s32 b=%si:s64 's=+48(%dx):x64' 'str=+0(+48(%dx)):string'
}
