// SPDX-License-Identifier: GPL-2.0-only
/*
 * declaration.c - the text of a type, as an author wrote it before an argument
 *
 * kmod/rules/parameter.c parses it.  Here the unit's types and macros are not known: what is no
 * word of C is a type, and the next such word is the name.
 */
#include <stdlib.h>
#include <string.h>

#include <linux/sdt_abi.h>

#include "marks_internal.h"
#include "lib/util.h"
#include "rules/rules.h"

char *copy_trimmed(const char *from, const char *to)
{
	const struct sdt_part part = sdt_trimmed(from, to);

	return xasprintf("%.*s", (int)(part.end - part.s), part.s);
}

static char *copy_part(struct sdt_part part)
{
	return part.s && part.s < part.end ? copy_trimmed(part.s, part.end) : NULL;
}

/*
 * Types
 */

/* A type: a name, or what a declarator makes of another type */
struct type {
	enum { NAME, POINTER, ARRAY, FUNCTION } how;
	char *text;		/* a name with qualifiers, a pointer's qualifiers, "[4]", "(int)" */
	const struct type *of;
	/* of a name */
	char *aka;		/* without typedefs, as far as these are known; or NULL */
	enum __sdt_kind kind;
	bool is_enum, is_no_value, is_structure;
	bool is_struct;		/* a structure or union, or a type that is not known */
	struct type *next;	/* made before */
};

/* What belongs to one text */
struct resolution {
	struct type *types;
	const char *expanded;	/* words that are not in it are left out; or NULL */
};

static struct type *add_type(const struct sdt_reader *r, struct type type)
{
	struct resolution *all = r->all->data;
	struct type *copy = xcalloc(1, sizeof(*copy));

	*copy = type;
	copy->next = all->types;
	all->types = copy;
	return copy;
}

static void free_types(struct resolution *all)
{
	struct type *type;

	while (all->types) {
		type = all->types;
		all->types = type->next;
		free(type->text);
		free(type->aka);
		free(type);
	}
}

/* The kernel's names of these types, which are the same on all 64-bit machines */
static const struct {
	const char *name;
	enum __sdt_kind kind;
} typedefs[] = {
	{ "bool", __SDT_BOOL },
	{ "u8", __SDT_U8 }, { "s8", __SDT_S8 }, { "u16", __SDT_U16 }, { "s16", __SDT_S16 },
	{ "u32", __SDT_U32 }, { "s32", __SDT_S32 }, { "u64", __SDT_ULLONG },
	{ "s64", __SDT_LLONG },
	{ "__u8", __SDT_U8 }, { "__s8", __SDT_S8 }, { "__u16", __SDT_U16 },
	{ "__s16", __SDT_S16 }, { "__u32", __SDT_U32 }, { "__s32", __SDT_S32 },
	{ "__u64", __SDT_ULLONG }, { "__s64", __SDT_LLONG },
	{ "uint8_t", __SDT_U8 }, { "int8_t", __SDT_S8 }, { "uint16_t", __SDT_U16 },
	{ "int16_t", __SDT_S16 }, { "uint32_t", __SDT_U32 }, { "int32_t", __SDT_S32 },
	{ "uint64_t", __SDT_ULLONG }, { "int64_t", __SDT_LLONG },
	{ "__be16", __SDT_U16 }, { "__le16", __SDT_U16 }, { "__be32", __SDT_U32 },
	{ "__le32", __SDT_U32 }, { "__be64", __SDT_ULLONG }, { "__le64", __SDT_ULLONG },
	{ "size_t", __SDT_ULONG }, { "ssize_t", __SDT_LONG }, { "uintptr_t", __SDT_ULONG },
	{ "loff_t", __SDT_LLONG }, { "off_t", __SDT_LONG }, { "pid_t", __SDT_S32 },
	{ "gfp_t", __SDT_U32 }, { "dev_t", __SDT_U32 }, { "umode_t", __SDT_U16 },
	{ "uint", __SDT_U32 }, { "ulong", __SDT_ULONG }, { "ushort", __SDT_U16 },
	{ "u_char", __SDT_U8 }, { "u_short", __SDT_U16 }, { "u_int", __SDT_U32 },
	{ "u_long", __SDT_ULONG }, { "sector_t", __SDT_ULLONG }, { "ktime_t", __SDT_LLONG },
	{ "dma_addr_t", __SDT_ULLONG }, { "phys_addr_t", __SDT_ULLONG },
};

