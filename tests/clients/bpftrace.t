#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# bpftrace.t - bpftrace's programs use probes and their arguments
#
# needs: tests/clients/clients.sh kmod/sdt.ko kmod/sdt_raw.ko examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/kinds.ko tests/vm/modules/contexts.ko
# options: --append slub_debug=- --root / --smp 1 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

load
ok $? 'the modules load'
note "$(bpftrace --version)"

# -- the list ----------------------------------------------------------------------
bpftrace -l 'tracepoint:revdev:*' >list
is "$(sort list | tr '\n' ' ')" \
   'tracepoint:revdev:ioctl_entry tracepoint:revdev:ioctl_return tracepoint:revdev:read_entry tracepoint:revdev:read_return tracepoint:revdev:write_entry tracepoint:revdev:write_return ' \
   'bpftrace -l has the probes'
bpftrace -lv 'tracepoint:revdev:write_entry' | tr -s ' ' | tr -d ';' >list
is "$(cat list)" "$(printf '%s\n' tracepoint:revdev:write_entry ' struct file * fp' \
	' char* buf' ' size_t n' ' unsigned long __probe_ip' ' __data_loc char[] buf_str')" \
   'bpftrace -lv has their arguments with types'

if why=$(no_bpftrace); then
	ok 0 "values # SKIP $why"
	done_testing
	exit
fi

# -- values of revdev -------------------------------------------------------
# 2 is O_RDWR.  bpftrace 0.23 reads no __data_loc field right, whosever event
# it is: an event of the kernel shows whether this one does.
cat >revdev.bt <<'BT'
tracepoint:sched:sched_process_exec /comm == "testrevdev"/ {
	printf("exec %s\n", str(args->filename));
}
tracepoint:revdev:write_entry {
	printf("write_entry %s %d %s %x\n", comm, args->n, str(uptr(args->buf)),
	       ((struct file *)args->fp)->f_flags & 3);
	printf("copy %s\n", str(args->buf_str));
	printf("ip %s %s\n", ksym(args->__probe_ip), probe);
}
tracepoint:revdev:read_return {
	printf("read_return %d %s\n", args->ret, str(args->text));
	printf("copy %s\n", str(args->text_str));
}
tracepoint:revdev:ioctl_entry { printf("ioctl_entry %d\n", args->arg); }
tracepoint:revdev:ioctl_entry /args->arg == 4/ { printf("ioctl_entry %d again\n", args->arg); }
tracepoint:contexts:task, tracepoint:contexts:softirq, tracepoint:contexts:hardirq {
	@stacks[probe, kstack(1)] = count();
}
BT
# It wants an ELF file.
echo './fire; ./fire_contexts' >fire_all
bpftrace revdev.bt -c '/bin/sh ./fire_all' >out 2>&1
ok $? 'bpftrace -c' || note "$(cat out)"
is "$(grep -E '^[a-z]+_(entry|return) ' out)" "$(cat <<'WANTED'
write_entry testrevdev 5 hello 2
read_return 5 olleh
write_entry testrevdev 5 world 2
read_return 5 dlrow
ioctl_entry 3
ioctl_entry 4
ioctl_entry 4 again
WANTED
)" 'arguments, strings, members of what an argument points to, filters'
copies='hello olleh world dlrow '
grep -qx 'exec ./testrevdev' out || copies='    '
is "$(sed -n 's/^copy //p' out | tr '\n' ' ')" "$copies" 'copies of strings, as far as it reads those of the kernel'
is "$(sed -n 's/^ip //p' out | sort -u)" 'revdev_write tracepoint:revdev:write_entry' 'ksym() of where it fired'
# GCC keeps what a site does when it is enabled in a part of the function, NAME.cold.
is "$(grep -A 1 '^@stacks' out | tr -d '\n' | sed 's/@stacks/\n&/g' |
	sed -nE 's/.*:contexts:([a-z]*),[^a-z]*([a-z_]+)(\.cold)?\+.*/\1 \2/p' | sort)" "$in_contexts" \
	'kstack begins in the functions of the probes'

