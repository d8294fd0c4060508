// SPDX-License-Identifier: GPL-2.0-only
/*
 * rules.c - tests of kmod/rules/, which is compiled into sdt.ko and sdtinfo
 *
 * Prints TAP.  tests/fuzz/rules tries more inputs.
 */
#include <stdlib.h>

#include "rules/rules.h"

static unsigned int count, failed;

static void ok(bool good, const char *what, const char *text)
{
	printf("%sok %u - %s '%s'\n", good ? "" : "not ", ++count, what, text);
	failed += !good;
}

static const struct sdt_names read_entry = {
	.provider = "sdt", .module = "revdev", .function = "revdev_read",
	.name = "read-entry", .event = "read_entry", .dtrace_event = "read-entry",
};
static const struct sdt_names lookup = {
	.provider = "my-vfs", .module = "zfs", .function = "lookup", .name = "entry",
	.event = "my_vfs_lookup_entry", .dtrace_event = "my-vfs-lookup-entry",
	.is_qualified = true,
};

static const struct sdt_names dashed = {
	.provider = "sdt", .module = "my_dash_drv", .function = "a_b", .name = "c-d",
	.event = "c_d", .dtrace_event = "c-d",
};

static bool matches(const char *text, const struct sdt_names *names)
{
	char *copy = strdup(text);
	struct sdt_pattern pattern;
	bool good;

	good = !sdt_pattern_split(&pattern, copy) &&
	       sdt_module_match(pattern.module, names->module) &&
	       sdt_pattern_match(&pattern, names) &&
	       sdt_pattern_match_site(&pattern, "src/a:b/rev_dev.c", 57);
	free(copy);
	return good;
}

static void test_matches(void)
{
	static const char *const match[] = {
		"*", ":::", ":", "read-entry", "read_entry", "read-*", "*entry", "r*-*e*t*",
		"read?entr?", "**", "revdev_read:", "revdev:read_entry", "revdev:read-entry",
		"revdev:revdev_read:read_entry", "revdev::", "re?dev::", "sdt:::", "s*:::",
		"sdt:revdev:revdev_read:read-entry", "@rev_dev.c", "@a:b/rev_dev.c:57",
		"@rev*.c:0057", "read_entry@rev_dev.c:57", "revdev:@src/a:b/rev_dev.c:57",
		"*e*d*-*y", "@*/rev_dev.?",
	};
	static const char *const miss[] = {
		"read", "read-entr", "read-entry?", "Read-entry", "[r]ead-entry",
		"read\\-entry", "read__entry", "__sdt_read__entry", "sdt_read_entry",
		"revdev_write:read-entry", "sdt:read_entry", "revdev:revdev:read_entry",
		"io:::", "@dev.c", "@rev_dev.c:58", "@src", "?revdev:*", "read_-entry",
	};
	static const char *const match_lookup[] = {
		"entry", "my_vfs_lookup_entry", "my-vfs-lookup-entry", "lookup:entry",
		"zfs:my_vfs_lookup_entry", "my-vfs::lookup:entry", "my_*",
	};
	static const char *const miss_lookup[] = {
		"lookup_entry", "my_vfs_entry", "my-vfs_lookup-entry", "my_vfs:::",
		"__my__vfs_entry",
	};
	/* A dash stands for '_' in the name of a module, and only there. */
	static const char *const match_dashed[] = {
		"my-dash-drv::", "my_dash-drv::c-d", "sdt:my-*-drv::", "my-dash-drv:a_b:c_d",
		"my-dash-drv:c-d", "my-d*-?rv:", "my_dash_drv::",
		"my-dash-drv", "my_dash_drv", "my-d*",
	};
	static const char *const miss_dashed[] = {
		"my-dash::", "my--dash-drv::", "my-dashadrv::", "a-b:c-d", "my_dash_drv:a-b:c-d",
		"my-dash", "my-dash-drv:::",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(match_dashed); i++)
		ok(matches(match_dashed[i], &dashed), "matches", match_dashed[i]);
	for (i = 0; i < ARRAY_SIZE(miss_dashed); i++)
		ok(!matches(miss_dashed[i], &dashed), "does not match", miss_dashed[i]);
	for (i = 0; i < ARRAY_SIZE(match); i++)
		ok(matches(match[i], &read_entry), "matches", match[i]);
	for (i = 0; i < ARRAY_SIZE(miss); i++)
		ok(!matches(miss[i], &read_entry), "does not match", miss[i]);
	for (i = 0; i < ARRAY_SIZE(match_lookup); i++)
		ok(matches(match_lookup[i], &lookup), "matches", match_lookup[i]);
	for (i = 0; i < ARRAY_SIZE(miss_lookup); i++)
		ok(!matches(miss_lookup[i], &lookup), "does not match", miss_lookup[i]);
}

