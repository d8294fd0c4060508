/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * constant.cc - the value of a bound
 *
 * "6", "ETH_ALEN", "(IFNAMSIZ + 1)", "1 << ORDER", "sizeof (struct in6_addr)": evaluates
 * what lengths are written with.  Macros with parameters, casts and C's other operators are
 * not supported.
 */

#include "declaration/internal.h"
#include "tree.h"

typedef HOST_WIDE_INT number;

static bool read_binary (struct reader *r, unsigned lowest, number *value);

/* "0x10UL", and C23's "1'000"  */
static bool
read_number (struct reader *r, number *value)
{
  char *text = xstrndup (r->token, r->length), *end = text;

  for (const char *s = text; *s; s++)
    if (*s != '\'')
      *end++ = *s;
  *end = '\0';
  errno = 0;
  *value = strtoull (text, &end, 0);
  end += strspn (end, "uUlL");
  bool good = !errno && *value >= 0 && !*end;
  free (text);
  reader_advance (r);
  return good;
}

/* The operand of "sizeof": only a type in brackets, no expression.  */
static bool
read_size (struct reader *r, number *value)
{
  tree type, size;

  if (!reader_take (r, "(") || !(type = declaration_type (r)) || !reader_take (r, ")"))
    return false;
  size = COMPLETE_TYPE_P (type) ? TYPE_SIZE_UNIT (type) : NULL_TREE;
  if (!size || !tree_fits_shwi_p (size))
    return false;
  *value = tree_to_shwi (size);
  return true;
}

static bool
read_operand (struct reader *r, number *value)
{
  if (reader_take (r, "("))
    return read_binary (r, 0, value) && reader_take (r, ")");
  if (reader_take (r, "sizeof"))
    return read_size (r, value);
  if (r->kind == TOKEN_NUMBER)
    return read_number (r, value);
  /* A macro hides an enumerator of its name.  */
  if (reader_expand (r))
    return read_operand (r, value);
  if (!scope_enumerator (r, value))
    return false;
  reader_advance (r);
  return true;
}

static const struct
{
  const char *sign;
  unsigned precedence;
} operators[] = { { "<", 1 }, { "+", 2 }, { "-", 2 }, { "*", 3 }, { "/", 3 } };

/* Applies the operator SIGN to *A and B; "<" is a shift. False if the result is undefined.  */
static bool
apply (char sign, number *a, number b)
{
  unsigned HOST_WIDE_INT u = *a;

  switch (sign)
    {
    case '<':
      *a = u << (b & (HOST_BITS_PER_WIDE_INT - 1));
      return IN_RANGE (b, 0, HOST_BITS_PER_WIDE_INT - 1);
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

/* Operands and operators, of at least the precedence LOWEST.  */
static bool
read_binary (struct reader *r, unsigned lowest, number *value)
{
  if (!read_operand (r, value))
    return false;
  for (;;)
    {
      unsigned i = 0;
      number right;

      while (r->kind == TOKEN_WORD && reader_expand (r))
	;
      while (i < ARRAY_SIZE (operators) && !reader_is (r, operators[i].sign))
	i++;
      if (i == ARRAY_SIZE (operators) || operators[i].precedence < lowest)
	return true;
      reader_advance (r);
      /* A token is one character here: "<<" is two.  */
      if (operators[i].precedence == 1 && !reader_take (r, operators[i].sign))
	return false;
      if (!read_binary (r, operators[i].precedence + 1, &right)
	  || !apply (*operators[i].sign, value, right))
	return false;
    }
}

/*
 * Puts the value of TEXT, an integer constant in SCOPE, into *VALUE; false if it is not
 * one, or cannot be evaluated here.
 */
bool
sdt_constant (const char *text, const struct sdt_scope *scope,
	      HOST_WIDE_INT *value)
{
  struct reading all = {};
  struct reader r = { &all, text, TOKEN_END, text, 0 };

  all.scope = scope;
  reader_advance (&r);
  bool good = read_binary (&r, 0, value) && r.kind == TOKEN_END
	      && !all.is_unknown && !all.is_guess && !all.is_opaque;
  free (all.unknown);
  for (char *expansion : all.expansions)
    free (expansion);
  return good;
}
