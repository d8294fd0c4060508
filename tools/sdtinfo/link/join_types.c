// SPDX-License-Identifier: GPL-2.0-only
/*
 * join_types.c - the argument types of an event with separate sites and definition
 *
 * Serves merge.c.  FreeBSD's SDT_PROBEn() sites pass what the compiler makes of the
 * expressions; the SDT_PROBE_DEFINEn() that has the types may be in another file.  Each
 * site passes an argument as 64 bits, extended by the sign of its type there.  A type fits
 * a site if an argument of that type would have the same bits.  The order of the sites
 * matters only for the type as written, which is that of the first site.
 */
#include <string.h>

#include "link.h"

/* What memory a pointer leads to */
#define TARGET	(SDT_ARG_USER | SDT_ARG_PERCPU | SDT_ARG_RCU | SDT_ARG_IOMEM)

static bool is_signed(const struct probe_arg *arg)
{
	return arg->flags & SDT_ARG_SIGNED;
}

/* Do the bits that a site passes mean the same in the type of @to? */
static bool fits(const struct probe_arg *from, const struct probe_arg *to)
{
	if (from->is_zero)
		return true;
	if (probe_arg_is_pointer(to))
		return from->size == 8 &&
		       (!probe_arg_is_pointer(from) || !(to->flags & TARGET) ||
			(from->flags & TARGET) == (to->flags & TARGET));
	if (to->size == 8)
		return true;
	if (probe_arg_is_pointer(from) ||
	    (to->kind == SDT_ARG_BOOL && from->kind != SDT_ARG_BOOL))
		return false;
	if (from->size == to->size)
		return is_signed(from) == is_signed(to);
	return from->size < to->size && (!is_signed(from) || is_signed(to));
}

static const char *aka_of(const struct probe_arg *arg)
{
	return probe_type_unqualified(probe_arg_aka(arg));
}

static bool is_pointer_to(const struct probe_arg *arg, const char *type)
{
	return !strcmp(aka_of(arg), type);
}

static bool is_memory(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_STRING || arg->kind == SDT_ARG_BYTES;
}

/*
 * sdt.ko copies what an argument of type @to points to.  Does @from point to that?  A void
 * pointer can point to anything, as in C, and any pointer to bytes to a number of bytes.
 */
static bool leads_to(const struct probe_arg *from, const struct probe_arg *to)
{
	if (from->is_zero || is_pointer_to(from, "void *"))
		return true;
	if (from->bound)
		return from->bound == to->bound;
	return from->kind == SDT_ARG_STRING ||
	       (to->bound && (is_pointer_to(from, "unsigned char *") ||
			      is_pointer_to(from, "signed char *")));
}

/* Is what @from passes what the definition's author vouches for, a pointer of type @to? */
static bool can_be_trusted(const struct probe_arg *from, const struct probe_arg *to)
{
	return from->is_zero || is_pointer_to(from, "void *") ||
	       (from->kind == SDT_ARG_POINTER && !strcmp(aka_of(from), aka_of(to)));
}

static void set_type(struct probe_arg *arg, const char *type, uint8_t kind, uint8_t flags)
{
	arg->type = type;
	arg->aka = "";
	arg->size = 8;
	arg->kind = kind;
	arg->flags = flags;
	arg->bound = 0;
	arg->nr_enumerators = 0;
	arg->enumerators = NULL;
}

static void set_long(struct probe_arg *arg, bool is_signed)
{
	if (is_signed)
		set_type(arg, "long int", SDT_ARG_INTEGER, SDT_ARG_SIGNED);
	else
		set_type(arg, "long unsigned int", SDT_ARG_INTEGER, 0);
}

/* What the sites that pass anything but a constant 0 have in common */
struct sum {
	/* of them, or one that says how it is shown; NULL if there are none */
	const struct probe_arg *first;
	bool same;			/* all are of one type */
	bool same_target;		/* all pointers lead to the same place */
	bool any_signed;
	size_t nr, nr_pointers;
	size_t nr_strings;		/* those that end with a NUL */
	uint8_t target;
};

