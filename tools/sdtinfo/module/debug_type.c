// SPDX-License-Identifier: GPL-2.0-only
/*
 * debug_type.c - a type, as debugging information describes it
 *
 * GCC's and clang's differ in how they call C's types and count an array's elements.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include <linux/sdt_abi.h>

#include "debug_info.h"
#include "lib/util.h"

/* More types than that lead to each other only in broken files, or in names that are too long. */
#define MAX_DEPTH	32
#define MAX_STEPS	1000

enum { IS_CONST = 1, IS_VOLATILE = 2, IS_RESTRICT = 4 };

static const char *const kind_names[] = {
	[__SDT_BOOL] = "_Bool",
	[__SDT_S8] = "signed char", [__SDT_U8] = "unsigned char",
	[__SDT_S16] = "short int", [__SDT_U16] = "short unsigned int",
	[__SDT_S32] = "int", [__SDT_U32] = "unsigned int",
	[__SDT_LONG] = "long int", [__SDT_ULONG] = "long unsigned int",
	[__SDT_LLONG] = "long long int", [__SDT_ULLONG] = "long long unsigned int",
	[__SDT_CHAR] = "char", [__SDT_UCHAR] = "char",
	[__SDT_STRING] = "char *", [__SDT_CONST_STRING] = "const char *",
	[__SDT_BYTES] = "unsigned char *",
	[__SDT_POINTER] = "void *",
};

const char *kind_name(enum __sdt_kind kind)
{
	return kind_names[kind];
}

bool die_type(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, type);
}

/* Is an attribute a constant?  The bound of an array of variable size is none. */
static bool read_number(Dwarf_Die *die, unsigned int name, Dwarf_Word *number)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, name, &attribute) && !dwarf_formudata(&attribute, number);
}

static uint64_t number_of(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Word number;

	return read_number(die, name, &number) ? number : 0;
}

/* Skips qualifiers, which are added to @qualifiers; false: it is "void". */
static bool unqualified(Dwarf_Die *type, unsigned int *qualifiers)
{
	unsigned int depth = 0;

	do {
		switch (dwarf_tag(type)) {
		case DW_TAG_const_type:
			*qualifiers |= IS_CONST;
			break;
		case DW_TAG_volatile_type:
			*qualifiers |= IS_VOLATILE;
			break;
		case DW_TAG_restrict_type:
			*qualifiers |= IS_RESTRICT;
			break;
		case DW_TAG_atomic_type:
			break;
		default:
			return true;
		}
	} while (die_type(type, type) && ++depth < MAX_DEPTH);
	return false;
}

bool die_resolve(Dwarf_Die *type)
{
	unsigned int qualifiers = 0, depth = 0;

	while (unqualified(type, &qualifiers)) {
		if (dwarf_tag(type) != DW_TAG_typedef)
			return true;
		if (!die_type(type, type) || ++depth == MAX_DEPTH)
			break;
	}
	return false;
}

/*
 * Kinds
 */

static enum __sdt_kind integer_kind(uint64_t size, bool is_signed, bool is_long_long)
{
	switch (size) {
	case 1:
		return is_signed ? __SDT_S8 : __SDT_U8;
	case 2:
		return is_signed ? __SDT_S16 : __SDT_U16;
	case 4:
		return is_signed ? __SDT_S32 : __SDT_U32;
	case 8:
		return is_long_long ? is_signed ? __SDT_LLONG : __SDT_ULLONG :
		       is_signed ? __SDT_LONG : __SDT_ULONG;
	default:
		return __SDT_NO_KIND;
	}
}

/* GCC has no name for the type of a bit-field. */
static bool is_nameless(Dwarf_Die *type)
{
	const char *name = dwarf_diename(type);

	return !name || !strcmp(name, "__unknown__");
}

static enum __sdt_kind base_kind(Dwarf_Die *type)
{
	const uint64_t size = number_of(type, DW_AT_byte_size);
	const char *name = dwarf_diename(type);
	bool is_signed = false;

	if (is_nameless(type))
		return __SDT_NO_KIND;
	switch (number_of(type, DW_AT_encoding)) {
	case DW_ATE_boolean:
		return size == 1 ? __SDT_BOOL : __SDT_NO_KIND;
	case DW_ATE_signed_char:
	case DW_ATE_signed:
		is_signed = true;
		break;
	case DW_ATE_unsigned_char:
	case DW_ATE_unsigned:
		break;
	default:
		return __SDT_NO_KIND;
	}
	if (size == 1 && !strcmp(name, "char"))
		return is_signed ? __SDT_CHAR : __SDT_UCHAR;
	return integer_kind(size, is_signed, strstr(name, "long long"));
}

