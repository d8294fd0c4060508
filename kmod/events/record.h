/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record.h - how a record is made of a hit
 *
 * For to_ftrace.c and to_perf.c, which have a function for each shape of records that is
 * frequent: what is the same for all hits is then known at compile time.  The code in
 * this header is part of all of them, and runs in a sink, in any context with preemption disabled.
 */
#ifndef _SDT_RECORD_H
#define _SDT_RECORD_H

#include <linux/ptrace.h>

#include "compat.h"
#include "events/copy.h"
#include "events/events_internal.h"

#ifndef __LITTLE_ENDIAN
# error "sdt_fill_args() writes more bytes than a value has, which needs little endian"
#endif

/*
 * The size of a record without the copies, at most: header, arguments, ip, and for each
 * argument a copy of fixed size or a __data_loc
 */
#define SDT_FIXED_SIZE	(ALIGN(sizeof(struct trace_entry), sizeof(u64)) + \
			 SDT_MAX_ARGS * (sizeof(u64) + SDT_FIXED_MAX) + sizeof(u64))

/* The memory that a CPU makes records in, in one context. */
struct sdt_scratch {
	struct pt_regs regs;			/* for perf */
	union {
		struct sdt_copies copies;	/* for a trace buffer */
		/* for perf and BPF: a record */
		u64 entry[(SDT_FIXED_SIZE + SDT_COPIES_SIZE + SDT_COPY_SLACK) /
			  sizeof(u64)];
	};
};

static_assert(IS_ALIGNED(SDT_FIXED_SIZE + SDT_COPIES_SIZE, sizeof(u64)));

struct sdt_scratch_cpu {
	struct sdt_scratch level[4];	/* by sdt_context_level() */
};

extern struct sdt_scratch_cpu __percpu *sdt_scratch_cpu;

/* The memory to make a record in, which belongs to the caller until the sink returns */
static __always_inline struct sdt_scratch *sdt_scratch_here(void)
{
	return &this_cpu_ptr(sdt_scratch_cpu)->level[__this_cpu_read(sdt_context) -
						      SDT_CONTEXT(0)];
}

/**
 * struct sdt_shape - what is known of a record's fields at compile time
 * @nr_args: number of arguments
 * @nr_copies: number of copies
 * @has_ip: it has the address of the site
 * @size: the size without the copies, or 0: only struct sdt_fields has it
 * @translated: the arguments may differ from those of the hit in number and order
 * @bounded: not all copies are of NUL-terminated strings
 * @fixed: there are copies of fixed size
 */
struct sdt_shape {
	unsigned int nr_args;
	unsigned int nr_copies;
	bool has_ip;
	unsigned int size;
	bool translated;
	bool bounded;
	bool fixed;
};

/* The size of a record that has only the address of the site */
#define SDT_EMPTY_SIZE	(ALIGN(sizeof(struct trace_entry), sizeof(u64)) + sizeof(u64))

/*
 * The first argument follows the core's header, whose size is a constant.  On
 * PREEMPT_RT, that is not a multiple of 8 bytes.
 */
static __always_inline unsigned int
arg_offset(const struct sdt_fields *fields, unsigned int arg)
{
	if (!arg && IS_ALIGNED(sizeof(struct trace_entry), sizeof(u64)))
		return sizeof(struct trace_entry);
	return fields->slot[arg].offset;
}

/* The size of a record without its copies, in bytes */
static __always_inline unsigned int
sdt_fixed_size(const struct sdt_fields *fields, struct sdt_shape shape)
{
	return shape.size ?: fields->size;
}

/* The first __data_loc of the copies in a record; they are the end of its @fixed bytes */
static __always_inline u32 *sdt_locs(void *entry, unsigned int fixed,
				     struct sdt_shape shape)
{
	return entry + fixed - shape.nr_copies * sizeof(u32);
}

static __always_inline u64 arg_value(const struct sdt_fields *fields,
				     const struct sdt_hit *hit,
				     struct sdt_shape shape, unsigned int i)
{
	return hit->args[shape.translated ? fields->slot[i].native : i];
}

static __always_inline void put_arg(const struct sdt_fields *fields, const struct sdt_hit *hit,
				    void *entry, struct sdt_shape shape, unsigned int i)
{
	put_unaligned(arg_value(fields, hit, shape, i), (u64 *)(entry + arg_offset(fields, i)));
}

/**
 * sdt_fill_args - write the arguments and the address of the site
 * @fields: the fields of the record
 * @hit: the hit
 * @entry: the record
 * @fixed: its size without the copies
 * @shape: what is known of the fields
 *
 * All 64 bits of each value are written.  The excess is overwritten by the next field,
 * or is in the gap before that.
 */
static __always_inline void
sdt_fill_args(const struct sdt_fields *fields, const struct sdt_hit *hit,
	      void *entry, unsigned int fixed, struct sdt_shape shape)
{
	unsigned int i;

	if (__builtin_constant_p(shape.nr_args)) {
#pragma GCC unroll 8
		for (i = 0; i < shape.nr_args; i++)
			put_arg(fields, hit, entry, shape, i);
	} else {
		for (i = 0; i < shape.nr_args; i++)
			put_arg(fields, hit, entry, shape, i);
	}
	if (shape.has_ip)	/* in front of the __data_loc of the copies */
		((unsigned long *)sdt_locs(entry, fixed, shape))[-1] = hit->site->ip;
}

/**
 * sdt_fill_fixed - write the copies of fixed size
 * @fields: the fields of the record
 * @hit: the hit
 * @entry: the record, with its arguments
 *
 * Bytes that cannot be read are zero.
 */