static void test_refused(void)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{ "", "it is empty" },
		{ "a:b:c:d:e", "it has more fields than PROVIDER:MODULE:FUNCTION:NAME" },
		{ "::::", "it has more fields than PROVIDER:MODULE:FUNCTION:NAME" },
		{ "@", "there is no file after '@'" },
		{ "a@", "there is no file after '@'" },
		{ "@:5", "after '@' it needs FILE or FILE:LINE, with a line number from 1" },
		{ "@a:", "after '@' it needs FILE or FILE:LINE, with a line number from 1" },
		{ "@a:0", "after '@' it needs FILE or FILE:LINE, with a line number from 1" },
		{ "@a:x", "after '@' it needs FILE or FILE:LINE, with a line number from 1" },
		{ "@a:+1", "after '@' it needs FILE or FILE:LINE, with a line number from 1" },
		{ "@a:4294967296", "after '@' it needs FILE or FILE:LINE, with a line number from 1" },
		{ "@a:18446744073709551617", "after '@' it needs FILE or FILE:LINE, with a line number from 1" },
	};
	struct sdt_pattern pattern;
	const char *why;
	char *copy;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		copy = strdup(bad[i].text);
		why = sdt_pattern_split(&pattern, copy);
		ok(why && !strcmp(why, bad[i].why), "is not a pattern:", bad[i].text);
		free(copy);
	}
	copy = strdup("@a:4294967295");
	ok(!sdt_pattern_split(&pattern, copy) && pattern.line == UINT32_MAX,
	   "is one:", "@a:4294967295");
	free(copy);
}

static void test_identifiers(void)
{
	static const struct {
		const char *name;
		bool good, dashed;
	} names[] = {
		{ "read", true, true }, { "_r9$", true, true }, { "", false, false },
		{ "9read", false, false }, { "a b", false, false }, { "a-b", false, true },
		{ "a.b", false, false }, { "a/b", false, false }, { "a\n", false, false },
		{ "\xc3\xa4", true, true }, { "\xe4", false, false },
		{ "\xc2\x9b", false, false }, { "\xe2\x80\xae", false, false },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		ok(sdt_is_identifier(names[i].name, false) == names[i].good,
		   "an identifier or not", names[i].name);
		ok(sdt_is_identifier(names[i].name, true) == names[i].dashed,
		   "... with a dash", names[i].name);
	}
	ok(sdt_text_ok("a \xe4") && !sdt_text_ok("a\t") && !sdt_text_ok("\x7f"),
	   "control characters", "");
}