/* The value of an enumerator, which has as many bits as its form */
static int64_t value_of(Dwarf_Die *enumerator)
{
	Dwarf_Attribute attribute;
	Dwarf_Sword number = 0;
	Dwarf_Word word = 0;

	if (!dwarf_attr(enumerator, DW_AT_const_value, &attribute))
		return 0;
	if (dwarf_whatform(&attribute) != DW_FORM_sdata &&
	    dwarf_whatform(&attribute) != DW_FORM_implicit_const)
		return dwarf_formudata(&attribute, &word) ? 0 : (int64_t)word;
	return dwarf_formsdata(&attribute, &number) ? 0 : number;
}

static enum __sdt_kind enum_kind(Dwarf_Die *type)
{
	const uint64_t size = number_of(type, DW_AT_byte_size);
	bool is_signed = number_of(type, DW_AT_encoding) == DW_ATE_signed;
	Dwarf_Die integer;

	/* C's enums of 64 bits are "long". */
	if (die_type(type, &integer) && die_resolve(&integer))
		is_signed = number_of(&integer, DW_AT_encoding) == DW_ATE_signed ||
			    number_of(&integer, DW_AT_encoding) == DW_ATE_signed_char;
	return integer_kind(size, is_signed, false);
}

static enum __sdt_kind pointer_kind(Dwarf_Die *pointer, struct debug_type *type)
{
	unsigned int qualifiers = 0;
	Dwarf_Die target, own;

	if (!die_type(pointer, &target))
		return __SDT_POINTER;
	own = target;
	if (!die_resolve(&target))
		return __SDT_POINTER;
	type->is_function = dwarf_tag(&target) == DW_TAG_subroutine_type;
	type->is_struct = (dwarf_tag(&target) == DW_TAG_structure_type ||
			   dwarf_tag(&target) == DW_TAG_union_type) &&
			  !dwarf_hasattr(&target, DW_AT_declaration);
	if (dwarf_tag(&target) != DW_TAG_base_type)
		return __SDT_POINTER;
	unqualified(&own, &qualifiers);
	switch (base_kind(&target)) {
	case __SDT_CHAR:
	case __SDT_UCHAR:
		return qualifiers & IS_CONST ? __SDT_CONST_STRING : __SDT_STRING;
	case __SDT_S8:
	case __SDT_U8:
		return __SDT_BYTES;
	default:
		return __SDT_POINTER;
	}
}

/*
 * Names
 */

struct spelling {
	bool resolve;		/* without typedefs */
	unsigned int steps;	/* so far */
};

/* Can @text, a part of the name, be in a table? */
static bool is_short(const struct spelling *spelling, const char *text)
{
	return spelling->steps <= MAX_STEPS && strlen(text) <= SDT_MAX_STRING;
}

static char *declare(struct spelling *spelling, Dwarf_Die *type, unsigned int qualifiers,
		     char *inner);

/* die_type(); a type that cannot be read makes the whole name unknown. */
static bool part_type(struct spelling *spelling, Dwarf_Die *die, Dwarf_Die *type)
{
	if (die_type(die, type))
		return true;
	if (dwarf_hasattr(die, DW_AT_type))
		spelling->steps = MAX_STEPS;
	return false;
}

static const char *qualifier_text(unsigned int qualifiers)
{
	static const char *const texts[] = {
		"", "const", "volatile", "const volatile",
		"restrict", "const restrict", "volatile restrict", "const volatile restrict",
	};

	return texts[qualifiers];
}

/* Puts @before in front of @text, which it frees. */
static char *prepend(const char *before, char *text)
{
	char *result = xasprintf("%s%s", before, text);

	free(text);
	return result;
}

char *spell_pointer(char *inner, const char *qualifiers, bool is_nested)
{
	inner = prepend(*inner == '(' ? " " : "", inner);
	inner = prepend(qualifiers, inner);
	inner = prepend(*qualifiers ? "* " : "*", inner);
	return is_nested ? xappend(prepend("(", inner), ")") : inner;
}

