/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rules.h - rules that sdt.ko and sdtinfo share
 *
 *	pattern.c	match probes and sites with a pattern
 *	table.c		check a probe table
 *	names.c		names of probes and of their events
 *	message.c	the text of a DTRACE_PRINTF()
 *	conversion.c	what its conversions decide about its arguments
 *	words.c		its name
 *	providers.c	the provider that a name begins with
 *	written.c	names and markers as they are in the source
 *	translation.c	the text before an argument: its type, and what it is shown as
 *	list.c		what an author wrote as a probe's arguments
 *	field_name.c	what an argument's field is called
 *	stability.c	words for stability attributes
 *	shim.h		what they need of the kernel, or of the C library
 *
 *	table.c -> names.c, message.c
 *	conversion.c -> message.c
 *	written.c -> names.c
 *	words.c -> names.c, message.c, providers.c, written.c
 *	list.c -> translation.c
 *	field_name.c -> names.c, translation.c, list.c
 *
 * These files are compiled into sdtinfo; all but conversion.c, field_name.c, list.c, providers.c,
 * translation.c, words.c and written.c into sdt.ko; and all but pattern.c, stability.c and table.c into the
 * GCC plugin, which reports a wrong name at its line in the source.  They allocate nothing, print
 * nothing, take no lock and do not know errno: a function that finds something wrong returns a
 * sentence, which both print.
 */
#ifndef _SDT_RULES_H
#define _SDT_RULES_H

#include <linux/sdt_abi.h>

#include "rules/shim.h"

/* The size of a buffer for a sentence that says what is wrong */
#define SDT_WHY_SIZE	256

/* Letters, as compilers and authors know them, whatever the locale */

static inline bool sdt_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool sdt_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool sdt_is_blank(char c)
{
	return c && strchr(" \t\n\v\f\r", c);
}

