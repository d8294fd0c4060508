#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# canary.t - tests/systems/canary finds what has changed in a kernel, in docs/internals/design.md's
# table; the tests and sources that the table names exist

. "$(dirname "$0")/lib.sh"

tmp=$(mktemp -d) || exit
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/tap" "$tmp/tap/arm64"

# canary: runs it with the log on stdin; sets $out and $status
canary()
{
	cat >"$tmp/log"
	out=$(tests/systems/canary "$tmp/log" "$tmp/tap" 2>&1) && status=0 || status=$?
}

# tap TEST LINE...: what the test has printed
tap()
{
	test=$1
	shift
	printf '%s\n' "$@" >"$tmp/tap/$test.tap"
}

canary </dev/null
is "$status" 0 'all that the table names exists' || note "$out"
is "$(printf '%s\n' "$out" | cut -d ' ' -f 1-2)" 'canary: unknown:' 'nothing is wrong with an empty log'

# -- exports ----------------------------------------------------------------------

# Until Linux 7.2
cat >"$tmp/old" <<'END_LOG'
ERROR: modpost: "trace_add_event_call" [/srv/sdt/kmod/sdt.ko] undefined!
ERROR: modpost: "bpf_trace_run1" [sdt_raw.ko] undefined!
ERROR: modpost: "sdt_attach" [/srv/sdt/examples/handler/handler.ko] undefined!
ERROR: modpost: module sdt uses symbol kprobe_event_delete from namespace TRACING, but does not import it.
END_LOG
# Since 7.3
cat >"$tmp/new" <<'END_LOG'
ERROR: modpost: /srv/sdt/kmod/sdt.ko: symbol 'trace_add_event_call' undefined!
ERROR: modpost: sdt_raw.ko: symbol 'bpf_trace_run1' undefined!
ERROR: modpost: /srv/sdt/examples/handler/handler.ko: symbol 'sdt_attach' undefined!
ERROR: modpost: sdt.ko: module uses symbol 'kprobe_event_delete' from namespace 'TRACING', but does not import it.
END_LOG
for log in old new; do
	canary <"$tmp/$log"
	like "$out" '^canary: export trace_add_event_call: .*sdt\.ko' "$log modpost: an export that is missing"
	like "$out" '^canary: assumed: .trace_add_event_call.*\. If not: .*only the core publishes' '... and its row'
	like "$out" '^canary: export bpf_trace_run1: .*sdt_raw\.ko' '... one that sdt_raw.ko needs'
	like "$out" '^canary: export kprobe_event_delete: .*TRACING,' '... one in a namespace'
	like "$out" '^canary: assumed: .kprobe_event_delete' '... with its row'
	is "$(printf '%s\n' "$out" | grep -c '^canary: ')" 5 '... and nothing of another module'
	unlike "$out" '^canary: unknown' '... so something is known'
done

# -- headers ----------------------------------------------------------------------

canary <<'END_LOG'
/srv/sdt/kmod/events/gate.c: In function 'sdt_gate_init':
/srv/sdt/kmod/events/gate.c:84:10: error: 'struct trace_event_class' has no member named 'fields_array'
raw/slots.c:83:21: error: 'struct bpf_raw_event_map' has no member named 'num_args'
/usr/src/linux-headers-7.9/include/linux/build_bug.h:78:41: error: static assertion failed: "size"
/srv/sdt/kmod/modules.c:12:1: note: in expansion of macro 'static_assert'
make[3]: *** [/usr/src/linux-headers-7.9/scripts/Makefile.build:255: /srv/sdt/kmod/core/sites.o] Error 1
/srv/sdt/examples/revdev/rev_dev.c:5:1: error: expected ';'
END_LOG
like "$out" "^canary: source kmod/events/gate\.c:84: .*'fields_array'" 'a source that does not compile'
like "$out" '^canary: assumed: .perf_trace_init.*\. If not: ' '... and its row'
like "$out" '^canary: source kmod/raw/slots\.c:83: ' '... named relative to kmod/'
like "$out" '^canary: source kmod/modules\.c:12: .*build_bug\.h:78: ' "... an error in a macro of the kernel"
like "$out" '^canary: assumed: .*kset.* \(kmod/modules\.c\)' '... and the row of that source'
is "$(printf '%s\n' "$out" | grep -c '^canary: source ')" 3 '... and no other source'
canary <<'END_LOG'
/usr/src/linux-headers-7.9/include/linux/trace.h:7:2: error: unknown type name 'foo'
make[3]: *** [/usr/src/linux-headers-7.9/scripts/Makefile.build:255: /srv/sdt/kmod/events/gate.o] Error 1
END_LOG
like "$out" '^canary: source kmod/events/gate\.c: .*trace\.h:7: ' 'an error in a header, by the object'

# -- tests ------------------------------------------------------------------------

tap vm.boot '1..1' 'ok 1'
tap vm.shown '1..1' 'not ok 1 - as ever # TODO advice'
tap vm.stacks '1..0 # SKIP no stacks'
tap vm.recorders '1..3' 'ok 1' 'not ok 2 - stops' 'not ok 3 - records'
canary </dev/null
like "$out" '^canary: test tests/vm/recorders\.t: not ok 2 - stops.* 1 more' 'a test that fails'
like "$out" '^canary: assumed: .trace_event_buffer_lock_reserve.*\. If not: ' '... and its row'
unlike "$out" '^canary: assumed: .perf_trace_init' '... not that of all tests, since most pass'
unlike "$out" 'vm/shown\.t|vm/boot\.t|vm/stacks\.t' '... none that passes, advises or is skipped'
tap vm.triggers 'ok 1'
tap vm.contexts '1..2' 'ok 1'
tap arm64/vm.values '1..1' 'not ok 1 - the same'
canary </dev/null
like "$out" '^canary: test tests/vm/triggers\.t: ' 'one that ends before its plan'
like "$out" '^canary: test tests/vm/contexts\.t: ' '... after it'
like "$out" '^canary: test tests/vm/values\.t: ' '... one of another architecture'
like "$out" '^canary: assumed: .perf_trace_init' '... and the row of "all of tests/vm", if most fail'

# -- the table --------------------------------------------------------------------

mkdir -p "$tmp/tree/tests/systems" "$tmp/tree/docs/internals"
cp tests/systems/canary "$tmp/tree/tests/systems"
ln -s "$PWD/kmod" "$tmp/tree/kmod"
ln -s "$PWD/tests/vm" "$tmp/tree/tests/vm"
# refused EDIT NAME: of the table
refused()
{
	sed "$1" docs/internals/design.md >"$tmp/tree/docs/internals/design.md"
	"$tmp/tree/tests/systems/canary" /dev/null "$tmp/tap" >"$tmp/out" 2>&1
	tells "$? $(cat "$tmp/out")" "1 $2" "$3"
}
refused 's|tests/vm/publish\.t |tests/vm/gone.t |' 'design.md tests/vm/gone.t' 'refuses a test that does not exist'
refused 's|kmod/events/gate\.c)) |kmod/events/gone.c)) |' 'design.md kmod/events/gone.c' '... a source'
refused 's/| tests\/vm\/shown\.t |/| |/' 'design.md test' '... and a row without a test'
done_testing