static void test_events(void)
{
	static const struct {
		const char *provider, *function, *name, *event, *dtrace_event, *module;
	} good[] = {
		{ "sdt", NULL, "read-entry", "read_entry", "read-entry", NULL },
		{ "io", NULL, "start", "io_start", "io-start", NULL },
		{ "my-vfs", "look_up", "a-b", "my_vfs_look_up_a_b", "my-vfs-look_up-a-b", NULL },
		{ "sdt", "f", "enable", "f_enable", "f-enable", NULL },
		/* The group of the events says the module's name. */
		{ "io", NULL, "start", "start", "start", "io" },
		{ "my-vfs", "look_up", "a-b", "look_up_a_b", "look_up-a-b", "my_vfs" },
		{ "io", NULL, "start", "io_start", "io-start", "iou" },
		{ "iou", NULL, "start", "iou_start", "iou-start", "io" },
		{ "my_vfs", NULL, "a", "my_vfs_a", "my_vfs-a", "my-vfs" },
	};
	static const char *const bad[][2] = {
		{ "sdt", "-a" }, { "sdt", "a-" }, { "sdt", "a--b" }, { "a--b", "a" },
		{ "sdt", "enable" }, { "sdt", "filter" },
	};
	char name[SDT_MAX_EVENT_NAME + 2], why[SDT_WHY_SIZE];
	struct sdt_names names = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		names.provider = good[i].provider;
		names.module = good[i].module;
		names.function = good[i].function;
		names.is_qualified = good[i].function;
		names.name = good[i].name;
		ok(sdt_event_ok(&names, why, sizeof(why)), "an event", good[i].event);
		ok(sdt_event_name(name, sizeof(name), &names, '_') == strlen(good[i].event) &&
		   !strcmp(name, good[i].event), "... has the name", name);
		sdt_event_name(name, sizeof(name), &names, '-');
		ok(!strcmp(name, good[i].dtrace_event), "... for DTrace", name);
	}
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		names = (struct sdt_names){ .provider = bad[i][0], .name = bad[i][1] };
		ok(!sdt_event_ok(&names, why, sizeof(why)) && *why, why, bad[i][1]);
	}
	names = (struct sdt_names){ .provider = "io", .module = "io", .name = "enable" };
	ok(!sdt_event_ok(&names, why, sizeof(why)), why, "of the module's provider");
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	names = (struct sdt_names){ .provider = SDT_DEFAULT_PROVIDER, .name = name };
	ok(!sdt_event_ok(&names, why, sizeof(why)) &&
	   !strcmp(why, "the name of its event has 201 bytes, at most 200 are possible"),
	   why, "");
	name[SDT_MAX_EVENT_NAME] = '\0';
	ok(sdt_event_ok(&names, why, sizeof(why)), "an event", "of 200 bytes");
	ok(!sdt_event_group_ok("header_page", why, sizeof(why)) &&
	   sdt_event_group_ok("filter", why, sizeof(why)), "names of modules", "");
}

static void test_copies(void)
{
	const char *const taken[] = { "s", "s_str", "s_str_", "b", "s_str__" };
	char name[SDT_COPY_NAME_SIZE];

	sdt_copy_name(name, "s", false, taken, ARRAY_SIZE(taken));
	ok(!strcmp(name, "s_str___"), "a copy's name", name);
	sdt_copy_name(name, "b", true, taken, ARRAY_SIZE(taken));
	ok(!strcmp(name, "b_bytes"), "a copy's name", name);
}

/* "len {number d 0}", with width, precision and bytes where there are any */
static void describe(char *to, size_t size, const char *message)
{
	static const char *const shows[] = {
		[SDT_SHOW_NOTHING] = "nothing", [SDT_SHOW_NUMBER] = "number",
		[SDT_SHOW_CHAR] = "char", [SDT_SHOW_STRING] = "string",
		[SDT_SHOW_EMPTY] = "empty",
		[SDT_SHOW_ADDRESS] = "address", [SDT_SHOW_FUNCTION] = "function",
		[SDT_SHOW_CODE] = "code", [SDT_SHOW_ERROR] = "error",
		[SDT_SHOW_BYTES] = "bytes", [SDT_SHOW_OTHER] = "other",
	};
	struct sdt_message_part part = { .end = message };
	FILE *out = fmemopen(to, size, "w");

	while (sdt_message_next(&part)) {
		fprintf(out, "%.*s", (int)part.text_length, part.text);
		if (!*part.conversion)
			continue;
		fprintf(out, "{%s %c", shows[part.show], part.letter ? part.letter : '0');
		if (part.arg >= 0)
			fprintf(out, " %d", part.arg);
		if (part.width >= 0)
			fprintf(out, " width=%d", part.width);
		if (part.width_arg >= 0)
			fprintf(out, " width=arg%d", part.width_arg);
		if (part.precision >= 0)
			fprintf(out, " precision=%d", part.precision);
		if (part.precision_arg >= 0)
			fprintf(out, " precision=arg%d", part.precision_arg);
		if (part.show == SDT_SHOW_BYTES)
			fprintf(out, " bytes=%u", part.nr_bytes);
		fputc('}', out);
	}
	fprintf(out, "/%u", part.nr_args);
	fclose(out);
}