# -- every kind of argument ----------------------------------------------------------------
cat >kinds.bt <<'BT'
tracepoint:kinds:low {
	printf("low %d %d %d %d %d %d %lld %d\n", args->s8, args->u8, args->s16, args->u16,
	       args->s32, args->u32, args->s64, args->u64);
}
tracepoint:kinds:high {
	printf("high %d %u %d %u %d %u %lld %llu\n", args->s8, args->u8, args->s16, args->u16,
	       args->s32, args->u32, args->s64, args->u64);
}
tracepoint:kinds:words {
	printf("words %d %d %u %d %u %d %lld %llu\n", args->s8, args->arg1, args->u8, args->s16,
	       args->u16, args->s32, args->s64, args->u64);
}
tracepoint:kinds:words2 {
	printf("words2 %u %lld %llu %llu %u %d %d %lld\n", args->u32, args->s64, args->u64, args->arg3,
	       args->u8, args->s32, args->arg6, args->arg7);
}
tracepoint:kinds:kernel {
	printf("kernel %d %d %llu %u %u %u %lld %s\n", args->yes, args->pid_type, args->u64,
	       args->arg3, args->u16, args->u32, *(int64 *)args->pos, args->current->comm);
	printf("kernel %d %d %d\n", args->fp == 0, args->arg10 == 0, *(int32 *)args->own);
	printf("kernel %s\n", str(args->text));
}
tracepoint:kinds:strings {
	printf("strings %s %s %s\n", str(args->text), str(args->arg1), str(args->arg5));
	printf("Copies %s %s\n", str(args->text_str), str(args->arg1_str));
	printf("strings %d %d %d\n", args->user == 0, args->arg3 == 0,
	       *(uint64 *)args->texts == (uint64)args->text);
}
tracepoint:kinds:own_u32 { printf("own_u32 %u\n", args->u32); }
tracepoint:kinds:own_long { printf("own_long %lld\n", args->s64); }
tracepoint:kinds:own_size { printf("own_size %d\n", args->size); }
tracepoint:kinds:own_level { printf("own_level %d\n", args->level); }
tracepoint:kinds:own_tiny { printf("own_tiny %d\n", args->tiny); }
tracepoint:kinds:own_struct { printf("own_struct %d\n", *(int32 *)args->own); }
tracepoint:kinds:own_struct_const { printf("own_struct_const %d\n", *(int32 *)args->own); }
tracepoint:kinds:own_typedef { printf("own_typedef %d\n", *(int32 *)args->unnamed); }
tracepoint:kinds:own_pointer { printf("own_pointer %d\n", *(int32 *)args->own); }
tracepoint:kinds:own_string { printf("own_string %s\n", str(args->text)); }
tracepoint:kinds:own_union { printf("own_union %d\n", *(int32 *)args->any); }
tracepoint:kinds:own_number { printf("own_number %u\n", *(uint32 *)args->u32); }
tracepoint:kinds:own_enum { printf("own_enum %d\n", *(int32 *)args->level); }
tracepoint:kinds:none { printf("none %d\n", args->arg0 == 0); }
tracepoint:kinds:anonymous { printf("anonymous %d\n", *(int32 *)args->anonymous); }
tracepoint:kinds:function { printf("function %s\n", ksym(args->fire_own)); }
tracepoint:kinds:array { printf("array %s\n", str(args->text)); }
tracepoint:kinds:remark { printf("remark %u\n", args->u32); }
BT
# bpftrace 0.27 warns of casts that older ones need.
bpftrace kinds.bt -c '/bin/sh ./fire' >out 2>errors
ok $? 'a program with every kind of argument' || note "$(cat errors out)"
is "$(grep '^[a-z]' out)" "$(cat <<'WANTED'
low -128 0 -32768 0 -2147483648 0 -9223372036854775808 0
high 127 255 32767 65535 2147483647 4294967295 9223372036854775807 18446744073709551615
words 127 -128 255 -32768 65535 -2147483648 -9223372036854775808 18446744073709551615
words2 4294967295 -9223372036854775808 18446744073709551615 18446744073709551615 255 -2147483648 -2147483648 -9223372036854775808
kernel 1 3 18446744073709551615 3264 65535 4294967295 5 sh
kernel 1 1 1
kernel a text
strings a text a text a text
strings 1 1 1
own_u32 4294967295
own_long -9223372036854775808
own_size 1
own_level -2
own_tiny 0
own_struct 1
own_struct_const 1
own_typedef 3
own_pointer 1
own_string a text
own_union 4
own_number 4294967295
own_enum -2
none 1
anonymous 0
function fire_own
array a text
remark 4294967295
WANTED
)" 'each has its value'
[ "$copies" = '    ' ] || is "$(grep ^Copies out)" 'Copies a text a text' '... and copies of strings'

# -- raw tracepoints ----------------------------------------------------------------------
# Up to 0.18 there are none; since 0.24, bpftrace takes only those that are in BTF: btf.guest.sh.
case $(bpftrace --version) in
*v0.19* | *v0.2[0-3]*)
	insmod sdt_raw.ko
	bpftrace -e 'rawtracepoint:revdev_write_entry { printf("write %d %s\n", arg2, str(uptr(arg1))); }
		rawtracepoint:kinds_low { printf("low %d %d %d\n", (int64)arg0, arg1, (int64)arg4); }
		rawtracepoint:kinds_shared { @ = count(); }' -c '/bin/sh ./fire' >out 2>&1
	is "$(grep -E '^(write|low|@)' out)" 'write 5 hello
write 5 world
low -128 0 -2147483648
@: 2' 'raw tracepoints' || note "$(cat out)"
	rmmod sdt_raw
	;;
esac

# -- rmmod while it looks -----------------------------------------------------------------
bpftrace -e 'tracepoint:revdev:* { @hits[probe] = count(); }' >out 2>&1 &
bpftrace=$!
# Each of the six events that are attached holds the module.
attached() { [ "$(cat /sys/module/revdev/refcnt)" -ge 6 ]; }
wait_for 60 attached
rmmod revdev 2>log
ok $((! $?)) 'the module stays while a program is attached'
./fire
# bpftrace 0.17 forgets an interrupt that comes while it does not wait for hits.
interrupted() { ! { kill -INT $bpftrace && sleep 1 && kill -0 $bpftrace; } 2>/dev/null; }
wait_for 60 interrupted
wait
is "$(sed -nE 's/^@hits\[tracepoint:revdev:(.*)\]: (.*)/\2 \1/p' out | sort -k 2 | tr '\n' ' ')" "$fired" \
   '... and counts every hit'
gone revdev
ok $? '... and can go when that has ended'
rmmod kinds contexts sdt
ok $? 'as can the others'
no_complaints 'the kernel log has no complaint'
done_testing
