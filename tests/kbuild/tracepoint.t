#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tracepoint.t - headers with TRACE_EVENTs: what cannot be compiled, or linked, is said where it is

. "$(dirname "$0")/lib.sh"

# Debian's headers are in two folders.
common=$(sed -n 's|^include \(.*\)/Makefile$|\1|p' "$KDIR/Makefile")
if [ ! -d "${common:-$KDIR}/include/trace/stages" ]; then
	echo '1..0 # SKIP these headers have no <trace/stages>'
	exit 0
fi

# header [PROTO ARGS]: the header drv_trace.h, with one event
header()
{
	cat >drv_trace.h <<END
#undef TRACE_SYSTEM
#define TRACE_SYSTEM drv

#if !defined(DRV_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define DRV_TRACE_H

#include <linux/sdt_tracepoint.h>

TRACE_EVENT(drv_open,
	TP_PROTO(${1:-int mode}),
	TP_ARGS(${2:-mode}),
	TP_STRUCT__entry(__field(int, mode)),
	TP_fast_assign(__entry->mode = 1;),
	TP_printk("%d", __entry->mode)
);
#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE drv_trace
#include <trace/define_trace.h>
END
}

# driver: the module drv, of a file that calls the event and of one that may define it
driver()
{
	printf 'obj-m := drv.o\ndrv-y := main.o events.o\nccflags-y := -I$(src)\ninclude %s/kbuild/sdt.mk\n' \
		"$sdt" >Kbuild
	main_c >main.c
	sed -i '1i #include "drv_trace.h"' main.c
	printf '#define CREATE_TRACE_POINTS\n#include "drv_trace.h"\n' >events.c
}

header
echo 'trace_drv_open(1);' | driver
kmake
built 'a module with a TRACE_EVENT'
is "$(sites drv.ko)" 'drv:drv:trace_drv_open:drv_open drv_trace.h:9, in .init.text' 'its probe'
is "$("$sdt/tools/sdtinfo/sdtinfo" verify drv.ko | grep -c ': ok')" 1 'sdtinfo verify'
is "$(nm drv.ko | grep -cE '__tracepoint_drv|trace_event_reg|tracepoint_probe')" 0 \
	'nothing of a tracepoint is in the module'
is "$(readelf -SW drv.o | grep -c ' \.discard\.sdt')" 0 '... nor, in its object, what only "sdtinfo link" reads'

# Probes are there only with sdt.mk.
sed -i '/sdt.mk/d; s|^ccflags-y.*|& -I'"'$sdt/kbuild/include'"'|' Kbuild
kmake
built '... without sdt.mk, with the header alone'
is "$(nm drv.ko | grep -cE 'sdt|trace_raw_output|drv_open')" 0 '... nothing is in the module'

printf '#include "drv_trace.h"\n' >events.c
echo "include $sdt/kbuild/sdt.mk" >>Kbuild
kmake
ok $((! status)) 'without CREATE_TRACE_POINTS, the module is not built'
like "$log" 'drv_trace\.h:9:.*TRACE_EVENTs of drv .*CREATE_TRACE_POINTS' '... and the event is named'

# A header of the kernel's own events, read behind that of the driver
printf '#define CREATE_TRACE_POINTS\n#include "drv_trace.h"\n' >events.c
printf 'trace_drv_open(1);\ntrace_task_rename(current, "x");\n' | driver
sed -i '1a #include <linux/sched.h>\n#include <trace/events/task.h>' main.c
kmake
ok $((! status)) 'an event of the kernel is not taken for one of the module'
like "$log" 'TRACE_EVENTs of task .*headers of the kernel' '... which is said'

echo 'trace_drv_open(1); register_trace_drv_open(NULL, NULL);' | driver
kmake
ok $((! status)) 'register_trace_drv_open() is an error'
like "$log" 'main\.c:[0-9]+:.*sdt_attach' '... that names sdt_attach()'

header 'struct drv_range { int from[8]; } range' range
sed -i '/^TRACE_EVENT/i struct drv_range { int from[8]; };' drv_trace.h
sed -i 's/struct drv_range { int from\[8\]; } range/struct drv_range range/' drv_trace.h
printf 'struct drv_range range = { };\ntrace_drv_open(range);\n' | driver
kmake
ok $((! status)) 'a structure cannot be an argument of a tracepoint'
like "$log" 'drv_trace\.h:.*error.*' '... which is reported in the header'
done_testing