static void test_messages(void)
{
	static const struct {
		const char *message, *parts;
	} messages[] = {
		{ "", "/0" },
		{ "no conversion", "no conversion/0" },
		{ "%d%i%u%x%X%o", "{number d 0}{number i 1}{number u 2}{number x 3}{number X 4}{number o 5}/6" },
		{ "a %hhd b %hu c %lld d %zu e %td f %Lx g", "a {number d 0} b {number u 1} c {number d 2} d {number u 3} e {number d 4} f {number x 5} g/6" },
		{ "%c%s", "{char c 0}{string s 1}/2" },
		{ "100%% of %s%%", "100{nothing %} of {string s 0}{nothing %}/1" },
		{ "%-+ #05d|%08.3lx", "{number d 0 width=5}|{number x 1 width=8 precision=3}/2" },
		{ "%*d %.*s %*.*s %d", "{number d 1 width=arg0} {string s 3 precision=arg2} {string s 6 width=arg4 precision=arg5} {number d 7}/8" },
		{ "%.10s %.s %.0s", "{string s 0 precision=10} {string s 1} {empty s 2 precision=0}/3" },
		{ "%p %px %pK %ps %pS %pSR %pB %pe", "{address p 0} {address p 1} {address p 2} {function p 3} {code p 4} {code p 5} {code p 6} {error p 7}/8" },
		{ "%p, %p4 %p_", "{address p 0}, {other p 1} {address p 2}_/3" },
		{ "%pM %pMR %pMF %pm", "{bytes p 0 bytes=6} {bytes p 1 bytes=6} {bytes p 2 bytes=6} {bytes p 3 bytes=6}/4" },
		{ "%pI4 %pi4 %pI4h %pI6 %pi6 %pI6c", "{bytes p 0 bytes=4} {bytes p 1 bytes=4} {bytes p 2 bytes=4} {bytes p 3 bytes=16} {bytes p 4 bytes=16} {bytes p 5 bytes=16}/6" },
		{ "%pU %pUb %pa %pap %pad %p4cc", "{bytes p 0 bytes=16} {bytes p 1 bytes=16} {bytes p 2 bytes=8} {bytes p 3 bytes=8} {bytes p 4 bytes=8} {bytes p 5 bytes=4}/6" },
		{ "%ph %8ph %*ph %100phC %*phN", "{bytes p 0 bytes=1} {bytes p 1 width=8 bytes=8} {bytes p 3 width=arg2 bytes=0} {bytes p 4 width=100 bytes=64} {bytes p 6 width=arg5 bytes=0}/7" },
		{ "%pV %pd %pISpc %pIS %pOF %pGp %pNF %n", "{other p 0} {other p 1} {other p 2} {other p 3} {other p 4} {other p 5} {other p 6} {other n 7}/8" },
		{ "%f %m %y %d", "{nothing f} {nothing m} {nothing y} {number d 0}/1" },
		{ "end %", "end {nothing 0}/0" },
		{ "end %-5.2l", "end {nothing 0 width=5 precision=2}/0" },
		{ "%99999999999999999999d", "{number d 0 width=9999}/1" },
		{ "\xc3\xa9%d\xc3\xa9", "\xc3\xa9{number d 0}\xc3\xa9/1" },
	};
	static const struct {
		const char *message;
		unsigned int kind;
		enum sdt_show show;
	} shown[] = {
		{ "%d", SDT_ARG_INTEGER, SDT_SHOW_NUMBER },
		{ "%d", SDT_ARG_ENUM, SDT_SHOW_NUMBER },
		{ "%d", SDT_ARG_POINTER, SDT_SHOW_NUMBER },
		{ "%c", SDT_ARG_STRING, SDT_SHOW_CHAR },
		{ "%s", SDT_ARG_STRING, SDT_SHOW_STRING },
		{ "%s", SDT_ARG_INTEGER, SDT_SHOW_ADDRESS },
		{ "%s", SDT_ARG_POINTER, SDT_SHOW_ADDRESS },
		{ "%.0s", SDT_ARG_POINTER, SDT_SHOW_EMPTY },
		{ "%pM", SDT_ARG_BYTES, SDT_SHOW_BYTES },
		{ "%pM", SDT_ARG_POINTER, SDT_SHOW_ADDRESS },
		{ "%ps", SDT_ARG_FUNCTION, SDT_SHOW_FUNCTION },
		{ "%ps", SDT_ARG_INTEGER, SDT_SHOW_ADDRESS },
		{ "%pe", SDT_ARG_POINTER, SDT_SHOW_ERROR },
		{ "%p", SDT_ARG_INTEGER, SDT_SHOW_ADDRESS },
		{ "%pV", SDT_ARG_POINTER, SDT_SHOW_ADDRESS },
		{ "%%", SDT_ARG_INTEGER, SDT_SHOW_NOTHING },
	};
	char parts[256];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(messages); i++) {
		describe(parts, sizeof(parts), messages[i].message);
		ok(!strcmp(parts, messages[i].parts), parts, messages[i].message);
	}
	for (i = 0; i < ARRAY_SIZE(shown); i++) {
		struct sdt_message_part part = { .end = shown[i].message };

		sdt_message_next(&part);
		ok(sdt_message_shows(&part, shown[i].kind) == shown[i].show, "is shown",
		   shown[i].message);
	}
}

