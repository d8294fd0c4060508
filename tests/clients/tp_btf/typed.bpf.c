// SPDX-License-Identifier: GPL-2.0-only
/*
 * typed.bpf.c - typed programs for the probes of typed.c
 *
 * load.c loads and attaches one of them, by name.  Each writes what it sees to "seen", and counts
 * its hits in the last element.
 */
#include <linux/bpf.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#define SEEN	16
#define HITS	(SEEN - 1)

typedef signed char s8;
typedef short s16;

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct task_struct {
	int tgid;
};

struct typed {
	int first;
	struct typed *next;
	struct task_struct *owner;
	char name[8];
};
#pragma clang attribute pop

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, SEEN);
	__type(key, __u32);
	__type(value, __s64);
} seen SEC(".maps");

extern void *bpf_rdonly_cast(const void *obj, __u32 btf_id) __ksym __weak;

/* bpf_core_cast() of libbpf 1.4 */
#define core_cast(pointer, type) \
	((type *)bpf_rdonly_cast((pointer), bpf_core_type_id_kernel(type)))

static void put(__u32 i, __s64 value)
{
	__s64 *element = bpf_map_lookup_elem(&seen, &i);

	if (element)
		*element = value;
}

static int hit(void)
{
	__u32 i = HITS;
	__s64 *element = bpf_map_lookup_elem(&seen, &i);

	if (element)
		__sync_fetch_and_add(element, 1);
	return 0;
}

static int put_kinds(s8 a0, __u8 a1, s16 a2, __u16 a3, int a4, __u32 a5, __s64 a6, __u64 a7,
		     _Bool yes, int level, int tiny)
{
	put(0, a0);
	put(1, a1);
	put(2, a2);
	put(3, a3);
	put(4, a4);
	put(5, a5);
	put(6, a6);
	put(7, a7);
	put(8, yes);
	put(9, level);
	put(10, tiny);
	return hit();
}

SEC("tp_btf/typed_low")
int BPF_PROG(low, s8 a0, __u8 a1, s16 a2, __u16 a3, int a4, __u32 a5, __s64 a6, __u64 a7,
	     _Bool yes, int level, int tiny)
{
	return put_kinds(a0, a1, a2, a3, a4, a5, a6, a7, yes, level, tiny);
}

/* Whole words, as they are */
SEC("tp_btf/typed_high")
int high(__u64 *ctx)
{
	put(0, ctx[0]);
	put(1, ctx[1]);
	put(2, ctx[2]);
	put(3, ctx[3]);
	put(4, ctx[4]);
	put(5, ctx[5]);
	put(6, ctx[6]);
	put(7, ctx[7]);
	put(8, ctx[8]);
	put(9, ctx[9]);
	put(10, ctx[10]);
	return hit();
}

SEC("tp_btf/typed_many")
int many(__u64 *ctx)
{
	put(0, ctx[0]);
	put(10, ctx[10]);
	put(11, ctx[11]);
	return hit();
}

SEC("tp_btf/typed_many")
int too_many(__u64 *ctx)
{
	put(0, ctx[12]);
	return hit();
}

SEC("tp_btf/typed_none")
int none(void *ctx)
{
	return hit();
}

SEC("tp_btf/typed_nowhere")
int nowhere(void *ctx)
{
	return hit();
}

SEC("tp_btf/typed_pointers")
int BPF_PROG(pointers, struct task_struct *task, const char *text, const struct typed *t,
	     const char *name, void *func, char **texts, struct typed *again)
{
	char *other = 0;
	__s64 copy = 0;

	put(0, BPF_CORE_READ(task, tgid));
	bpf_probe_read_kernel_str(&copy, sizeof(copy), text);
	put(1, copy);
	put(2, BPF_CORE_READ(t, next, first));
	copy = 0;
	bpf_probe_read_kernel(&copy, sizeof(copy), name);
	put(3, copy);
	put(4, func != 0);
	bpf_probe_read_kernel(&other, sizeof(other), texts);
	put(5, other == text);
	put(6, t == again);
	return hit();
}

/* A pointer to a structure of the kernel's that nothing is promised of, from Linux 6.2 on */
SEC("tp_btf/typed_pointers")
int BPF_PROG(cast, void *task)
{
	put(0, core_cast(task, struct task_struct)->tgid);
	return hit();
}

SEC("tp_btf/typed_pointer")
int BPF_PROG(read, struct typed *t)
{
	put(0, BPF_CORE_READ(t, first));
	put(1, BPF_CORE_READ(t, next, owner, tgid) != 0);
	return hit();
}

SEC("tp_btf/typed_pointer")
int BPF_PROG(cast_read, void *t)
{
	put(0, core_cast(t, struct task_struct)->tgid);
	return hit();
}

/* What the verifier must not accept */
SEC("tp_btf/typed_pointer")
int BPF_PROG(follow, struct typed *t)
{
	put(0, t->first);
	return hit();
}

SEC("tp_btf/typed_trusted")
int BPF_PROG(trusted, struct typed *t, struct task_struct *task, int n)
{
	put(4, n);
	if (!t || !task)
		return hit();
	put(0, t->first);
	put(1, t->next->first);
	put(2, t->owner->tgid == task->tgid);
	put(3, task->tgid != 0);
	return hit();
}

/* Without a look whether it is NULL */
SEC("tp_btf/typed_trusted")
int BPF_PROG(unchecked, struct typed *t)
{
	put(0, t->first);
	return hit();
}

/* A pointer to a structure that the author has promised nothing of, in the structure */
SEC("tp_btf/typed_trusted")
int BPF_PROG(nested, struct typed *t)
{
	if (t)
		put(0, t->next->next->next->first);
	return hit();
}

char LICENSE[] SEC("license") = "GPL";