static void *basic(const struct sdt_reader *r, enum sdt_basic basic)
{
	static const struct {
		enum __sdt_kind kind;
		const char *name;	/* of what has no kind */
	} types[SDT_NR_BASICS] = {
		[SDT_VOID] = { __SDT_NO_KIND, "void" },
		[SDT_BOOL] = { __SDT_BOOL, NULL }, [SDT_CHAR] = { __SDT_CHAR, NULL },
		[SDT_SCHAR] = { __SDT_S8, NULL }, [SDT_UCHAR] = { __SDT_U8, NULL },
		[SDT_SHORT] = { __SDT_S16, NULL }, [SDT_USHORT] = { __SDT_U16, NULL },
		[SDT_INT] = { __SDT_S32, NULL }, [SDT_UINT] = { __SDT_U32, NULL },
		[SDT_LONG] = { __SDT_LONG, NULL }, [SDT_ULONG] = { __SDT_ULONG, NULL },
		[SDT_LLONG] = { __SDT_LLONG, NULL }, [SDT_ULLONG] = { __SDT_ULLONG, NULL },
		[SDT_INT128] = { __SDT_NO_KIND, "__int128" },
		[SDT_UINT128] = { __SDT_NO_KIND, "__int128 unsigned" },
		[SDT_FLOAT] = { __SDT_NO_KIND, "float" },
		[SDT_DOUBLE] = { __SDT_NO_KIND, "double" },
		[SDT_LDOUBLE] = { __SDT_NO_KIND, "long double" },
	};
	const char *name = types[basic].name;

	return add_type(r, (struct type){
		.text = xasprintf("%s", name ? name : kind_name(types[basic].kind)),
		.kind = types[basic].kind,
		.is_no_value = name && basic != SDT_VOID,
	});
}

static void *named(const struct sdt_reader *r, enum sdt_tag tag)
{
	static const char *const tags[] = { "", "struct ", "union ", "enum " };
	struct type type = {
		.text = xasprintf("%s%.*s", tags[tag], (int)r->length, r->token),
		.kind = __SDT_NO_KIND,
		.is_enum = tag == SDT_ENUM,
		.is_structure = tag == SDT_STRUCT || tag == SDT_UNION,
	};
	size_t i;

	for (i = 0; i < sizeof(typedefs) / sizeof(typedefs[0]); i++)
		if (!strcmp(type.text, typedefs[i].name)) {
			type.kind = typedefs[i].kind;
			type.aka = xasprintf("%s", kind_name(type.kind));
		}
	type.is_struct = !type.is_enum && type.kind == __SDT_NO_KIND;
	return add_type(r, type);
}

static const char *qualifier_text(unsigned int quals)
{
	static const char *const texts[] = { "", "const", "volatile", "const volatile" };

	return texts[quals & (SDT_QUAL_CONST | SDT_QUAL_VOLATILE)];
}

static char *qualify(char *name, const char *quals)
{
	char *result = name && *quals ? xasprintf("%s %s", quals, name) : name;

	if (result != name)
		free(name);
	return result;
}

static void *qualified(const struct sdt_reader *r __attribute__((unused)), void *unqualified,
		       unsigned int quals, unsigned int *flags __attribute__((unused)))
{
	struct type *type = unqualified;

	if (type->how == NAME) {
		type->text = qualify(type->text, qualifier_text(quals));
		type->aka = qualify(type->aka, qualifier_text(quals));
	}
	return type;
}

