#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# libbpf.t - sdtinfo gen --libbpf: what it writes, and that it compiles without a warning,
# of whatever module; tests/clients/libbpf.t runs it

. "$(dirname "$0")/common.sh"

if ! command -v clang >/dev/null || [ ! -e /usr/include/bpf/libbpf.h ]; then
	echo '1..0 # SKIP no clang, or no libbpf-dev'
	exit
fi
top=$(cd "$here/../.." && pwd)

# compiled FILE.bpf.c: by the commands that it names, to FILE and FILE.bpf.o; prints what
# the compilers say
compiled()
{
	grep -E '^ \*	(clang|cc) ' "$1" | sed "s/^ \*	//; s/NAME/${1%.bpf.c}/g
		s/$/ -Wall -Wextra -Werror/" >commands
	[ "$(wc -l <commands)" = 2 ] && sh -e ./commands 2>&1
}

revdev_object
module revdev.ko rev_dev.o

# -- the text --------------------------------------------------------------------
cat >want <<'WANTED'
/*
 * revdev:io_done.  In revdev_read().
 */
struct record_io_done {
	__u8 common_fields[COMMON_SIZE];	/* a program cannot read them */
	__u64 __probe_ip;	/* the address of the probe */
};

/*
 * revdev:read_entry.  In revdev_read() and revdev_seek().
 */
struct record_read_entry {
	__u8 common_fields[COMMON_SIZE];	/* a program cannot read them */
	char *buf;		/* char * */
	char *ubuf;		/* char *, user memory */
	__s32 st;		/* enum state */
	void *cb;		/* void (*)(int) */
	__u64 __probe_ip;	/* the address of the probe */
	__u32 buf_str;		/* COPY(record, buf_str) */
};

/* The totals, one for each event */
enum {
	key_io_done,
	key_read_entry,
	NR_KEYS
};
WANTED
run "$sdtinfo" gen --libbpf revdev.ko
printf '%s\n' "$out" >revdev.bpf.c
is "$status:$err:$(sed -n '/^ \* revdev:io_done/,/^#ifdef __bpf__/{/^#ifdef/!p}' revdev.bpf.c)" \
	"0::$(sed 1d want)" 'records, and a key for each event'
is "$(sed -n '/^SEC.*read_entry/,/^}/p' revdev.bpf.c)" 'SEC("tracepoint/revdev/read_entry")
int on_read_entry(struct record_read_entry *record)
{
	(void)record;
	return add(key_read_entry, 1);
}' '... a program'
is "$(grep -A 1 'key_read_entry\] =' revdev.bpf.c)" '	[key_read_entry] = { "revdev", "read_entry", "on_read_entry",
		offsetof(struct record_read_entry, __probe_ip) },' '... what the loader attaches'
is "$(compiled revdev.bpf.c)" '' '... compiles, as it says'
run ./revdev
is "$status:$err" '2:usage: ./revdev FILE.bpf.o [SECONDS]' '... runs'
"$sdtinfo" gen --libbpf -o done.bpf.c 'done' revdev.ko
is "$(grep -c COPY done.bpf.c):$(compiled done.bpf.c)" 0: 'nothing that nobody uses'

# -- raw tracepoints -------------------------------------------------------------
run "$sdtinfo" gen --libbpf --raw revdev.ko
printf '%s\n' "$out" >raw.bpf.c
is "$status:$err:$(sed -n '/^ \* revdev:io_done/,/^\/\* The totals/p' raw.bpf.c)" "0:: * revdev:io_done.  In revdev_read().
 */
struct args_io_done {
	__u64 none[0];
};

/*
 * revdev:read_entry.  In revdev_read() and revdev_seek().
 */
struct args_read_entry {
	char *buf __arg8;	/* char * */
	char *ubuf __arg8;	/* char *, user memory */
	__s32 st __arg8;	/* enum state */
	void *cb __arg8;	/* void (*)(int) */
};