/* Is it part of an identifier, which can have letters that are not ASCII? */
static inline bool sdt_is_word_char(char c)
{
	return sdt_is_letter(c) || sdt_is_digit(c) || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

/* names.c */

/* The names of a probe, as DTrace has them, and of its event */
struct sdt_names {
	const char *provider;
	const char *module;	/* NULL: not known yet */
	const char *function;
	const char *name;
	const char *event;
	const char *dtrace_event;	/* with layout=dtrace */
	bool is_qualified;		/* the function is part of the event's name */
};

size_t sdt_event_name(char *to, size_t size, const struct sdt_names *names, char dash);
bool sdt_event_ok(const struct sdt_names *names, char *why, size_t size);
bool sdt_event_group_ok(const char *module, char *why, size_t size);
bool sdt_has_all_parts(const char *name);
bool sdt_is_ascii(const char *name);
bool sdt_is_identifier(const char *name, bool dash);
bool sdt_is_one_of(const char *const *words, size_t nr, const char *word);
bool sdt_is_reserved_field(const char *name);
const char *sdt_repeated(const char *const *words, size_t nr);
bool sdt_text_ok(const char *text);
size_t sdt_printable(const char *text);
u32 sdt_symbol_id(u32 id, const char *text, unsigned int flags);

/* Why sdt_is_reserved_field() refuses a name */
#define SDT_RESERVED_FIELDS	\
	"names that begin with common_ or __probe_ are those of fields that every event has"

#define SDT_COPY_NAME_SIZE	(SDT_MAX_NAME + sizeof("_bytes") + 2 * SDT_MAX_ARGS)

void sdt_copy_name(char *to, const char *name, bool is_bytes, const char *const *taken,
		   unsigned int nr);

/* message.c */

/* What a conversion shows */
enum sdt_show {
	SDT_SHOW_NOTHING,	/* "%%" shows '%', and the end of a message nothing */
	SDT_SHOW_NUMBER,	/* d i u x X o: of any size, whatever the length modifier */
	SDT_SHOW_CHAR,
	SDT_SHOW_STRING,
	SDT_SHOW_EMPTY,		/* .0s: only as many blanks as its width is */
	SDT_SHOW_ADDRESS,	/* p px pK */
	SDT_SHOW_FUNCTION,	/* ps */
	SDT_SHOW_CODE,		/* pS pB: with the offset */
	SDT_SHOW_ERROR,		/* pe: of ERR_PTR() */
	SDT_SHOW_BYTES,		/* pM pI4 pI6 pU pa p4cc *ph: a copy of what it points to */
	SDT_SHOW_OTHER,		/* pV pd n ...: what it points to cannot be recorded */
};

/* A part of a message: literal text, and the conversion that follows */
struct sdt_message_part {
	const char *text;
	size_t text_length;
	const char *conversion;	/* its '%'; at the end of the message the NUL */
	const char *end;	/* of the conversion */
	char letter;		/* 'd', 'p', ...: '%' or any other if it takes no argument */
	enum sdt_show show;
	int arg;		/* the number of the argument that it shows, from 0; or -1 */
	int width, precision;	/* -1: none, or an argument */
	int width_arg, precision_arg;	/* the numbers of these arguments, or -1 */
	unsigned int nr_bytes;	/* of SDT_SHOW_BYTES; 0: the value of @width_arg */
	unsigned int nr_args;	/* that the message takes up to here */
};

bool sdt_message_next(struct sdt_message_part *part);
enum sdt_show sdt_message_shows(const struct sdt_message_part *part, unsigned int kind);

/* Does a pointer lead to the kernel's memory?  Reading a device could change its state. */
static inline bool sdt_is_kernel_memory(unsigned int flags)
{
	return !(flags & (SDT_ARG_USER | SDT_ARG_PERCPU | SDT_ARG_IOMEM));
}

/* Has a record a copy of what an argument points to? */
static inline bool sdt_is_copied(unsigned int kind, unsigned int flags)
{
	return (kind == SDT_ARG_STRING || kind == SDT_ARG_BYTES) && sdt_is_kernel_memory(flags);
}

/* conversion.c */

/* What a message decides about an argument, besides its type */
struct sdt_shown {
	unsigned int kind;	/* enum sdt_arg_kind */
	unsigned int flags;	/* SDT_ARG_* */
	u32 bound;
	bool to_bytes;		/* a pointer to a type of one byte */
};

bool sdt_conversion_ok(const struct sdt_message_part *part, char *why, size_t size);
int sdt_message_show(const char *message, struct sdt_shown *args, unsigned int nr);

/* words.c */

#define SDT_MAX_WORDS	60	/* bytes of the words in a name */
#define SDT_MAX_WORD	SDT_MAX_STRING
/* A dash, two underscores, can stand between any two characters, and in front of all. */
#define SDT_MESSAGE_NAME_SIZE	(2 * SDT_MAX_WORDS + 3)

/* What a message is named after */
struct sdt_message {
	const char *text;
	const char *prefix;	/* of DTRACE_PRINTF_PREFIX(), or "" */
	const char *function;
	const char *unnamed;	/* lines that are no words in front of the first word: the module's
				   name, in all forms that stand in front of a message, and what
				   the author says */
};


void sdt_message_text(char *text);
void sdt_message_name(char *to, const struct sdt_message *message, const char *const *declared,
		      unsigned int nr_declared);

/* providers.c */
const char *sdt_split_provider(const char *written, const char *const *declared,
			       unsigned int nr_declared, const char **provider);
bool sdt_is_prefixed(const char *written, const char *name, const char *provider);

/* written.c */

/* Which macro has left a marker */
enum sdt_marker_kind {
	SDT_PROBE_MARKER,		/* a probe, with a list of pairs */
	SDT_USE_MARKER,			/* a probe that is defined elsewhere */
	SDT_OWN_MARKER,			/* a probe with all its names, and no types */
	SDT_MESSAGE_MARKER,		/* a probe with a format, and no types or name */
	SDT_PREFIX_MARKER,		/* the same, and what its name begins with */
	SDT_NAMED_MARKER,		/* the same, and its name */
	SDT_ENABLED_MARKER,
	SDT_USE_ENABLED_MARKER,
	SDT_ANY_ENABLED_MARKER,
	/* at file scope */
	SDT_PROVIDER_MARKER,
	SDT_PROVIDER_DEFINED_MARKER,
	SDT_DECLARE_MARKER,
	SDT_DEFINE_UNTYPED_MARKER,
	SDT_DEFINE_MARKER,
	SDT_DEFINE_XLATE_MARKER,
	SDT_NO_MARKER,
};

struct sdt_marker_word {
	const char *word;
	bool has_all_names;	/* provider and function are in front of the name */
	u16 flags;		/* SDT_PROBE_* */
};

enum sdt_marker_kind sdt_find_marker(const char *text);
const struct sdt_marker_word *sdt_marker_word(enum sdt_marker_kind kind);
void sdt_dashed_name(char *to, const char *name);
bool sdt_provider_ok(const char *provider, char *why, size_t size);
const char *sdt_wrong_name(const struct sdt_names *written, char *why, size_t size);
bool sdt_author_field_ok(const char *name, char *why, size_t size);

/* translation.c */

/* A part of a text */
struct sdt_part {
	const char *s, *end;
};

const char *sdt_item_end(const char *s, char separator);
const char *sdt_part_end(const char *s, const char *end, char separator);
struct sdt_part sdt_trimmed(const char *s, const char *end);
const char *sdt_find_colon(const char *text);
bool sdt_brackets_match(const char *text);
const char *sdt_shown_item(const char *shown, unsigned int nr, size_t *length);
bool sdt_shown_ok(const char *shown);

/* list.c */

/* A list, and where its reader is in it */
struct sdt_list {
	struct sdt_part item;
	bool is_macro;			/* @item is one of several that a macro stands for */
	unsigned int place;		/* its number among these, from 0 */
	struct sdt_part written;	/* that macro */
	struct sdt_part all;		/* and all that it stands for */
	struct sdt_part line, file;	/* of a message: what __LINE__ and __FILE__ are there */
	bool is_cut;			/* so far, an item ended in a bracket */
	const char *rest, *next;
};

void sdt_list_start(struct sdt_list *list, const char *text);
bool sdt_list_next(struct sdt_list *list);

/* field_name.c */

#define SDT_FIELD_NAME_SIZE	(SDT_MAX_NAME + 1)

void sdt_number_name(char *to, unsigned int arg, const char *const *taken, unsigned int nr);
bool sdt_is_number_name(const char *name);
bool sdt_ascii_name(char *to, const char *name, unsigned int arg, const char *const *taken,
		    unsigned int nr);
bool sdt_field_name(char *to, const struct sdt_list *list, bool is_pointer, unsigned int arg,
		    const char *const *taken, unsigned int nr);
int sdt_bound_arg(const char *written, unsigned int arg, const char *const *names,
		  unsigned int nr);

/* pattern.c */

/* If all zero, it matches everything; so does a field that is NULL or "". */
struct sdt_pattern {
	char *text;		/* holds the fields; its owner's */
	unsigned int nr_fields;	/* that were given, 1 to 4 */
	const char *provider;
	const char *module;
	const char *owner;	/* the first of two fields: a function or a module */
	const char *function;
	const char *name;
	const char *file;	/* NULL: any */
	u32 line;		/* 0: any */
};

const char *sdt_pattern_split(struct sdt_pattern *pattern, char *text);
bool sdt_glob_match(const char *pattern, const char *text);
bool sdt_module_match(const char *pattern, const char *module);
bool sdt_pattern_match_module(const struct sdt_pattern *pattern, const char *module);
bool sdt_pattern_match(const struct sdt_pattern *pattern, const struct sdt_names *names);
bool sdt_pattern_match_site(const struct sdt_pattern *pattern, const char *file, u32 line);

/* stability.c */
const char *sdt_stability_name(unsigned int level);
const char *sdt_dependency_name(unsigned int dependency);

/* table.c */

/* Where the parts of a table are */
struct sdt_table_view {
	const struct sdt_table *head;
	const struct sdt_table_probe *probes;
	const struct sdt_table_provider *providers;
	const struct sdt_table_extra *extras;
	const struct sdt_table_place *places;
	const u32 *lines;	/* in an object's table */
	const struct sdt_table_arg *args;
	const struct sdt_table_xlated *xlated;
	const struct sdt_table_enumerator *enumerators;
	const char *strings;
};

bool sdt_abi_ok(const char *what, u32 version, char *why);
u64 sdt_table_size(const struct sdt_table *head);
struct sdt_table_extra sdt_table_extra(const struct sdt_table_view *view, u32 probe);
struct sdt_table_place sdt_table_place(const struct sdt_table_view *view, u32 number);
bool sdt_table_check(struct sdt_table_view *view, const struct sdt_table *head,
		     size_t size, enum sdt_table_kind kind, char *why);

#endif /* _SDT_RULES_H */
