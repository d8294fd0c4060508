// SPDX-License-Identifier: GPL-2.0-only
/*
 * words.c - the text of a message, and its name, which is made of the text's words
 *
 * The message is the format without what only a log has: the level in front and the end of
 * line.
 *
 * A message without a name is named after its words: what consists of letters, digits and
 * '_' between the conversions, in lower case, with dashes between them.  An apostrophe
 * between letters is left out.  No words are "0x", the name of the function, and a letter
 * between two conversions ("%dx%d"); the first one does not begin with a digit.  The name
 * ends with the last word that fits, and is "message" if there are no words.
 */
#include "rules/rules.h"

/* For the number, "-2", by which "sdtinfo link" tells messages with one name apart */
#define MAX_NUMBER	6

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/**
 * sdt_message_text - make a message of a format: one line, and not empty
 * @text: the format; becomes the message.  Has room for a character more
 *
 * Context: Any context.
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
	if (!length || !strcmp(word, "0x") || (is_first && is_digit(*word)) ||
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

/* The length of the word that @s begins with: an apostrophe can be inside. */
static size_t word_length(const char *s, const char *end)
{
	const char *next = s;

	while (next < end &&
	       (is_letter(*next) || is_digit(*next) || *next == '_' ||
		(*next == '\'' && next > s && is_letter(next[-1]) &&
		 next + 1 < end && is_letter(next[1]))))
		next++;
	return next - s;
}

/* Adds the words in @s; false if one does not fit. */
static bool add_words(struct words *words, const char *s, size_t length)
{
	const char *end = s + length;
	bool fits = true;

	for (; s < end && fits; s++) {
		length = word_length(s, end);
		fits = add_word(words, s, length);
		s += length;
	}
	return fits;
}

/**
 * sdt_message_name - name a message after its words
 * @to: filled with the name as its author would write it, without what stands in front;
 *	SDT_MESSAGE_NAME_SIZE bytes
 * @message: the text
 * @front: the event of a message with the name "x", and all that stands in front of it
 *
 * Context: Any context.
 */
void sdt_message_name(char *to, const char *message, const struct sdt_names *front)
{
	size_t length = sdt_event_name(NULL, 0, front, '_') - 1 + MAX_NUMBER;
	struct words words = { front->function, to, 0, 0 };
	struct sdt_message_part part;

	if (length < SDT_MAX_EVENT_NAME)
		words.room = SDT_MAX_EVENT_NAME - length;
	if (words.room > SDT_MAX_WORDS)
		words.room = SDT_MAX_WORDS;
	*to = '\0';
	memset(&part, 0, sizeof(part));
	part.end = message;
	while (words.room && sdt_message_next(&part)) {
		/* "%dx%d" */
		if (part.text_length == 1 && part.text > message && *part.conversion)
			continue;
		if (!add_words(&words, part.text, part.text_length))
			break;
	}
	if (!*to)
		snprintf(to, SDT_MESSAGE_NAME_SIZE, "message");
}

/**
 * sdt_prefix_end - get what stands between a prefix and the words of a message
 * @prefix: of DTRACE_PRINTF_PREFIX()
 * @declared: the providers that the unit has declared
 * @nr_declared: how many these are
 *
 * Context: Any context.
 * Return: nothing, "_" if the prefix is a provider only, or "__".
 */
const char *sdt_prefix_end(const char *prefix, const char *const *declared,
			   unsigned int nr_declared)
{
	char with_word[SDT_MAX_NAME + sizeof("_x")];
	const char *provider;

	if (!*prefix || prefix[strlen(prefix) - 1] == '_')
		return "";
	snprintf(with_word, sizeof(with_word), "%s_x", prefix);
	return strcmp(sdt_split_provider(with_word, declared, nr_declared, &provider), "x") ?
	       "__" : "_";
}