/* The totals, one for each event */" 'raw tracepoints: arguments'
is "$(sed -n '/^SEC.*read_entry/,/^}/p' raw.bpf.c)" 'SEC("raw_tp/revdev_read_entry")
int on_read_entry(struct args_read_entry *args)
{
	(void)args;
	return add(key_read_entry, 1);
}' '... a program'
is "$(grep -c 'COPY\|COMMON\|format' raw.bpf.c):$(compiled raw.bpf.c)" 0: '... compiles, as it says'

# -- typed raw tracepoints -------------------------------------------------------
object typed.o <<'END'
probe sdt:f:typed a.c:1
  arg f "struct file *" "struct file *" 8 pointer trusted
  arg c "ptr_t" "ptr_t" 8 pointer trusted "aka=const volatile union u *"
  arg o "foo_t *" "foo_t *" 8 pointer trusted
  arg odd "struct a::b *" "struct a::b *" 8 pointer trusted
  arg n int int 4 integer signed
  arg p "struct page *" "struct page *" 8 pointer
probe sdt:f:typed-more a.c:1
  arg f "struct file *" "struct file *" 8 pointer trusted
END
module typed.ko typed.o
printf '\0btf_trace_typed_typed\0__probestub_typed_typed_more\0btf_trace_typed_typed_mor\0' >btf
objcopy --add-section .BTF=btf typed.ko
"$sdtinfo" gen --libbpf --raw -o typed.bpf.c typed.ko
is "$(sed -n '/^struct args_/,/^}/p' typed.bpf.c)" 'struct args_typed {
	struct file *f __arg8;	/* struct file *, trusted */
	union u *c __arg8;	/* ptr_t {aka const volatile union u *}, trusted */
	void *o __arg8;		/* foo_t *, trusted */
	void *odd __arg8;	/* struct a::b *, trusted */
	__s32 n __arg8;		/* int */
	void *p __arg8;		/* struct page * */
};
struct args_typed_more {
	void *f __arg8;		/* struct file *, trusted */
};' 'BTF with the type: trusted pointers lead to structures'
is "$(grep '^SEC("[rt]' typed.bpf.c)" 'SEC("tp_btf/typed_typed")
SEC("raw_tp/typed_typed_more")' '... and the programs are of tp_btf, others of raw_tp'
is "$(compiled typed.bpf.c)" '' '... compiles, as it says'
sed -i 's/add(key_typed, 1)/add(key_typed, args->f ? args->f->f_flags : 0)/
	/^SEC("tp_btf/i struct file { unsigned int f_flags; } __attribute__((preserve_access_index));' typed.bpf.c
is "$(compiled typed.bpf.c)" '' '... and so does a program that follows a pointer'
is "$("$sdtinfo" gen --libbpf typed.ko | grep -c tp_btf)" 0 'programs of events are not'

# -- names, and types ------------------------------------------------------------
{
	echo 'probe sdt:f:words a.c:2'
	for word in default int bool __func__ __LINE__ _Bool linux unix bpf linux_ \
		'a$b' a_b '$' NULL EOF BPF_ADD; do
		echo "  arg $word int int 4 integer signed"
	done
	echo 'probe sdt:f:copies a.c:2'
	echo '  arg a "u8 *" "u8 *" 8 bytes bound=6'
	echo '  arg a_bytes "char *" "char *" 8 string'
	echo '  arg a$bytes "u8 *" "u8 *" 8 bytes bound=arg4 iomem'
	echo '  arg per "int *" "int *" 8 pointer percpu'
	echo '  arg size u16 u16 2 integer'
	echo '  arg bits "enum e" "enum e" 8 bitmask names=NONE=0,URGENT=1'
	echo '  arg neg s8 s8 1 integer signed hex'
	echo '  arg what "/* a */ x" "struct /* x */ *" 8 pointer'
	for name in 'a$b' a-b a_b_2 aéb for; do
		echo "probe sdt:f:$name a.c:3"
	done
} | object odd.o
module odd.ko odd.o
"$sdtinfo" gen --libbpf -o odd.bpf.c odd.ko
members()
{
	sed -n "/^struct record_$1 {/,/^}/p" odd.bpf.c | sed '1,2d; $d'
}
is "$(members words | sed 's/^	__s32 //; s/;	.*\(: .*\) \*\/$/\1/; s/;	.*//')" 'default_: default
int_: int
bool_: bool
__func___: __func__
__LINE___: __LINE__
_Bool_: _Bool
linux__: linux
unix_: unix
bpf_: bpf
linux_
a_b_: a$b
a_b
_: $
NULL
EOF
BPF_ADD
	__u64 __probe_ip' 'names that C does not have'
is "$(members copies)" '	void *a;		/* u8 *, to 6 bytes */
	char *a_bytes;		/* char * */
	void *a_bytes_;		/* u8 *, to size bytes, device registers: a$bytes */
	void *per;		/* int *, per-CPU data */
	__u16 size;		/* u16 */
	__u64 bits;		/* enum e, bitmask */
	__s8 neg;		/* s8, hex */
	void *what;		/* struct / * x * / * */
	__u64 __probe_ip;	/* the address of the probe */
	__u32 a_bytes__;	/* COPY(record, a_bytes__): a_bytes_ */
	__u32 a_bytes_str;	/* COPY(record, a_bytes_str) */' '... types, and what else is to know'
is "$(sed -n 's/^int on_\(.*\)(.*/\1/p' odd.bpf.c | sort | paste -s)" 'a__b	a_b	a_b_2	a_b_3	copies	for	words' '... events'
is "$(compiled odd.bpf.c)" '' '... that compiles'
"$sdtinfo" gen --libbpf -r -o odd_raw.bpf.c odd.ko
is "$(sed -n '/^struct args_words {/,/^}/p' odd_raw.bpf.c | grep -c __arg8):$(compiled odd_raw.bpf.c)" 12: \
	'... 12 arguments of a raw tracepoint'
is "$(for name in 'a$b' a_b a_b_2 aéb copies for words; do
	grep -qaF "tracepoint/odd/$name" odd.bpf.o || echo "$name"
done)" '' '... programs for events of any name'