static char *parameters(struct spelling *spelling, Dwarf_Die *function)
{
	char *text = xasprintf("%s", ""), *one;
	Dwarf_Die child, type;

	if (dwarf_child(function, &child))
		return prepend(dwarf_hasattr(function, DW_AT_prototyped) ? "void" : "", text);
	do {
		if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
			one = xasprintf("%s", *text ? "..." : "");	/* "f()" has none */
		else if (dwarf_tag(&child) == DW_TAG_formal_parameter)
			one = declare(spelling, part_type(spelling, &child, &type) ? &type : NULL, 0,
				      xasprintf("%s", ""));
		else
			continue;
		text = xappend(text, "%s%s", *text ? ", " : "", one);
		free(one);
	} while (is_short(spelling, text) && !dwarf_siblingof(&child, &child));
	return text;
}

static char *dimensions(struct spelling *spelling, Dwarf_Die *array)
{
	char *text = xasprintf("%s", "");
	Dwarf_Word number;
	Dwarf_Die child;

	if (dwarf_child(array, &child))
		return text;
	do {
		if (dwarf_tag(&child) != DW_TAG_subrange_type)
			continue;
		if (read_number(&child, DW_AT_count, &number))
			text = xappend(text, "[%llu]", (unsigned long long)number);
		else if (read_number(&child, DW_AT_upper_bound, &number))
			text = xappend(text, "[%llu]", (unsigned long long)number + 1);
		else
			text = xappend(text, "[]");
	} while (is_short(spelling, text) && !dwarf_siblingof(&child, &child));
	return text;
}

/* What precedes a declarator */
static char *specifier(Dwarf_Die *type, unsigned int qualifiers)
{
	const char *name = type ? dwarf_diename(type) : "void";
	const char *tag = "";

	switch (type ? dwarf_tag(type) : DW_TAG_unspecified_type) {
	case DW_TAG_structure_type:
		tag = "struct ";
		break;
	case DW_TAG_union_type:
		tag = "union ";
		break;
	case DW_TAG_enumeration_type:
		tag = "enum ";
		break;
	case DW_TAG_base_type:
		if (base_kind(type) != __SDT_NO_KIND)
			name = kind_name(base_kind(type));
		break;
	}
	return xasprintf("%s%s%s%s", qualifier_text(qualifiers), qualifiers ? " " : "", tag,
			 name ? name : "<anonymous>");
}

/*
 * Is it a typedef that is to be looked behind?  Not if it names a type without a name.  GCC does
 * not spell those of functions and arrays.
 */
static bool is_other_name(Dwarf_Die *type, bool resolve)
{
	Dwarf_Die target = *type;

	if (dwarf_tag(type) != DW_TAG_typedef)
		return false;
	if (!resolve)
		return die_resolve(&target) && (dwarf_tag(&target) == DW_TAG_subroutine_type ||
						dwarf_tag(&target) == DW_TAG_array_type);
	if (!die_type(type, &target) || dwarf_diename(&target))
		return true;
	switch (dwarf_tag(&target)) {
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		return false;
	default:
		return true;
	}
}

/* Does a declarator of @type bind weaker than what follows it? */
static bool needs_parentheses(const Dwarf_Die *type, bool resolve)
{
	unsigned int qualifiers = 0, depth = 0;
	Dwarf_Die target = *type;

	while (unqualified(&target, &qualifiers) && is_other_name(&target, resolve))
		if (!die_type(&target, &target) || ++depth == MAX_DEPTH)
			return false;
	return dwarf_tag(&target) == DW_TAG_subroutine_type ||
	       dwarf_tag(&target) == DW_TAG_array_type;
}

/* GCC does not spell the typedef of a pointer that another pointer leads to. */
static void skip_pointer_names(Dwarf_Die *type, unsigned int *qualifiers)
{
	unsigned int own_qualifiers = 0;
	Dwarf_Die own = *type, target = *type;

	if (!die_resolve(&target) || dwarf_tag(&target) != DW_TAG_pointer_type)
		return;
	while (unqualified(&own, &own_qualifiers) && dwarf_tag(&own) == DW_TAG_typedef &&
	       die_type(&own, &own))
		;
	*type = own;
	*qualifiers = own_qualifiers;
}

static char *declare_pointer(struct spelling *spelling, Dwarf_Die *pointer,
			     unsigned int qualifiers, char *inner)
{
	unsigned int target_qualifiers = 0;
	Dwarf_Die target;
	bool has_target = part_type(spelling, pointer, &target);

	if (has_target && !spelling->resolve)
		skip_pointer_names(&target, &target_qualifiers);
	inner = spell_pointer(inner, qualifier_text(qualifiers),
			      has_target && needs_parentheses(&target, spelling->resolve));
	return declare(spelling, has_target ? &target : NULL, target_qualifiers, inner);
}

/*
 * The declaration of @inner, which it frees, as something of a qualified type; of "void" if
 * that is NULL.
 */
