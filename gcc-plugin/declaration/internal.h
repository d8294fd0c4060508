/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of declaration/ call of each other
 */
#ifndef SDT_DECLARATION_INTERNAL_H
#define SDT_DECLARATION_INTERNAL_H

#include "declaration/declaration.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_STRING,
		  TOKEN_SIGN };

/* What all copies of a reader share.  */
struct reading
{
  const struct sdt_scope *scope;
  unsigned flags;		/* SDT_ARG_*: all annotations */
  unsigned words;		/* as in struct sdt_declaration */
  bool is_guess;		/* as in struct sdt_declaration */
  bool is_unknown;
  bool is_opaque;		/* "typeof (x)": a type that is not examined */
  char *unknown;
  const char *name;		/* of what is declared, in the text; or null */
  size_t name_length;
  auto_vec<char *> expansions;	/* of macros; to be freed */
};

/* A place in the text, and the token there.  */
struct reader
{
  struct reading *all;
  const char *next;		/* after the token */
  enum token_kind kind;
  const char *token;
  size_t length;
};

/* tokens.cc */
void reader_advance (struct reader *r);
bool reader_is (const struct reader *r, const char *text);
bool reader_take (struct reader *r, const char *text);
bool reader_expand (struct reader *r);
bool reader_is_call (const struct reader *r);
bool reader_skip_brackets (struct reader *r, unsigned *flags);
bool reader_skip_expression (struct reader *r);
bool reader_take_qualifier (struct reader *r, int *quals, unsigned *flags);

/* scope.cc */
tree scope_tag (const struct reader *r);
tree scope_typedef (const struct reader *r);
bool scope_enumerator (const struct reader *r, HOST_WIDE_INT *value);
bool scope_keyword (const struct reader *r);

/* annotations.cc */
bool annotation_word (const char *word, size_t length, unsigned *flag);
unsigned annotation_tag (const char *tag, size_t length);

/* parser.cc */
tree declaration_type (struct reader *r);

#endif /* SDT_DECLARATION_INTERNAL_H */