static void *pointer(const struct sdt_reader *r, void *to, unsigned int quals)
{
	return add_type(r, (struct type){
		.how = POINTER, .text = xasprintf("%s", qualifier_text(quals)), .of = to,
	});
}

static void *array(const struct sdt_reader *r, void *of, struct sdt_part bound)
{
	return add_type(r, (struct type){
		.how = ARRAY, .of = of,
		.text = xasprintf("[%.*s]", (int)(bound.end - bound.s), bound.s),
	});
}

static void *listed(const struct sdt_reader *r __attribute__((unused)),
		    void *list __attribute__((unused)), void *type)
{
	return type;
}

static void *function(const struct sdt_reader *r, void *returned,
		      void *list __attribute__((unused)), bool is_open __attribute__((unused)),
		      struct sdt_part written)
{
	return add_type(r, (struct type){
		.how = FUNCTION, .text = copy_part(written), .of = returned,
	});
}

static void *decayed(const struct sdt_reader *r, void *parameter)
{
	struct type *type = parameter;

	return type->how == ARRAY ? pointer(r, (void *)type->of, 0) :
	       type->how == FUNCTION ? pointer(r, type, 0) : type;
}

/*
 * Words
 */

static bool have_word(const char *text, const struct sdt_reader *word)
{
	struct sdt_reader r = { .next = text };

	do
		sdt_reader_advance(&r);
	while (r.kind != SDT_TOKEN_END &&
	       (r.length != word->length || memcmp(r.token, word->token, r.length)));
	return r.kind != SDT_TOKEN_END;
}

/* A word that is not left when all macros are expanded is one. */
static const char *macro(const struct sdt_reader *r)
{
	const struct resolution *all = r->all->data;

	return all->expanded && !have_word(all->expanded, r) ? "" : NULL;
}

static const char *expand(const struct sdt_reader *r,
			  const char *body __attribute__((unused)))
{
	return r->next;
}

/* In "(name)(" and "(name)[" it is what is declared; in other parentheses, it is a parameter. */
static bool is_type(const struct sdt_reader *r)
{
	struct sdt_reader next = *r;

	sdt_reader_advance(&next);
	if (!sdt_reader_is(&next, ")"))
		return true;
	sdt_reader_advance(&next);
	return !sdt_reader_is(&next, "(") && !sdt_reader_is(&next, "[");
}

/* What is in front of a parenthesis is a macro, or the type of what is declared there. */
static bool is_call(const struct sdt_reader *r)
{
	struct sdt_reader inner = *r;

	sdt_reader_advance(&inner);
	sdt_reader_advance(&inner);
	return !sdt_reader_is(&inner, "*") && !sdt_reader_is(&inner, "(") &&
	       !sdt_reader_is(&inner, "[") && (inner.kind != SDT_TOKEN_WORD || is_type(&inner));
}

static const struct sdt_resolver resolver = {
	.macro = macro, .expand = expand, .is_call = is_call, .is_type = is_type,
	.basic = basic, .named = named, .qualified = qualified, .pointer = pointer,
	.array = array, .listed = listed, .function = function, .decayed = decayed,
};

/*
 * Declarations
 */

/* The spelling of a pointer @type that is made of the type with the name @base */
static char *spell(const struct type *type, const char *base)
{
	const char *quals = "";		/* the value itself has none */
	char *text = xasprintf("%s", ""), *result;

	for (; type->how != NAME; type = type->of) {
		if (type->how == POINTER)
			text = spell_pointer(text, quals ? quals : type->text,
					     type->of->how == ARRAY || type->of->how == FUNCTION);
		else
			text = xappend(text, "%s", type->text);
		quals = NULL;
	}
	result = xasprintf("%s %s", base, text);
	free(text);
	return result;
}

