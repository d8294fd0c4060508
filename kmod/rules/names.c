// SPDX-License-Identifier: GPL-2.0-only
/*
 * names.c - the names of probes and of their events
 */
#include "rules/rules.h"

/**
 * sdt_is_one_of - test whether a list has a word
 * @words: the list, with NULL for a word that is not known yet
 * @nr: how many these are
 * @word: the word
 *
 * Return: true if it has.
 */
bool sdt_is_one_of(const char *const *words, size_t nr, const char *word)
{
	while (nr--)
		if (words[nr] && !strcmp(words[nr], word))
			return true;
	return false;
}

/**
 * sdt_repeated - find a word that a list has twice
 * @words: the list, with "" for what may be there several times
 * @nr: how many these are
 *
 * Return: the word, or NULL.
 */
const char *sdt_repeated(const char *const *words, size_t nr)
{
	while (nr--)
		if (*words[nr] && sdt_is_one_of(words, nr, words[nr]))
			return words[nr];
	return NULL;
}

/**
 * sdt_printable - get the length of a printable character
 * @text: UTF-8, or anything else that ends with a NUL
 *
 * Return: the bytes of the character at @text; 0 if there is none: a control character
 * (C0, DEL, C1), one that changes the direction of text, or invalid UTF-8, overlong forms
 * included.
 */
