// SPDX-License-Identifier: GPL-2.0-only
/*
 * constant.c - the value of an array's bound
 *
 * "6", "ETH_ALEN", "(IFNAMSIZ + 1)", "1 << ORDER", "sizeof (struct in6_addr)": evaluates what
 * lengths are written with.  Macros with parameters, casts and C's other operators are not
 * supported.
 */
#include "rules/reader.h"

#ifndef __KERNEL__
#include <stdlib.h>
#endif

static bool read_binary(struct sdt_reader *r, unsigned int lowest, s64 *value);

/* "0x10UL", and C23's "1'000" */
static bool read_number(struct sdt_reader *r, s64 *value)
{
	char digits[64], *end = digits;
	const char *s;

	for (s = r->token; s < r->token + r->length && end < digits + sizeof(digits) - 1; s++)
		if (*s != '\'')
			*end++ = *s;
	if (s < r->token + r->length)
		return false;
	*end = '\0';
	*value = strtoull(digits, &end, 0);	/* too large a number gets negative */
	sdt_reader_advance(r);
	return *value >= 0 && !end[strspn(end, "uUlL")];
}

/* The operand of "sizeof": only a type in parentheses, no expression */
static bool read_size(struct sdt_reader *r, s64 *value)
{
	const void *type;

	if (!sdt_reader_take(r, "("))
		return false;
	type = sdt_read_type(r);
	return type && sdt_reader_take(r, ")") && !r->all->unknown.s && !r->all->is_guess &&
	       !r->all->is_opaque && r->all->resolver->size &&
	       r->all->resolver->size(r, type, value);
}

static bool read_operand(struct sdt_reader *r, s64 *value)
{
	if (!sdt_reader_step(r))
		return false;
	if (sdt_reader_take(r, "("))
		return read_binary(r, 0, value) && sdt_reader_take(r, ")");
	if (sdt_reader_take(r, "sizeof"))
		return read_size(r, value);
	if (r->kind == SDT_TOKEN_NUMBER)
		return read_number(r, value);
	/* A macro hides an enumerator of its name. */
	if (sdt_reader_expand(r))
		return read_operand(r, value);
	if (r->kind != SDT_TOKEN_WORD || !r->all->resolver->enumerator ||
	    !r->all->resolver->enumerator(r, value))
		return false;
	sdt_reader_advance(r);
	return true;
}

/* Applies an operator to *@a and @b; '<' is a shift.  False if the result is undefined. */
static bool apply(char sign, s64 *a, s64 b)
{
	const u64 u = *a;

	switch (sign) {
	case '<':
		*a = u << (b & 63);
		return b >= 0 && b < 64;
	case '+':
		*a = u + b;
		return true;
	case '-':
		*a = u - b;
		return true;
	case '*':
		*a = u * b;
		return true;
	default:
		*a = b > 0 ? *a / b : 0;
		return b > 0;
	}
}

/* Operands and operators, of at least the precedence @lowest */
static bool read_binary(struct sdt_reader *r, unsigned int lowest, s64 *value)
{
	static const char signs[] = "<+-*/";
	static const unsigned int precedences[] = { 1, 2, 2, 3, 3 };
	unsigned int precedence;
	const char *sign;
	s64 right;

	if (!read_operand(r, value))
		return false;
	for (;;) {
		while (sdt_reader_expand(r))
			;
		sign = r->kind == SDT_TOKEN_SIGN ? strchr(signs, *r->token) : NULL;
		if (!sign || precedences[sign - signs] < lowest)
			return true;
		precedence = precedences[sign - signs];
		sdt_reader_advance(r);
		/* A token is one character here: "<<" is two. */
		if (*sign == '<' && !sdt_reader_take(r, "<"))
			return false;
		if (!read_binary(r, precedence + 1, &right) || !apply(*sign, value, right))
			return false;
	}
}

/**
 * sdt_read_constant - evaluate an integer constant
 * @parameter: has the resolver and its data
 * @text: the constant
 * @value: set to its value
 *
 * Return: false if @text is not a constant, or cannot be evaluated here.
 */
bool sdt_read_constant(const struct sdt_parameter *parameter, const char *text, s64 *value)
{
	struct sdt_parameter all = {};
	struct sdt_reader r = { &all, text, SDT_TOKEN_END, text, 0 };

	all.resolver = parameter->resolver;
	all.data = parameter->data;
	all.steps = parameter->steps;
	sdt_reader_advance(&r);
	return read_binary(&r, 0, value) && r.kind == SDT_TOKEN_END;
}