/* Are they of one type, however they are shown? */
static bool is_same_type(const struct probe_arg *a, const struct probe_arg *b)
{
	const struct probe_arg *args[] = { a, b };
	struct probe_arg plain[2];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		plain[i] = *args[i];
		if (plain[i].kind == SDT_ARG_INTEGER)
			plain[i].flags &= ~SDT_ARG_HEX;
		if (plain[i].kind == SDT_ARG_BITMASK)
			plain[i].kind = SDT_ARG_ENUM;
	}
	return probe_compare_args(&plain[0], &plain[1]) == ARG_SAME;
}

static struct sum sum_up(struct probe *const *sites, size_t count, unsigned int i)
{
	struct sum sum = { .same = true, .same_target = true };
	size_t j;

	for (j = 0; j < count; j++) {
		const struct probe_arg *arg = &sites[j]->args[i];

		if (arg->is_zero)
			continue;
		if (!sum.first)
			sum.first = arg;
		sum.nr++;
		sum.same &= is_same_type(sum.first, arg);
		if (sum.same && probe_arg_is_hex(arg))
			sum.first = arg;
		sum.any_signed |= is_signed(arg);
		if (!probe_arg_is_pointer(arg))
			continue;
		if (!sum.nr_pointers++)
			sum.target = arg->flags & TARGET;
		sum.same_target &= sum.target == (arg->flags & TARGET);
		sum.nr_strings += arg->kind == SDT_ARG_STRING && !arg->bound;
	}
	return sum;
}

/* Find the type of an argument that no definition has a type for. */
static void join_type(struct probe_arg *arg, struct probe *const *sites,
		      size_t count, unsigned int i)
{
	struct sum sum = sum_up(sites, count, i);

	if (sum.same)
		*arg = sum.first ? *sum.first : sites[0]->args[i];
	else if (sum.nr_pointers < sum.nr)
		set_long(arg, !sum.nr_pointers && sum.any_signed);
	else if (!sum.same_target)
		set_long(arg, false);	/* cannot be followed */
	else if (sum.nr_strings == sum.nr)
		set_type(arg, "const char *", SDT_ARG_STRING, sum.target);
	else
		set_type(arg, "void *", SDT_ARG_POINTER, sum.target);
}

static void define_type(struct probe_arg *arg, const struct probe_arg *defined,
			struct probe *const *sites, size_t count,
			unsigned int i)
{
	struct sum sum = sum_up(sites, count, i);
	bool all = true, all_lead = true, all_trusted = true;
	size_t j;

	for (j = 0; j < count; j++) {
		all &= fits(&sites[j]->args[i], defined);
		all_lead &= leads_to(&sites[j]->args[i], defined);
		all_trusted &= can_be_trusted(&sites[j]->args[i], defined);
	}
	if (probe_arg_is_pointer(defined) && !(defined->flags & TARGET))
		all &= sum.same_target;
	if (!all) {
		set_long(arg, is_signed(defined));
		if (defined->kind == SDT_ARG_INTEGER)
			arg->flags |= defined->flags & SDT_ARG_HEX;
		return;
	}
	if (is_memory(defined) && !all_lead)
		set_type(arg, "void *", SDT_ARG_POINTER, defined->flags);
	else
		*arg = *defined;
	/* the compiler may know more of the target than the definition says */
	if (probe_arg_is_pointer(defined) && !(defined->flags & TARGET))
		arg->flags |= sum.target;
	if (probe_arg_is_trusted(arg) && (arg->flags & TARGET || !all_trusted))
		arg->flags &= ~SDT_ARG_TRUSTED;
}

/* A length that is no longer an integer is dropped. */
static void drop_bounds(struct probe_arg *args, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		const uint32_t bound = probe_bound_arg(&args[i]);

		if (bound == NO_BOUND_ARG || args[bound].kind == SDT_ARG_INTEGER)
			continue;
		args[i].kind = SDT_ARG_POINTER;
		args[i].bound = 0;
	}
}

void join_types(struct probe_arg *args, const struct probe *definition,
		struct probe *const *sites, size_t count)
{
	unsigned int i;

	for (i = 0; i < sites[0]->nr_args; i++) {
		const struct probe_arg *defined =
			definition ? &definition->args[i] : NULL;

		if (defined && defined->kind != SDT_ARG_UNKNOWN)
			define_type(&args[i], defined, sites, count, i);
		else
			join_type(&args[i], sites, count, i);
		args[i].declared = defined ? defined->declared :
					     sites[0]->args[i].declared;
		args[i].is_named = false;
		args[i].is_zero = false;
	}
	drop_bounds(args, sites[0]->nr_args);
}
