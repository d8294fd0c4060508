// SPDX-License-Identifier: GPL-2.0-only
/*
 * written.c - what authors write: names, and the words of the macros' markers
 *
 * A name in the source is an identifier.  In the names of probes and providers, two
 * underscores are DTrace's dash, but for those of a TRACE_EVENT.
 *
 * A macro leaves a marker: a line with one of the words below, then the names, one per line.
 * With the plugin this is the template of an asm statement in a function, and at file scope the
 * attribute of a variable; without it, a mark in a section of the object has both
 * (<linux/sdt_sites.h>).
 */
#include "rules/rules.h"

static const struct sdt_marker_word markers[] = {
	[SDT_PROBE_MARKER] = { "#sdt-probe", false, 0 },
	[SDT_TEXT_MARKER] = { "#sdt-probe-text", false, 0 },
	[SDT_USE_MARKER] = { "#sdt-use", true, SDT_PROBE_IS_USE },
	[SDT_OWN_MARKER] = { "#sdt-own", true, 0 },
	[SDT_EVENT_MARKER] = { "#sdt-event", true, SDT_PROBE_IS_EVENT },
	[SDT_MESSAGE_MARKER] = { "#sdt-printf", false, SDT_PROBE_QUALIFIED },
	[SDT_PREFIX_MARKER] = { "#sdt-printf-prefix", false, SDT_PROBE_QUALIFIED },
	[SDT_NAMED_MARKER] = { "#sdt-printf-named", false,
			       SDT_PROBE_QUALIFIED | SDT_PROBE_IS_NAMED },
	[SDT_ENABLED_MARKER] = { "#sdt-enabled", false, SDT_PROBE_IS_ENABLED },
	[SDT_USE_ENABLED_MARKER] = { "#sdt-use-enabled", true,
				     SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_USE },
	[SDT_EVENT_ENABLED_MARKER] = { "#sdt-event-enabled", true,
				       SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_EVENT },
	[SDT_ANY_ENABLED_MARKER] = { "#sdt-any-enabled", false, SDT_PROBE_IS_ANY },
	[SDT_PROVIDER_MARKER] = { "#__sdt_provider__", false, 0 },
	[SDT_PROVIDER_DEFINED_MARKER] = { "#__sdt_provider_defined__", false, 0 },
	[SDT_PROVIDER_TRUSTED_MARKER] = { "#__sdt_provider_trusted__", false, 0 },
	[SDT_DECLARE_MARKER] = { "#__sdt_declare__", true, SDT_PROBE_IS_DECLARATION },
	[SDT_DEFINE_UNTYPED_MARKER] = { "#__sdt_define_untyped__", true,
					SDT_PROBE_IS_DEFINITION | SDT_PROBE_IS_UNTYPED },
	[SDT_DEFINE_MARKER] = { "#__sdt_define__", true, SDT_PROBE_IS_DEFINITION },
	[SDT_DEFINE_XLATE_MARKER] = { "#__sdt_define_xlate__", true, SDT_PROBE_IS_DEFINITION },
};

/**
 * sdt_find_marker - find what kind of marker a text begins with
 * @text: the text, whose first line can be one of the words
 *
 * Return: the kind, or SDT_NO_MARKER.
 */
enum sdt_marker_kind sdt_find_marker(const char *text)
{
	const size_t length = strcspn(text, "\n");
	unsigned int kind;

	for (kind = 0; kind < ARRAY_SIZE(markers); kind++)
		if (strlen(markers[kind].word) == length &&
		    !strncmp(text, markers[kind].word, length))
			break;
	return (enum sdt_marker_kind)kind;
}

/**
 * sdt_marker_word - get what a kind of marker says of its probe
 * @kind: the kind, not SDT_NO_MARKER
 *
 * Return: its word, and what follows of that.
 */
const struct sdt_marker_word *sdt_marker_word(enum sdt_marker_kind kind)
{
	return &markers[kind];
}

/**
 * sdt_dashed_name - make DTrace's form of a name
 * @to: filled with the name, in which two underscores are a dash; has room for @name
 * @name: as its author wrote it; may be @to
 */
void sdt_dashed_name(char *to, const char *name)
{
	for (; *name; name++) {
		const bool is_dash = name[0] == '_' && name[1] == '_';

		*to++ = is_dash ? '-' : *name;
		name += is_dash;
	}
	*to = '\0';
}

/**
 * sdt_table_name - make the name that a probe has in a table
 * @to: filled with the name; has room for @name
 * @name: as its author wrote it; may be @to
 * @flags: the probe's SDT_PROBE_*
 */
void sdt_table_name(char *to, const char *name, unsigned int flags)
{
	if (!(flags & SDT_PROBE_IS_EVENT))
		sdt_dashed_name(to, name);
	else
		memmove(to, name, strlen(name) + 1);
}

static bool name_ok(const char *name, char *why, size_t size)
{
	const size_t length = strlen(name);

	if (!sdt_is_identifier(name, false))
		snprintf(why, size, "only an identifier can");
	else if (length > SDT_MAX_NAME)
		snprintf(why, size, "it has %zu bytes, at most %u are possible", length,
			 SDT_MAX_NAME);
	else
		return true;
	return false;
}

/**
 * sdt_provider_ok - test whether a name can be that of a provider
 * @provider: as its author wrote it
 * @why: filled with the rest of a sentence, "... cannot name a provider: ", if it cannot
 * @size: of @why
 *
 * Return: true if it can.
 */
bool sdt_provider_ok(const char *provider, char *why, size_t size)
{
	char name[SDT_MAX_NAME + 1];

	if (!name_ok(provider, why, size))
		return false;
	sdt_dashed_name(name, provider);
	if (sdt_has_all_parts(name))
		return true;
	snprintf(why, size, "a part of '%s' is empty", name);
	return false;
}

/**
 * sdt_wrong_name - find a name that a probe cannot have
 * @written: provider, function ("": none) and name, as the author wrote them; without a name,
 *	only the function counts
 * @why: filled with the rest of a sentence, "... cannot name a function: "
 * @size: of @why
 *
 * Return: what the name is of, "function"; NULL if all are good.
 */
const char *sdt_wrong_name(const struct sdt_names *written, char *why, size_t size)
{
	char provider[SDT_MAX_NAME + 1], name[SDT_MAX_NAME + 1];
	struct sdt_names names = *written;

	if (written->name && !name_ok(written->name, why, size))
		return "probe";
	if (written->name && !sdt_provider_ok(written->provider, why, size))
		return "provider";
	if (*written->function && !name_ok(written->function, why, size))
		return "function";
	if (!written->name)
		return NULL;
	sdt_dashed_name(provider, written->provider);
	sdt_table_name(name, written->name, written->is_event ? SDT_PROBE_IS_EVENT : 0);
	names.provider = provider;
	names.name = name;
	return sdt_event_ok(&names, why, size) ? NULL : "probe";
}

/**
 * sdt_author_field_ok - test whether an author can give an argument a name
 * @name: the name, also of what the argument is shown as
 * @why: filled with a sentence if he cannot
 * @size: of @why
 *
 * Return: true if he can.
 */
bool sdt_author_field_ok(const char *name, char *why, size_t size)
{
	if (!sdt_is_reserved_field(name))
		return name_ok(name, why, size);
	snprintf(why, size, SDT_RESERVED_FIELDS);
	return false;
}
