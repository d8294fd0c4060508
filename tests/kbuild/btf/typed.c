// SPDX-License-Identifier: GPL-2.0-only
/*
 * typed.c - probes with arguments of all kinds; what BTF says of their raw tracepoints
 *
 * btf.t compares the comments with the output of btf.py.  The kernel's BTF has struct known.
 */
#include <linux/module.h>
#include <sys/sdt.h>

struct known { int known; };
struct opaque;
struct ours { long ours; struct known *known; struct opaque *opaque; };
typedef struct ours ours_t, *ours_p;
typedef struct { int value; } untagged_t;
union choice { int a; long b; };
enum way { UP, DOWN = -5 };
enum wide { SMALL, LARGE = 1ULL << 40 };
typedef enum { RED, GREEN } colour_t;

DTRACE_PROVIDER_TRUSTED(sure);
SDT_PROVIDER_DEFINE(bsd);
SDT_PROBE_DEFINE2(bsd, , , defined, "struct ours * DTRACE_TRUSTED", "int");

static struct ours ours;
static union choice choice;
static untagged_t untagged;
static int seen;

static noinline void kinds(struct ours *o, char *s, const char __user *us, void *v, enum way way)
{
	/* 16 arguments, of which a raw tracepoint has 12 */
	DTRACE_PROBE(numbers, bool b, way, s8 one, o->ours, u8 two, seen, s16 three, o->ours,
		     u16 four, seen, int five, o->ours, u32 six, seen, s64 seven, o->ours,
		     size_t size, seen, enum way, way, colour_t colour, seen, enum wide wide, seen,
		     int, 13, int, 14, int, 15, int, 16);
	/*: typed_numbers(void *, _Bool, signed char, unsigned char, short int, short unsigned int, int, unsigned int, long int, long unsigned int, enum way, unsigned int, long unsigned int) */
	/*: typed_numbers: void *__data, _Bool b, signed char one, unsigned char two, short int three, short unsigned int four, int five, unsigned int six, long int seven, long unsigned int size, enum way way, unsigned int colour, long unsigned int wide */
	DTRACE_PROBE(pointers, struct ours *, o, void *, v, char *, s, const char __user *, us,
		     u8 bytes[6], v, u8 *p, v, void (*f)(void), v, struct ours **oo, &o);
	/*: typed_pointers(void *, void *, void *, const char *, const char *, void *, void *, void *, void *) */
	/*: typed_pointers: void *__data, void *o, void *v, const char *s, const char *us, void *bytes, void *p, void *f, void *oo */
	DTRACE_PROBE0(none);
	/*: typed_none(void *) */
	/*: typed_none: void *__data */
	DTRACE_PRINTF("a message of %d %s\n", seen, s);
	/*: typed_kinds_a_message_of(void *, int, const char *) */
	/*: typed_kinds_a_message_of: void *__data, int seen, const char *s */
}

static noinline void trusted(struct ours *o, union choice *u, untagged_t *t, char *s, void *v)
{
	DTRACE_PROBE(trusted, struct ours * DTRACE_TRUSTED, o, const ours_t * DTRACE_TRUSTED c, o,
		     ours_p DTRACE_TRUSTED p, o, union choice * DTRACE_TRUSTED, u,
		     untagged_t * DTRACE_TRUSTED, t, struct known * DTRACE_TRUSTED known, o->known,
		     struct ours *rest, o);
	/*: typed_trusted(void *, struct ours *, struct ours *, struct ours *, union choice *, void *, base:struct known *, void *) */
	/*: typed_trusted: void *__data, struct ours *o, struct ours *c, struct ours *p, union choice *u, void *t, base:struct known *known, void *rest */
	DTRACE_PROBE(__sure_all, ours_p, o, struct known *known, o->known, struct opaque *opaque, o->opaque,
		     untagged_t *, t, struct ours __user *user, v, struct ours __rcu *rcu, v,
		     union choice *, u, char *, s, int nine, seen);
	/*: typed_sure_all(void *, struct ours *, base:struct known *, void *, void *, void *, void *, union choice *, const char *, int) */
	/*: typed_sure_all: void *__data, struct ours *o, base:struct known *known, void *opaque, void *t, void *user, void *rcu, union choice *u, const char *s, int nine */
	SDT_PROBE2(bsd, , , defined, o, seen);
	/*: typed_bsd_defined(void *, struct ours *, int) */
	/*: typed_bsd_defined: void *__data, struct ours *o, int seen */
}

static int __init typed_init(void)
{
	kinds(&ours, "", NULL, NULL, UP);
	trusted(&ours, &choice, &untagged, "", NULL);
	return 0;
}

module_init(typed_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("a test");
