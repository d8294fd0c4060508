/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rules.h - rules that sdt.ko and sdtinfo share
 *
 *	pattern.c	match probes and sites with a pattern
 *	check_table.c		check a probe table
 *	names.c		names of probes and of their events
 *	message_format.c	the text of a message
 *	conversion.c	what its conversions decide about its arguments
 *	words.c		its name
 *	providers.c	the provider that a name begins with
 *	written.c	names and markers as they are in the source
 *	translation.c	the text before an argument: its type, and what it is shown as
 *	list.c		what an author wrote as a probe's arguments
 *	field_name.c	what an argument's field is called
 *	reader.c	the tokens of a type's text
 *	parameter.c	an argument's type as text, which may have a name
 *	constant.c	the value of an array's bound
 *	stability.c	words for stability attributes
 *	shim.h		what they need of the kernel, or of the C library
 *
 *	check_table.c -> names.c, message_format.c
 *	conversion.c -> message_format.c
 *	written.c -> names.c
 *	words.c -> names.c, message_format.c, providers.c, written.c
 *	list.c -> translation.c
 *	field_name.c -> names.c, translation.c, list.c
 *	reader.c -> translation.c
 *	parameter.c -> reader.c, translation.c
 *	constant.c -> reader.c, parameter.c
 *
 * These files are compiled into sdtinfo; all but constant.c, conversion.c, field_name.c, list.c,
 * parameter.c, providers.c, reader.c, translation.c, words.c and written.c into sdt.ko; and all
 * but pattern.c, stability.c and check_table.c into the GCC plugin, which reports a wrong name at
 * its line in the source.  They allocate nothing, print nothing, take no lock and do not know
 * errno: a function that finds something wrong returns a sentence, which both print.  All but
 * sdt_table_check(), which sleeps, can be called in any context.
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
	bool is_event;			/* SDT_PROBE_IS_EVENT: the name is the event's as it is */
};

size_t sdt_event_name(char *to, size_t size, const struct sdt_names *names, char dash);
const char *sdt_event_group(const struct sdt_names *names);
bool sdt_event_ok(const struct sdt_names *names, char *why, size_t size);
bool sdt_event_group_ok(const char *module, char *why, size_t size);
bool sdt_has_all_parts(const char *name);
bool sdt_is_ascii(const char *name);
bool sdt_is_identifier(const char *name, bool dash);
bool sdt_is_enumerator(const char *name);
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

/* message_format.c */

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

/* The flags of a conversion, each as a bit */
#define SDT_MESSAGE_FLAGS	"-+ #0"

enum {
	SDT_FLAG_LEFT = 1 << 0,
	SDT_FLAG_PLUS = 1 << 1,
	SDT_FLAG_BLANK = 1 << 2,
	SDT_FLAG_PREFIX = 1 << 3,
	SDT_FLAG_ZEROS = 1 << 4,
};

/* A part of a message: literal text, and the conversion that follows */
struct sdt_message_part {
	const char *text;
	size_t text_length;
	const char *conversion;	/* its '%'; at the end of the message the NUL */
	const char *end;	/* of the conversion */
	char letter;		/* 'd', 'p', ...: '%' or any other if it takes no argument */
	enum sdt_show show;
	unsigned int flags;	/* SDT_FLAG_* */
	unsigned int size;	/* of the number that it takes, in bytes: 4 without a modifier */
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

/* Can an author promise that a pointer is valid or NULL (SDT_ARG_TRUSTED)? */
static inline bool sdt_can_be_trusted(unsigned int kind, unsigned int flags)
{
	return kind == SDT_ARG_POINTER &&
	       !(flags & (SDT_ARG_USER | SDT_ARG_PERCPU | SDT_ARG_RCU | SDT_ARG_IOMEM));
}

/*
 * Is an argument of @size bytes, whose type has this name, a device's numbers, as MKDEV() makes them
 * (<linux/kdev_t.h>)?
 */
static inline bool sdt_is_device(unsigned int kind, unsigned int size, const char *type)
{
	return kind == SDT_ARG_INTEGER && size == 4 && !strcmp(type, "dev_t");
}

#define SDT_MINOR_BITS	20
#define SDT_MINOR_MASK	((1u << SDT_MINOR_BITS) - 1)

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

/* The texts that a message's name is made from */
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
	SDT_TEXT_MARKER,		/* the same, and a format */
	SDT_USE_MARKER,			/* a probe that is defined elsewhere */
	SDT_OWN_MARKER,			/* a probe with all its names, and no types */
	SDT_EVENT_MARKER,		/* the same of a TRACE_EVENT */
	SDT_MESSAGE_MARKER,		/* a probe with a format, and no types or name */
	SDT_PREFIX_MARKER,		/* the same, and what its name begins with */
	SDT_NAMED_MARKER,		/* the same, and its name */
	SDT_ENABLED_MARKER,
	SDT_USE_ENABLED_MARKER,
	SDT_EVENT_ENABLED_MARKER,
	SDT_ANY_ENABLED_MARKER,
	/* at file scope */
	SDT_PROVIDER_MARKER,
	SDT_PROVIDER_DEFINED_MARKER,
	SDT_PROVIDER_TRUSTED_MARKER,
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
void sdt_table_name(char *to, const char *name, unsigned int flags);
bool sdt_provider_ok(const char *provider, char *why, size_t size);
const char *sdt_wrong_name(const struct sdt_names *written, char *why, size_t size);
bool sdt_author_field_ok(const char *name, char *why, size_t size);

/* translation.c */

/* A part of a text */
struct sdt_part {
	const char *s, *end;
};

const char *sdt_token_end(const char *s);
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

/* reader.c, parameter.c, constant.c */

/* Words before an argument that say how it is shown, or what its author promises */
#define SDT_WORD_HEX		1	/* DTRACE_HEX */
#define SDT_WORD_FLAGS		2	/* DTRACE_FLAGS */
#define SDT_WORD_TRUSTED	4	/* DTRACE_TRUSTED */

#define SDT_QUAL_CONST		1
#define SDT_QUAL_VOLATILE	2
#define SDT_QUAL_ATOMIC		4

enum sdt_tag { SDT_NO_TAG, SDT_STRUCT, SDT_UNION, SDT_ENUM };

/* The types that C's words make.  An unsigned one follows the signed one. */
enum sdt_basic {
	SDT_NOT_BASIC, SDT_VOID, SDT_BOOL, SDT_CHAR,
	SDT_SCHAR, SDT_UCHAR, SDT_SHORT, SDT_USHORT, SDT_INT, SDT_UINT, SDT_LONG, SDT_ULONG,
	SDT_LLONG, SDT_ULLONG, SDT_INT128, SDT_UINT128, SDT_FLOAT, SDT_DOUBLE, SDT_LDOUBLE,
	SDT_NR_BASICS
};

enum sdt_token_kind {
	SDT_TOKEN_END, SDT_TOKEN_WORD, SDT_TOKEN_NUMBER, SDT_TOKEN_LITERAL, SDT_TOKEN_SIGN
};

struct sdt_parameter;

/* A place in the text, and the token there */
struct sdt_reader {
	struct sdt_parameter *all;
	const char *next;		/* after the token */
	enum sdt_token_kind kind;
	const char *token;
	size_t length;
};

/*
 * What the words of a declaration mean.  A type is what its resolver makes of one, and NULL if C
 * has no such type.
 */
struct sdt_resolver {
	/* What the word expands to if it is a macro without parameters, or NULL */
	const char *(*macro)(const struct sdt_reader *r);
	/* The text after the word with @body in front; NULL: there have been too many */
	const char *(*expand)(const struct sdt_reader *r, const char *body);
	/* Is the word, which a parenthesis follows, a macro with parameters? */
	bool (*is_call)(const struct sdt_reader *r);
	/* Is the word, after a parenthesis, a type rather than what is declared? */
	bool (*is_type)(const struct sdt_reader *r);