families_object
module families.ko families.o
"$sdtinfo" gen --libbpf -o families.bpf.c families.ko
is "$(sed -n '/^struct record_io_start {/,/^}/p' families.bpf.c | sed '1,2d; $d')" '	void *bp;		/* bufinfo_t *, from struct buf * */
	void *dev;		/* devinfo_t *, from struct buf * */
	char *name;		/* char * */
	__u32 st;		/* state_t, from enum st */
	__u64 __probe_ip;	/* the address of the probe */
	__u32 name_str;		/* COPY(record, name_str) */' 'translated arguments: their names, native types'
is "$(compiled families.bpf.c)" '' '... that compiles'
"$sdtinfo" gen --libbpf -r -o families_raw.bpf.c families.ko
is "$(sed -n '/^struct args_io_start {/,/^}/p' families_raw.bpf.c | sed '1d; $d'):$(compiled families_raw.bpf.c)" \
	'	void *bp __arg8;	/* struct buf * */
	char *name __arg8;	/* char * */
	__u32 st __arg8;	/* enum st */:' \
	'... of a raw tracepoint: native ones'

# -- modules ---------------------------------------------------------------------
for file in "$top"/examples/*/*.ko "$top"/tests/vm/modules/*.ko; do
	name=${file##*/}
	name=${name%.ko}
	run "$sdtinfo" gen --libbpf -o "$name.bpf.c" "$file"
	# The fields of TRACE_EVENTs are in no table.
	case $err in
	*TRACE_EVENTs*)
		is "$status" 1 "$name: its TRACE_EVENTs are left out"
		run "$sdtinfo" gen --libbpf --raw -o "$name.bpf.c" "$file" ;;
	esac
	[ "$status" = 3 ] || is "$status:$err:$(compiled "$name.bpf.c")" 0:: "$name compiles"
done

done_testing