static void set_type(struct declaration *d, const struct type *type)
{
	const struct type *base = type;

	while (base->how != NAME)
		base = base->of;
	if (type == base) {
		d->kind = type->kind;
		d->is_enum = type->is_enum;
		d->is_no_value = type->is_no_value;
		d->is_structure = type->is_structure;
		d->type = xasprintf("%s", probe_type_unqualified(type->text));
		d->aka = xasprintf("%s", type->aka ? probe_type_unqualified(type->aka) : "");
		return;
	}
	d->kind = type->of != base ? __SDT_POINTER :
		  base->kind == __SDT_CHAR ? __SDT_STRING :
		  base->kind == __SDT_U8 || base->kind == __SDT_S8 ? __SDT_BYTES : __SDT_POINTER;
	d->is_function = type->of->how == FUNCTION;
	d->is_struct = type->of->is_struct;
	d->type = spell(type, base->text);
	d->aka = base->aka ? spell(type, base->aka) : xasprintf("%s", "");
}

/* Reads @text, from which what is not in @expanded is left out; the name is that in @text. */
static bool parse(struct declaration *d, const char *text, const char *expanded,
		  struct sdt_part *name)
{
	struct resolution all = { .expanded = expanded };
	struct sdt_parameter parameter = { .resolver = &resolver, .data = &all };
	bool good;

	*d = (struct declaration){ .kind = __SDT_NO_KIND };
	good = strlen(text) <= SDT_MAX_STRING && sdt_parse_parameter(&parameter, text);
	if (good)
		set_type(d, parameter.type);
	if (parameter.is_opaque || parameter.is_guess)
		d->kind = __SDT_NO_KIND;
	d->name = copy_part(parameter.name);
	d->bound = copy_part(parameter.bound);
	d->flags = parameter.flags;
	d->words = parameter.words;
	d->is_opaque = parameter.is_opaque;
	*name = parameter.name;
	free_types(&all);
	return good;
}

static char *without_name(const char *text, struct sdt_part name)
{
	char *copy = xcalloc(1, strlen(text) + 1);

	sdt_without_name(copy, text, name);
	return copy;
}

static bool same_names(const struct declaration *a, const struct declaration *b)
{
	return !a->name == !b->name && (!a->name || !strcmp(a->name, b->name));
}

/* Where the pointer in @text leads, by its annotations; other macros are not read. */
static uint8_t annotated_flags(const char *text, const char *expanded)
{
	struct declaration d;
	struct sdt_part name;
	uint8_t flags;

	parse(&d, text, expanded, &name);
	flags = d.flags;
	declaration_free(&d);
	return flags;
}

/* A word that is a macro is no name, and what it stands for can have one, or a bound. */
void declaration_parse(struct declaration *d, const char *text, const char *expanded)
{
	struct sdt_part name;
	const bool is_good = parse(d, text, NULL, &name);
	struct declaration e;

	d->declared = without_name(text, name);
	if (!expanded)
		return;
	if (!parse(&e, expanded, NULL, &name)) {
		;
	} else if (is_good && same_names(d, &e) && (d->bound || !e.bound)) {
		d->value = e.bound;
		e.bound = NULL;
	} else {
		e.declared = without_name(text, name);
		e.flags |= annotated_flags(text, expanded);
		e.words = d->words;
		declaration_free(d);
		*d = e;
		return;
	}
	declaration_free(&e);
}

void declaration_free(struct declaration *d)
{
	free(d->declared);
	free(d->name);
	free(d->type);
	free(d->aka);
	free(d->bound);
	free(d->value);
}

bool constant_value(const char *text, int64_t *value)
{
	struct resolution all = { .expanded = NULL };
	const struct sdt_parameter parameter = { .resolver = &resolver, .data = &all };
	s64 number;
	bool good;

	good = strlen(text) <= SDT_MAX_STRING && sdt_read_constant(&parameter, text, &number);
	free_types(&all);
	if (good)
		*value = number;
	return good;
}
