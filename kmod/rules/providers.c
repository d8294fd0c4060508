// SPDX-License-Identifier: GPL-2.0-only
/*
 * providers.c - which provider a probe has
 *
 * The name in DTRACE_PROBE() can begin with a provider: __io_start is the probe start of
 * provider io.  The providers are those listed below, which Solaris and Oracle Linux have,
 * and those that the unit has declared above the probe; the longest match wins.  Two
 * underscores before any other word mean nothing.
 *
 * As with any declaration of C, only what the compiler has read counts.  So a name means the
 * same however the unit is compiled, and whatever other objects the module has.
 */
#include "rules/rules.h"

/*
 * The providers that need no declaration, and the words between the underscores that their
 * probes' names begin with.
 */
static const struct {
	const char *word;
	const char *provider;
} known[] = {
	{ "sdt", SDT_DEFAULT_PROVIDER },
	{ "sched", "sched" }, { "proc", "proc" }, { "io", "io" },
	{ "iscsi", "iscsi" }, { "nfsv3", "nfsv3" }, { "nfsv4", "nfsv4" },
	{ "smb", "smb" }, { "smb2", "smb2" }, { "ip", "ip" }, { "tcp", "tcp" },
	{ "udp", "udp" }, { "sysevent", "sysevent" }, { "xpv", "xpv" },
	{ "fc", "fc" }, { "srp", "srp" }, { "lockstat", "lockstat" },
	{ "vtrace", "vtrace" }, { "cpu_sysinfo", "sysinfo" },
	{ "cpu_vminfo", "vminfo" }, { "fpuinfo", "fpuinfo" },
	{ "mib", "mib" }, { "fsinfo", "fsinfo" }, { "perf", "perf" },
};

/* The length of "__WORD_" if @name begins with it and goes on, else 0. */
static size_t prefix_length(const char *name, const char *word)
{
	size_t length = strlen(word);

	return !strncmp(name, "__", 2) && !strncmp(name + 2, word, length) &&
	       name[2 + length] == '_' && name[2 + length + 1] ? length + 3 : 0;
}

/**
 * sdt_split_provider - split a name as written into a provider and the name proper
 * @written: the name in DTRACE_PROBE()
 * @declared: the providers that the unit has declared above it, as written
 * @nr_declared: how many these are
 * @provider: set to the provider
 *
 * Return: the name without the provider, in @written.
 */
const char *sdt_split_provider(const char *written, const char *const *declared,
			       unsigned int nr_declared, const char **provider)
{
	size_t longest = 0, length;
	unsigned int i;

	*provider = SDT_DEFAULT_PROVIDER;
	if (strncmp(written, "__", 2))
		return written;
	for (i = 0; i < ARRAY_SIZE(known); i++) {
		length = prefix_length(written, known[i].word);
		if (length > longest) {
			longest = length;
			*provider = known[i].provider;
		}
	}
	for (i = 0; i < nr_declared; i++) {
		length = prefix_length(written, declared[i]);
		if (length > longest) {
			longest = length;
			*provider = declared[i];
		}
	}
	if (longest)
		return written + longest;
	length = strcspn(written + 2, "_");
	return length && written[2 + length] && written[2 + length + 1] &&
	       written[2 + length + 1] != '_' ? written + 2 : written;
}

/**
 * sdt_is_prefixed - test whether a name could begin with a provider
 * @written: the name in DTRACE_PROBE()
 * @name: the same without a provider, from sdt_split_provider()
 * @provider: the provider, likewise
 *
 * Return: true for "__foo_start" and "__io_start", false for "start" and "__sdt_start".
 */
bool sdt_is_prefixed(const char *written, const char *name, const char *provider)
{
	return !strncmp(written, "__", 2) &&
	       (strcmp(provider, SDT_DEFAULT_PROVIDER) || name <= written + 2);
}