static __always_inline void sdt_fill_fixed(const struct sdt_fields *fields,
					   const struct sdt_hit *hit, void *entry)
{
	char bytes[SDT_FIXED_MAX + sizeof(long)];
	unsigned int i;

	/* There can be gaps before and after them; arguments leave none. */
	memset(entry + fields->fixed[0].offset, 0,
	       fields->ip_offset - fields->fixed[0].offset);
	for (i = 0; i < fields->nr_fixed; i++) {
		const struct sdt_fixed *fixed = &fields->fixed[i];

		if (sdt_copy_bytes(bytes, hit->args[fixed->arg], fixed->size))
			memcpy(entry + fixed->offset, bytes, fixed->size);
	}
}

/* Copy bytes, or a string with or without a bound. */
static __always_inline unsigned int copy_any(const struct sdt_hit *hit,
					     unsigned int arg, char *to,
					     unsigned int size)
{
	const struct sdt_arg *kind = &hit->site->probe->args[arg];
	u64 bound = sdt_bound(hit, arg);

	if (kind->kind == SDT_ARG_BYTES)
		return sdt_copy_bytes(to, hit->args[arg], min_t(u64, bound, size));
	if (kind->bound)
		return sdt_copy_bounded_string(to, hit->args[arg], bound, size);
	return sdt_copy_string(to, hit->args[arg], size, size);
}

/**
 * sdt_make_copies - copy what the arguments point to
 * @fields: the fields of the record
 * @hit: the hit
 * @shape: what is known of the fields
 * @data: SDT_COPIES_SIZE bytes and SDT_COPY_SLACK, for the copies
 * @loc: filled with the __data_loc of each copy
 *
 * Return: the size of all copies together.
 */
static __always_inline unsigned int
sdt_make_copies(const struct sdt_fields *fields, const struct sdt_hit *hit,
		struct sdt_shape shape, char *data, u32 *loc)
{
	unsigned int pos = sdt_fixed_size(fields, shape), size = 0, i;
	unsigned int limit = READ_ONCE(sdt_string_size);

	for (i = 0; i < shape.nr_copies; i++) {
		/* leave room for a NUL of each copy that follows */
		unsigned int room = shape.nr_copies == 1 ? limit :
			min_t(unsigned int, limit, SDT_COPIES_SIZE - size -
			      (shape.nr_copies - 1 - i));
		unsigned int arg = fields->slot[i].copy_arg;
		char *to = data + size;
		unsigned int len;

		len = shape.bounded ? copy_any(hit, arg, to, room) :
		      sdt_copy_string(to, hit->args[arg], room, room);
		loc[i] = len << 16 | (pos + size);
		size += len;
	}
	return size;
}

/* The functions of one destination, by what is known of a record's fields */
struct sdt_writers {
	sdt_handler_fn plain;		/* without copies */
	sdt_handler_fn copies;		/* of NUL-terminated strings */
	sdt_handler_fn bounded;		/* of any kind */
	sdt_handler_fn fixed;		/* with some of fixed size */
	sdt_handler_fn recorder;	/* any, where a recorder stops; NULL: none does */
	sdt_handler_fn made;		/* any of a TRACE_EVENT, made by its class */
	/* with the address of the site, not translated, by the number of arguments */
	sdt_handler_fn few[9];		/* without copies */
	sdt_handler_fn few_string[5];	/* with one string; NULL: as others */
};

/*
 * SDT_WRITER(NAME, FUNCTION, SHAPE) defines NAME(), which calls
 *
 *	FUNCTION(const struct sdt_hit *hit, const struct sdt_record_target *target,
 *		 struct sdt_shape shape)
 *
 * which is inlined.  A loop over the arguments takes some 30 instructions more for three
 * integers.  With that, a record would take more than that of a TRACE_EVENT: "make bench
 * SECTIONS='buffer perf bpf'".
 */
#define SDT_WRITER(name, function, ...)					\
static notrace void name(const struct sdt_hit *hit, void *cookie)	\
{									\
	const struct sdt_record_target *target = cookie;		\
	const struct sdt_fields *fields __maybe_unused = target->fields; \
									\
	function(hit, target, (struct sdt_shape){ __VA_ARGS__ });	\
}

/* FUNCTION_plain(), _copies(), _bounded(), _fixed(), and _0() to _8() for SDT_WRITERS_FEW() */
#define SDT_WRITERS(function)						\
SDT_WRITER(function##_plain, function, fields->nr_args, 0,		\
	   fields->has_ip, .translated = true)		\
SDT_WRITER(function##_copies, function, fields->nr_args, fields->nr_copies, \
	   true, .translated = true)					\
SDT_WRITER(function##_bounded, function, fields->nr_args, fields->nr_copies, \
	   true, .translated = true, .bounded = true)			\
SDT_WRITER(function##_fixed, function, fields->nr_args, fields->nr_copies, \
	   true, .bounded = true, .fixed = true)			\
SDT_WRITER(function##_0, function, 0, 0, true, SDT_EMPTY_SIZE)		\
SDT_WRITER(function##_1, function, 1, 0, true)				\
SDT_WRITER(function##_2, function, 2, 0, true)				\
SDT_WRITER(function##_3, function, 3, 0, true)				\
SDT_WRITER(function##_4, function, 4, 0, true)				\
SDT_WRITER(function##_5, function, 5, 0, true)				\
SDT_WRITER(function##_6, function, 6, 0, true)				\
SDT_WRITER(function##_7, function, 7, 0, true)				\
SDT_WRITER(function##_8, function, 8, 0, true)

#define SDT_WRITERS_FEW(function) {					\
	function##_0, function##_1, function##_2, function##_3, function##_4, \
	function##_5, function##_6, function##_7, function##_8		\
}

#endif /* _SDT_RECORD_H */