size_t sdt_printable(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	unsigned long c;
	size_t n, i;

	if (s[0] < 0x80)
		return s[0] >= 0x20 && s[0] != 0x7f;
	if (s[0] >= 0xc2 && s[0] < 0xe0)
		n = 2;
	else if (s[0] >= 0xe0 && s[0] < 0xf0)
		n = 3;
	else if (s[0] >= 0xf0 && s[0] < 0xf5)
		n = 4;
	else
		return 0;
	c = s[0] & (0x7f >> n);
	for (i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < 0xa0 || (n == 3 && c < 0x800) || (n == 4 && c < 0x10000) ||
	    c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0;
	if ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
		return 0;
	return n;
}

/**
 * sdt_text_ok - test whether a text can be printed in one line
 * @text: the text
 *
 * Return: true if it has no control characters.
 */
bool sdt_text_ok(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			return false;
	return true;
}

static bool is_identifier(const char *name, const char *end, bool dash)
{
	size_t n;

	if (name == end || sdt_is_digit(*name))
		return false;
	for (; name < end; name += n) {
		n = sdt_printable(name);
		if (!n || (!sdt_is_word_char(*name) && !(dash && *name == '-')))
			return false;
	}
	return true;
}

/**
 * sdt_is_identifier - test whether a name is an identifier of C, extended ones included
 * @name: the name, which ends with a NUL
 * @dash: it may have dashes, as names of probes and providers
 *
 * Names become file names and are printed.
 *
 * Return: true if it is.
 */
bool sdt_is_identifier(const char *name, bool dash)
{
	return is_identifier(name, name + strlen(name), dash);
}

/**
 * sdt_is_enumerator - test whether a table can have a name for a value
 * @name: the name, which ends with a NUL
 *
 * Return: true for an identifier, and for "sizeof(x)", which TRACE_DEFINE_SIZEOF() defines.
 */
bool sdt_is_enumerator(const char *name)
{
	static const char size_of[] = "sizeof(";
	const size_t length = sizeof(size_of) - 1;
	const char *end = name + strlen(name);

	if (strncmp(name, size_of, length))
		return is_identifier(name, end, false);
	return end > name + length && end[-1] == ')' && is_identifier(name + length, end - 1, false);
}

/**
 * sdt_is_ascii - test whether a name consists of ASCII
 * @name: the name
 *
 * Neither filters nor perf can read the name of a field that has other letters.
 *
 * Return: true if it does.
 */
bool sdt_is_ascii(const char *name)
{
	while (*name && (unsigned char)*name < 0x80)
		name++;
	return !*name;
}

/**
 * sdt_is_reserved_field - test whether a name is kept for the fields that every event has
 * @name: the name of an argument, or of a translated one
 *
 * The kernel adds common_pid and others to each event, and sdt.ko __probe_ip.  A filter, and
 * a client that reads the format, would find the wrong one of two fields with the same name.
 *
 * Return: true if no argument can have it.
 */
bool sdt_is_reserved_field(const char *name)
{
	return !strncmp(name, "common_", strlen("common_")) ||
	       !strncmp(name, "__probe_", strlen("__probe_"));
}

/**
 * sdt_copy_name - make the name of the field with a copy of what an argument points to
 * @to: filled with NAME_str or NAME_bytes, with as many '_' added as make it unique;
 *	SDT_COPY_NAME_SIZE bytes
 * @name: the argument's name
 * @is_bytes: bytes, not a string
 * @taken: the names of all arguments of the event, and of the copies of earlier ones
 * @nr: how many these are, at most 2 * SDT_MAX_ARGS
 */
void sdt_copy_name(char *to, const char *name, bool is_bytes, const char *const *taken,
		   unsigned int nr)
{
	int length = snprintf(to, SDT_COPY_NAME_SIZE, "%s_%s", name,
			      is_bytes ? "bytes" : "str");

	/* Each of the names can clash once. */
	while (sdt_is_one_of(taken, nr, to)) {
		to[length++] = '_';
		to[length] = '\0';
	}
}

/* A name that is made of parts */
struct joined {
	char *to;
	size_t size;
	size_t length;		/* of the whole name, which may not fit */
	char dash;		/* in place of each '-' */
};

static void join(struct joined *name, const char *part)
{
	for (; *part; part++, name->length++)
		if (name->length + 1 < name->size)
			name->to[name->length] = *part == '-' ? name->dash : *part;
}

/* Is the provider the module, whose name has no dashes?  Only a table's reader knows it. */
static bool is_named_like_module(const struct sdt_names *names)
{
	const char *p = names->provider, *m = names->module;

	if (!m)
		return false;
	while (*p && (*p == *m || (*p == '-' && *m == '_'))) {
		p++;
		m++;
	}
	return !*p && !*m;
}

/**
 * sdt_event_name - make the name of a probe's event
 * @to: filled with the name, cut off if it does not fit; may be NULL if @size is 0
 * @size: of @to
 * @names: the probe
 * @dash: '_', or '-' for the name with layout=dtrace
 *
 * A table has no names of events.  The group of a module's events has the module's name, so
 * a provider with the same name is not repeated.  A TRACE_EVENT has its name alone.
 *
 * Return: the length of the whole name.
 */
size_t sdt_event_name(char *to, size_t size, const struct sdt_names *names, char dash)
{
	bool has_provider = !names->is_event &&
			    strcmp(names->provider, SDT_DEFAULT_PROVIDER) &&
			    !is_named_like_module(names);
	struct joined name = { to, size, 0, dash };

	if (has_provider) {
		join(&name, names->provider);
		join(&name, "-");
	}
	if (names->is_qualified) {
		join(&name, names->function);
		join(&name, "-");
	}
	join(&name, names->name);
	if (size)
		to[name.length < size ? name.length : size - 1] = '\0';
	return name.length;
}

/**
 * sdt_event_group - get the group of a probe's event, a directory in tracefs
 * @names: the probe
 *
 * Return: its TRACE_SYSTEM if it is a TRACE_EVENT, else its module.
 */
const char *sdt_event_group(const struct sdt_names *names)
{
	return names->is_event ? names->provider : names->module;
}

/**
 * sdt_has_all_parts - test whether something stands before, between and after all dashes
 * @name: the name of a probe or provider
 *
 * Return: true for "read-entry" and "read", false for "-read", "read--entry" and "".
 */
bool sdt_has_all_parts(const char *name)
{
	char previous = '-';

	for (; *name; name++) {
		if (*name == '-' && previous == '-')
			return false;
		previous = *name;
	}
	return previous != '-';
}

/**
 * sdt_event_ok - test whether a probe's names are good for an event
 * @names: the probe; all but its event
 * @why: filled with the rest of a sentence about the probe, if they are not
 * @size: of @why
 *
 * Return: true if they are.
 */
bool sdt_event_ok(const struct sdt_names *names, char *why, size_t size)
{
	/* tracefs has these files beside the events of a module. */
	static const char *const files[] = { "enable", "filter" };
	char event[SDT_MAX_EVENT_NAME + 1];
	size_t length;

	if (!sdt_has_all_parts(names->provider) || !sdt_has_all_parts(names->name)) {
		snprintf(why, size,
			 "its name has an empty part before, between or after the dashes");
		return false;
	}
	length = sdt_event_name(event, sizeof(event), names, '_');
	if (length > SDT_MAX_EVENT_NAME) {
		snprintf(why, size,
			 "the name of its event has %zu bytes, at most %u are possible",
			 length, SDT_MAX_EVENT_NAME);
		return false;
	}
	if (sdt_is_one_of(files, ARRAY_SIZE(files), event)) {
		snprintf(why, size,
			 "no event can be named %s: tracefs has a file of that name beside a module's events",
			 event);
		return false;
	}
	return true;
}

/**
 * sdt_event_group_ok - test whether a module's name is good for a group of events
 * @module: the name
 * @why: filled with a sentence if it is not
 * @size: of @why
 *
 * Return: true if it is.
 */
bool sdt_event_group_ok(const char *module, char *why, size_t size)
{
	/* tracefs has these files beside the groups. */
	static const char *const files[] = { "enable", "header_event", "header_page" };

	if (!sdt_is_one_of(files, ARRAY_SIZE(files), module))
		return true;
	snprintf(why, size,
		 "no module with probes can be named %s: tracefs has a file events/%s",
		 module, module);
	return false;
}

/**
 * sdt_symbol_id - identify texts in the names of symbols
 * @id: 0 for the first text, then what the text before gave
 * @text: a source file; or a message, then the type of each argument
 * @flags: 0, or those of the argument
 *
 * Two messages of a function can consist of the same words, and two files can have a
 * function of the same name.  The hash is FNV-1a of 32 bits,
 * http://www.isthe.com/chongo/tech/comp/fnv/.
 *
 * Return: the identifier so far.
 */
u32 sdt_symbol_id(u32 id, const char *text, unsigned int flags)
{
	const unsigned int address_space = SDT_ARG_USER | SDT_ARG_PERCPU | SDT_ARG_RCU |
					   SDT_ARG_IOMEM;

	id = id ? id : 2166136261u;
	do
		id = (id ^ (unsigned char)*text) * 16777619u;
	while (*text++);
	return (id ^ (flags & address_space)) * 16777619u;
}