static u32 message_id(const char *message, const char *type, unsigned int flags)
{
	return sdt_symbol_id(sdt_symbol_id(0, message, 0), type, flags);
}

static void test_message_ids(void)
{
	const u32 id = message_id("%p", "void *", 0);

	ok(id == message_id("%p", "void *", SDT_ARG_NAMED), "has the same identifier", "%p");
	ok(id != message_id("%p", "void *", SDT_ARG_USER), "differs", "to user space");
	ok(id != message_id("%p ", "void *", 0), "differs", "%p ");
	ok(id != message_id("%p", "char *", 0), "differs", "char *");
	ok(id != message_id("%pvoid", " *", 0), "differs", "%pvoid");
	ok(id != sdt_symbol_id(0, "%p", 0), "differs", "no argument");
}

static void test_fields(void)
{
	static const char *const reserved[] = {
		"common_pid", "common_", "__probe_ip", "__probe_",
	};
	static const char *const free_names[] = {
		"common", "_common_pid", "Common_pid", "__probe", "probe_ip", "cpu", "",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(reserved); i++)
		ok(sdt_is_reserved_field(reserved[i]), "is reserved", reserved[i]);
	for (i = 0; i < ARRAY_SIZE(free_names); i++)
		ok(!sdt_is_reserved_field(free_names[i]), "is not reserved", free_names[i]);
}

/* Describes what an argument is shown as: "<a> <b *c>". */
static void list_shown(char *to, size_t size, const char *shown)
{
	const char *item;
	size_t length;
	unsigned int i;

	*to = '\0';
	for (i = 0; (item = sdt_shown_item(shown, i, &length)); i++)
		snprintf(to + strlen(to), size - strlen(to), "%s<%.*s>", i ? " " : "",
			 (int)length, item);
}

