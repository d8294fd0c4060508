// SPDX-License-Identifier: GPL-2.0-only
/*
 * words.c - the text of a message, and its name, which is made of the text's words
 *
 * The message is the format without what only a log has: the level in front and the end of
 * line.
 *
 * A message without a name is named after its words: what consists of letters, digits and
 * '_' between the conversions, in lower case, with dashes between them.  An apostrophe
 * between letters is left out.  These are not words: "0x", the name of the function, a letter
 * between two conversions ("%dx%d"); and in front of the first word, what begins with a digit, a
 * level in brackets, the name of the module and what the author says.  The name ends with the
 * last word that fits, and is "message" if there are no words.
 */
#include "rules/rules.h"

/* For the number, "-2", by which "sdtinfo link" tells messages with one name apart */
#define MAX_NUMBER	6

static char to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/**
 * sdt_message_text - make a message of a format: one line, and not empty
 * @text: the format; becomes the message.  Has room for a character more
 */
void sdt_message_text(char *text)
{
	const char log_level = '\001';
	const char *format = text;
	char *end = text;

	/* A macro can put text in front of its caller's level. */
	for (; *format; format++)
		if (*format == log_level && format[1] && strchr("01234567c", format[1]))
			format++;
		else
			*end++ = (unsigned char)*format < ' ' || *format == 0x7f ? ' ' :
				 *format;
	while (end > text && end[-1] == ' ')
		end--;
	if (end == text)
		*end++ = ' ';
	*end = '\0';
}

/* A name that is made of words */
struct words {
	const char *function;	/* whose name is no word */
	const char *unnamed;	/* as in struct sdt_message */
	char *name;		/* as written, with two underscores for a dash */
	size_t length;		/* of that */
	size_t room;		/* what remains of its length in DTrace's form */
};

/* The word at @s without apostrophes, doubled '_' and those at its ends, in lower case */
static size_t clean_word(char *to, const char *s, size_t length)
{
	size_t n = 0;

	for (; length; s++, length--)
		if (*s != '\'' && !(*s == '_' && (!n || to[n - 1] == '_')))
			to[n++] = to_lower(*s);
	if (n && to[n - 1] == '_')
		n--;
	to[n] = '\0';
	return n;
}

/* Is a word, which is in lower case, the name of the function? */
static bool is_function(const char *word, const char *function)
{
	while (*word && *word == to_lower(*function)) {
		word++;
		function++;
	}
	return !*word && !*function;
}

/* Adds the word at @s; false if it does not fit. */
static bool add_word(struct words *words, const char *s, size_t length)
{
	char word[SDT_MAX_WORD + 1];
	bool is_first = !words->length;

	if (length > SDT_MAX_WORD)
		length = SDT_MAX_WORD;
	length = clean_word(word, s, length);
	if (!length || !strcmp(word, "0x") || (is_first && sdt_is_digit(*word)) ||
	    is_function(word, words->function))
		return true;
	if (is_first) {
		length = length < words->room ? length : words->room;
	} else if (length + 1 > words->room) {
		return false;
	} else {
		words->name[words->length++] = '_';
		words->name[words->length++] = '_';
		words->room--;
	}
	while (word[length - 1] == '_')
		length--;
	memcpy(words->name + words->length, word, length);
	words->length += length;
	words->name[words->length] = '\0';
	words->room -= length;
	return true;
}

/* Can @c be part of a word? */
static bool is_part(char c)
{
	return sdt_is_letter(c) || sdt_is_digit(c) || c == '_';
}

/* The length of the word that @s begins with: an apostrophe can be inside. */
static size_t word_length(const char *s, const char *end)
{
	const char *next = s;

	while (next < end &&
	       (is_part(*next) ||
		(*next == '\'' && next > s && sdt_is_letter(next[-1]) &&
		 next + 1 < end && sdt_is_letter(next[1]))))
		next++;
	return next - s;
}

/* Does @s begin with @front?  Case makes no difference, nor does '-' or '_'. */
static bool has_front(const char *s, const char *end, const char *front, size_t length)
{
	if ((size_t)(end - s) < length)
		return false;
	for (; length; s++, front++, length--)
		if (to_lower(*s == '-' ? '_' : *s) != to_lower(*front == '-' ? '_' : *front))
			return false;
	return true;
}

/* Is it a level of a log: a digit, a letter, or its name? */
static bool is_level(const char *s, size_t length)
{
	static const char *const levels[] = {
		"emerg", "alert", "crit", "critical", "fatal", "err", "error", "warn",
		"warning", "notice", "info", "debug", "dbg", "trace", "verbose",
	};
	unsigned int i;

	if (length == 1)
		return sdt_is_letter(*s) || sdt_is_digit(*s);
	for (i = 0; i < ARRAY_SIZE(levels); i++)
		if (strlen(levels[i]) == length && has_front(s, s + length, levels[i], length))
			return true;
	return false;
}