static char *declare(struct spelling *spelling, Dwarf_Die *type, unsigned int qualifiers,
		     char *inner)
{
	Dwarf_Die own, target;
	bool has_target;
	char *text;

	if (type) {
		own = *type;
		type = unqualified(&own, &qualifiers) ? &own : NULL;
		if (!type)	/* "void", unless it is broken */
			part_type(spelling, &own, &target);
	}
	spelling->steps++;
	if (!is_short(spelling, inner))
		return inner;
	if (type && is_other_name(type, spelling->resolve)) {
		has_target = part_type(spelling, type, &target);
		return declare(spelling, has_target ? &target : NULL, qualifiers, inner);
	}
	switch (type ? dwarf_tag(type) : DW_TAG_unspecified_type) {
	case DW_TAG_pointer_type:
		return declare_pointer(spelling, type, qualifiers, inner);
	case DW_TAG_array_type:
		text = dimensions(spelling, type);
		inner = xappend(inner, "%s", text);
		break;
	case DW_TAG_subroutine_type:
		text = parameters(spelling, type);
		inner = xappend(inner, "(%s)", text);
		qualifiers = 0;
		break;
	default:
		text = specifier(type, qualifiers);
		inner = prepend(*inner ? " " : "", inner);
		inner = prepend(text, inner);
		free(text);
		return inner;
	}
	free(text);
	has_target = part_type(spelling, type, &target);
	return declare(spelling, has_target ? &target : NULL, qualifiers, inner);
}

/* The name of a type, or NULL if no table can have it */
static char *type_name(const Dwarf_Die *type, bool resolve)
{
	struct spelling spelling = { .resolve = resolve };
	unsigned int qualifiers = 0, depth = 0;
	Dwarf_Die own = *type;
	char *text;

	/* The value itself has no qualifiers, be they those of a typedef. */
	while (unqualified(&own, &qualifiers) && is_other_name(&own, resolve))
		if (!die_type(&own, &own) || ++depth == MAX_DEPTH)
			break;
	text = declare(&spelling, &own, 0, xasprintf("%s", ""));
	if (is_short(&spelling, text) && sdt_text_ok(text))
		return text;
	free(text);
	return NULL;
}

/*
 * Types
 */

static void add_enumerators(struct debug_type *t, Dwarf_Die *type)
{
	const unsigned int unused = 64 - 8 * number_of(type, DW_AT_byte_size);
	const bool is_signed = t->kind == __SDT_S8 || t->kind == __SDT_S16 ||
			       t->kind == __SDT_S32 || t->kind == __SDT_LONG;
	Dwarf_Die child;
	uint64_t value;

	if (dwarf_child(type, &child))
		return;
	do {
		if (dwarf_tag(&child) != DW_TAG_enumerator || !dwarf_diename(&child))
			continue;
		value = (uint64_t)value_of(&child) << unused;
		value = is_signed ? (uint64_t)((int64_t)value >> unused) : value >> unused;
		t->enumerators = xroom_for_one(t->enumerators, t->nr_enumerators,
					       sizeof(*t->enumerators));
		t->enumerators[t->nr_enumerators++] =
			(struct probe_enumerator){ dwarf_diename(&child), value };
	} while (!dwarf_siblingof(&child, &child));
}

bool debug_type_read(struct debug_type *t, Dwarf_Die *die)
{
	Dwarf_Die type = *die;

	*t = (struct debug_type){ .kind = __SDT_NO_KIND };
	if (!die_resolve(&type))
		return false;
	switch (dwarf_tag(&type)) {
	case DW_TAG_base_type:
		t->kind = base_kind(&type);
		t->is_no_value = t->kind == __SDT_NO_KIND && !is_nameless(&type);
		break;
	case DW_TAG_enumeration_type:
		t->is_enum = true;
		t->kind = enum_kind(&type);
		break;
	case DW_TAG_pointer_type:
		t->kind = pointer_kind(&type, t);
		break;
	}
	if (t->kind == __SDT_NO_KIND)
		return false;
	t->name = type_name(die, false);
	if (!t->name)
		return false;
	t->aka = type_name(die, true);
	if (!t->aka || !strcmp(t->aka, t->name)) {
		free(t->aka);
		t->aka = xasprintf("%s", "");
	}
	if (t->is_enum)
		add_enumerators(t, &type);
	return true;
}

void debug_type_free(struct debug_type *t)
{
	free(t->name);
	free(t->aka);
	free(t->enumerators);
}