static void test_translations(void)
{
	static const struct {
		const char *shown, *types;
	} good[] = {
		{ "", "" }, { "()", "" }, { "( )", "" }, { "a", "<a>" }, { "a_t *b", "<a_t *b>" },
		{ "(a)", "<a>" }, { "( a , b )", "<a> <b>" },
		{ "(a::b, c (*d)(int, long), e[f(1, 2)])", "<a::b> <c (*d)(int, long)> <e[f(1, 2)]>" },
		{ "(a {x : y}, _b)", "<a {x : y}> <_b>" }, { "$a", "<$a>" },
	};
	static const char *const bad[] = {
		"(a,)", "(, a)", "(a, , b)", "(,)", "a)", "(a", "a]", "a(]", "((a))", "(a) b", "a, b",
		"a : b", "(a, b : c)", "3", "*a", "(a, 3)", ")", "(", ",", ")(", "a(\")\"",
	};
	static const struct {
		const char *text;
		size_t colon;
	} slots[] = {
		{ "int : a", 4 }, { "int", 3 }, { ":", 0 }, { "a::b : c", 5 }, { "(a : b)", 7 },
		{ "a ::", 4 }, { "x[':'] : y", 7 }, { "x[1'0] : y[0x1'0]", 7 }, { "x[u8':'] : y", 9 },
	};
	char types[256];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		list_shown(types, sizeof(types), good[i].shown);
		ok(sdt_shown_ok(good[i].shown) && !strcmp(types, good[i].types), types, good[i].shown);
	}
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		ok(!sdt_shown_ok(bad[i]), "no argument is shown as", bad[i]);
	for (i = 0; i < ARRAY_SIZE(slots); i++)
		ok(sdt_find_colon(slots[i].text) == slots[i].text + slots[i].colon, "has a colon",
		   slots[i].text);
}

static void test_providers(void)
{
	static const char *const declared[] = { "foo", "io_foo", "sdt_bar" };
	static const struct {
		const char *written, *provider, *name;
		bool is_prefixed;
	} names[] = {
		{ "start", "sdt", "start", false },
		{ "foo_start", "sdt", "foo_start", false },
		{ "__foo_start", "foo", "start", true },
		{ "__bar_start", "sdt", "bar_start", true },
		{ "__io_start", "io", "start", true },
		{ "__io_foo_start", "io_foo", "start", true },
		{ "__sdt_foo_start", "sdt", "foo_start", false },
		{ "__foo__start", "foo", "_start", true },
	};
	const char *provider, *name;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		name = sdt_split_provider(names[i].written, declared, ARRAY_SIZE(declared), &provider);
		ok(!strcmp(name, names[i].name) && !strcmp(provider, names[i].provider), provider,
		   names[i].written);
		ok(sdt_is_prefixed(names[i].written, name, provider) == names[i].is_prefixed,
		   names[i].is_prefixed ? "could be of a provider" : "could not", names[i].written);
	}
}

static void test_written_names(void)
{
	static const struct {
		const char *provider, *function, *name, *wrong, *why;
	} names[] = {
		{ "io", "f", "read__entry", NULL, "" },
		{ "io", "", "x", NULL, "" },
		{ "", "1", NULL, "function", "only an identifier can" },
		{ "", "f", NULL, NULL, "" },
		{ "1", "1", "a-b", "probe", "only an identifier can" },
		{ "1", "1", "ab", "provider", "only an identifier can" },
		{ "a__", "1", "ab", "provider", "a part of 'a-' is empty" },
		{ "a", "1", "ab", "function", "only an identifier can" },
		{ "sdt", "f", "a____b", "probe",
		  "its name has an empty part before, between or after the dashes" },
	};
	static const char *const dashed[][2] = {
		{ "read__entry", "read-entry" }, { "a___b", "a-_b" }, { "_a_", "_a_" }, { "____", "--" },
	};
	char name[SDT_MAX_NAME + 2], why[SDT_WHY_SIZE];
	const char *wrong;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(dashed); i++) {
		sdt_dashed_name(name, dashed[i][0]);
		ok(!strcmp(name, dashed[i][1]), dashed[i][1], dashed[i][0]);
	}
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		const struct sdt_names written = {
			.provider = names[i].provider, .function = names[i].function,
			.name = names[i].name,
		};

		*why = '\0';
		wrong = sdt_wrong_name(&written, why, sizeof(why));
		ok((wrong ? names[i].wrong && !strcmp(wrong, names[i].wrong) : !names[i].wrong) &&
		   !strcmp(why, names[i].why), names[i].wrong ?: "good names", names[i].why);
	}
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	ok(!sdt_provider_ok(name, why, sizeof(why)) &&
	   !strcmp(why, "it has 256 bytes, at most 255 are possible"), why, "a provider");
	ok(!sdt_author_field_ok("common_x", why, sizeof(why)) && !strcmp(why, SDT_RESERVED_FIELDS),
	   why, "common_x");
	ok(sdt_author_field_ok("x", why, sizeof(why)), "is a field", "x");
}