	void *(*basic)(const struct sdt_reader *r, enum sdt_basic basic);
	/* The type that the word names, or NULL; sets is_guess if its tag is another one */
	void *(*named)(const struct sdt_reader *r, enum sdt_tag tag);
	/* Adds qualifiers; sets *@flags to what it knows about a pointer's target */
	void *(*qualified)(const struct sdt_reader *r, void *type, unsigned int quals,
			   unsigned int *flags);
	void *(*pointer)(const struct sdt_reader *r, void *to, unsigned int quals);
	/* @bound: what is in the brackets */
	void *(*array)(const struct sdt_reader *r, void *of, struct sdt_part bound);
	/* Adds a type to a list of parameters, which is NULL at first */
	void *(*listed)(const struct sdt_reader *r, void *list, void *type);
	/*
	 * @written: the parameters' text, with the parentheses, unless a macro was expanded in
	 * it; @is_open: it ends with "..."
	 */
	void *(*function)(const struct sdt_reader *r, void *returned, void *list, bool is_open,
			  struct sdt_part written);
	/* The type that a parameter has in its place: a pointer if it is an array or a function */
	void *(*decayed)(const struct sdt_reader *r, void *type);

	/* These can be NULL. */
	bool (*is_keyword)(const struct sdt_reader *r);
	/* The value of the word, an enumerator; false if it is none */
	bool (*enumerator)(const struct sdt_reader *r, s64 *value);
	bool (*size)(const struct sdt_reader *r, const void *type, s64 *value);
};

/* A declared parameter; its reader sets all but the first two */
struct sdt_parameter {
	const struct sdt_resolver *resolver;
	void *data;			/* the resolver's */
	void *type;			/* NULL: the text is not a declaration */
	struct sdt_part name;		/* or NULL */
	struct sdt_part bound;		/* of an array, in the text, or NULL */
	struct sdt_part unknown;	/* the name of a type that the resolver does not know */
	unsigned int flags;		/* SDT_ARG_*: what a pointer points to */
	unsigned int words;		/* SDT_WORD_* */
	bool is_guess;			/* the type, ignoring words like "struct" */
	bool is_opaque;			/* "typeof (x)": it stands for the expression's type */
	unsigned int steps;		/* that needed recursion */
};

void sdt_reader_advance(struct sdt_reader *r);
bool sdt_reader_is(const struct sdt_reader *r, const char *text);
unsigned int sdt_annotation_tag(const char *tag, size_t length);
bool sdt_parse_parameter(struct sdt_parameter *parameter, const char *text);
void sdt_without_name(char *to, const char *text, struct sdt_part name);
bool sdt_read_constant(const struct sdt_parameter *parameter, const char *text, s64 *value);

/* pattern.c */

/* If all zero, it matches everything; so does a field that is NULL or "". */
struct sdt_pattern {
	char *text;		/* what sdt_pattern_split() got; its owner's */
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
bool sdt_pattern_match(const struct sdt_pattern *pattern, const struct sdt_names *names);
bool sdt_pattern_match_site(const struct sdt_pattern *pattern, const char *file, u32 line);

/* stability.c */
const char *sdt_stability_name(unsigned int level);
const char *sdt_dependency_name(unsigned int dependency);

/* check_table.c */

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