/* The length of the level in brackets, "<4>" or "[E]", that @s begins with, or 0 */
static size_t level_length(const char *s, const char *end)
{
	size_t length = strcspn(s, *s == '<' ? ">" : "]");

	return (*s == '<' || *s == '[') && s + length < end && is_level(s + 1, length - 1) ?
	       length + 1 : 0;
}

/* The length of the name of the module, "revdev: " or "[revdev] ", that @s begins with, or 0 */
static size_t module_length(const char *s, const char *end, const char *name, size_t length)
{
	static const char *const ends[] = { ":", " :", " -", "]", ")" };
	unsigned int i;

	if (!length || !has_front(s, end, name, length))
		return 0;
	for (i = 0; i < ARRAY_SIZE(ends); i++)
		if (has_front(s + length, end, ends[i], strlen(ends[i])))
			return length + strlen(ends[i]);
	return 0;
}

/* The length of what @s begins with of @unnamed, or 0 */
static size_t unnamed_length(const char *s, const char *end, const char *unnamed)
{
	size_t line = strcspn(unnamed, "\n"), length;
	size_t longest = module_length(s, end, unnamed, line);

	while (unnamed[line]) {
		unnamed += line + 1;
		line = strcspn(unnamed, "\n");
		for (length = line; length && unnamed[length - 1] == ' ';)
			length--;
		if (length > longest && has_front(s, end, unnamed, length) &&
		    !(is_part(unnamed[length - 1]) && s + length < end && is_part(s[length])))
			longest = length;
	}
	return longest;
}

/* Adds the words in @s; false if one does not fit. */
static bool add_words(struct words *words, const char *s, size_t length)
{
	const char *end = s + length;

	for (; s < end; s += length ? length : 1) {
		length = words->length ? 0 : level_length(s, end);
		if (!length && !words->length)
			length = unnamed_length(s, end, words->unnamed);
		if (length)
			continue;
		length = word_length(s, end);
		if (!add_word(words, s, length))
			return false;
	}
	return true;
}

/*
 * The text between a prefix and the words of a message: nothing, "_" if the prefix is a
 * provider only, or "__".  @names becomes those of a message named "x".
 */
static const char *prefix_end(struct sdt_names *names, const char *prefix, char *written,
			      size_t size, const char *const *declared, unsigned int nr_declared)
{
	const char *end = !*prefix || prefix[strlen(prefix) - 1] == '_' ? "" : "_";

	snprintf(written, size, "%s%sx", prefix, end);
	names->name = sdt_split_provider(written, declared, nr_declared, &names->provider);
	if (!*end || !strcmp(names->name, "x"))
		return end;
	snprintf(written, size, "%s__x", prefix);
	names->name = sdt_split_provider(written, declared, nr_declared, &names->provider);
	return "__";
}

/**
 * sdt_message_name - name a message after its words
 * @to: filled with what follows the prefix in the name, as its author would write it;
 *	SDT_MESSAGE_NAME_SIZE bytes
 * @message: the message
 * @declared: the providers that the unit has declared above it
 * @nr_declared: how many these are
 */
void sdt_message_name(char *to, const struct sdt_message *message, const char *const *declared,
		      unsigned int nr_declared)
{
	struct sdt_names names;
	struct words words = { message->function, message->unnamed, to, 0, 0 };
	char written[SDT_MAX_NAME + sizeof("__x")], provider[SDT_MAX_NAME + 1];
	struct sdt_message_part part;
	size_t length;

	memset(&names, 0, sizeof(names));
	names.function = message->function;
	names.is_qualified = true;
	length = sprintf(to, "%s", prefix_end(&names, message->prefix, written, sizeof(written),
					      declared, nr_declared));
	words.name += length;
	snprintf(provider, sizeof(provider), "%s", names.provider);
	sdt_dashed_name(provider, provider);
	sdt_dashed_name(written, names.name);
	names.provider = provider;
	names.name = written;
	length = sdt_event_name(NULL, 0, &names, '_') - 1 + MAX_NUMBER;
	if (length < SDT_MAX_EVENT_NAME)
		words.room = SDT_MAX_EVENT_NAME - length;
	if (words.room > SDT_MAX_WORDS)
		words.room = SDT_MAX_WORDS;
	memset(&part, 0, sizeof(part));
	part.end = message->text;
	while (words.room && sdt_message_next(&part)) {
		/* "%dx%d" */
		if (part.text_length == 1 && part.text > message->text && *part.conversion)
			continue;
		if (!add_words(&words, part.text, part.text_length))
			break;
	}
	if (!words.length)
		sprintf(words.name, "message");
}