static void test_numbers(void)
{
	static const char *const taken[] = { NULL, "arg0", "arg0_", "x" };
	char name[SDT_FIELD_NAME_SIZE];

	sdt_number_name(name, 0, taken, ARRAY_SIZE(taken));
	ok(!strcmp(name, "arg0__"), "is unique", name);
	sdt_number_name(name, 12, taken, ARRAY_SIZE(taken));
	ok(!strcmp(name, "arg12"), "is unique", name);
	ok(sdt_is_number_name("arg0__") && sdt_is_number_name("arg12") && !sdt_is_number_name("arg") &&
	   !sdt_is_number_name("arg_") && !sdt_is_number_name("arg0a"), "names after numbers", name);
	ok(sdt_bound_arg("x", 0, taken, ARRAY_SIZE(taken)) == 3 &&
	   sdt_bound_arg("x", 3, taken, ARRAY_SIZE(taken)) < 0 &&
	   sdt_bound_arg("4", 0, taken, ARRAY_SIZE(taken)) < 0, "is the bound", "x");
	ok(!sdt_repeated(taken + 1, 3) && sdt_repeated((const char *const[]){ "", "a", "", "a" }, 4),
	   "repeated", "a");
}

static void test_markers(void)
{
	ok(sdt_find_marker("#sdt-use\nfoo\n") == SDT_USE_MARKER &&
	   sdt_marker_word(SDT_USE_MARKER)->has_all_names, "a marker", "#sdt-use");
	ok(sdt_find_marker("#sdt-use-enabled") == SDT_USE_ENABLED_MARKER, "a marker", "#sdt-use-enabled");
	ok(sdt_find_marker("#sdt-u\n") == SDT_NO_MARKER && sdt_find_marker("") == SDT_NO_MARKER,
	   "no marker", "#sdt-u");
}

/* How a message is named that begins with its module's name */
static void test_message_names(void)
{
	static const char *const declared[] = { "foo" };
	static const struct {
		const char *text, *prefix, *name;
	} messages[] = {
		{ "revdev: write failed", "", "write__failed" },
		{ "revdev : write", "", "write" },
		{ "[REVDEV] write", "", "write" },
		{ "revdev - write", "", "write" },
		{ "revdev) write", "", "write" },
		{ "revdev write", "", "revdev__write" },
		{ "<7>FOO: write revdev: x", "", "write__revdev__x" },
		{ "write", "io", "__write" }, { "write", "io_", "write" },
		{ "write", "__foo", "_write" }, { "write", "__foo_x", "__write" },
		{ "%d", "", "message" },
	};
	char name[SDT_MESSAGE_NAME_SIZE];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(messages); i++) {
		const struct sdt_message message = {
			messages[i].text, messages[i].prefix, "f", "revdev\nFOO: ",
		};

		sdt_message_name(name, &message, declared, ARRAY_SIZE(declared));
		ok(!strcmp(name, messages[i].name), name, messages[i].text);
	}
}

int main(void)
{
	test_matches();
	test_refused();
	test_identifiers();
	test_events();
	test_copies();
	test_fields();
	test_translations();
	test_providers();
	test_written_names();
	test_numbers();
	test_markers();
	test_messages();
	test_message_names();
	test_message_ids();
	printf("1..%u\n", count);
	return failed ? 1 : 0;
}
