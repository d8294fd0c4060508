// SPDX-License-Identifier: GPL-2.0-only
/*
 * load.c - loads one changed module after another, and says what came of each
 *
 *	load MODULE.ko VARIANTS SEEN
 *
 * MODULE is victim.ko, and counter.ko is attached to all its probes.  Each line
 * of VARIANTS is one variant, with a TAB between its fields:
 *
 *	name	expected	offset:bytes offset:bytes ...
 *
 * Offsets and bytes are hexadecimal; expected is "" for anything, "works", or
 * a part of the line with which sdt.ko must refuse it.  In each case the module
 * must load and run.  The lines of refusal are added to SEEN.
 *
 * Prints TAP without a plan: a line for each variant that failed, and one for
 * all of them.  A kernel that panics ends it, and the guest; the last variant
 * is in the kernel's log.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REFUSED "sdt: victim: probes refused: "
#define PARAMETERS "/sys/module/victim/parameters/"
#define HITS "/sys/module/counter/parameters/hits"
#define PROBES "/sys/kernel/debug/sdt/probes"
#define STATS "/sys/kernel/debug/sdt/stats"
#define ENABLE "/sys/kernel/tracing/events/victim/enable"
#define TRACE "/sys/kernel/tracing/trace"

static int kmsg;
static FILE *seen;
static unsigned char *image;
static size_t image_size;
static long good_hits = -1;		/* of the first that works: the good one */

/* What a variant did. */
struct outcome {
	unsigned int refusals;
	char refusal[256];
	char failure[256];
};

static void die(const char *what)
{
	printf("Bail out! load: %s: %s\n", what, strerror(errno));
	exit(1);
}

static size_t read_file(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY);
	size_t len = 0;
	ssize_t got;

	while (fd >= 0 && len < size - 1 &&
	       (got = read(fd, buf + len, size - 1 - len)) > 0)
		len += got;
	if (fd >= 0)
		close(fd);
	buf[len] = '\0';
	return len;
}

static long read_number(const char *path)
{
	char buf[64];

	return read_file(path, buf, sizeof(buf)) ? atol(buf) : -1;
}

static bool write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC);
	bool ok;

	if (fd < 0)
		return false;
	ok = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	close(fd);
	return ok;
}

/* How many lines of the file have @text. */
static unsigned int count_lines(const char *path, const char *text)
{
	static char buf[1 << 16];
	unsigned int n = 0;
	char *c;

	read_file(path, buf, sizeof(buf));
	for (c = strstr(buf, text); c; c = strstr(c, text)) {
		n++;
		c = strchr(c, '\n');
		if (!c)
			break;
	}
	return n;
}

static long stat_of(const char *key)
{
	char buf[512], *c;

	read_file(STATS, buf, sizeof(buf));
	c = strstr(buf, key);
	return c ? atol(c + strlen(key)) : -1;
}

static void fail(struct outcome *o, const char *what)
{
	if (!o->failure[0])
		snprintf(o->failure, sizeof(o->failure), "%.255s", what);
}

static bool is_complaint(const char *line)
{
	static const char * const words[] = {
		"WARNING:", "BUG:", "INFO: ", "Oops", "Call Trace:", "UBSAN:",
		"KASAN:", "leaked",
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strstr(line, words[i]))
			return true;
	return false;
}

/* The kernel's lines since the last time. */
static void read_log(struct outcome *o)
{
	char line[2048], *text;
	ssize_t len;

	while ((len = read(kmsg, line, sizeof(line) - 1)) > 0 ||
	       (len < 0 && errno == EPIPE)) {
		if (len < 0)
			continue;
		line[len] = '\0';
		line[strcspn(line, "\n")] = '\0';
		text = strchr(line, ';');
		text = text ? text + 1 : line;
		if (!strncmp(text, REFUSED, strlen(REFUSED))) {
			o->refusals++;
			snprintf(o->refusal, sizeof(o->refusal), "%.255s",
				 text + strlen(REFUSED));
		} else if (is_complaint(text)) {
			fail(o, text);
		}
	}
}

/* Returns the number of hits that the handler counted, -1 if it did not run. */
static long fire(void)
{
	long fired = read_number(PARAMETERS "fired");
	long hits = read_number(HITS);

	if (!write_file(PARAMETERS "fire", "1") ||
	    read_number(PARAMETERS "fired") != fired + 1)
		return -1;
	return read_number(HITS) - hits;
}

/*
 * The code at a site knows its own record, and an entry of the jump table that
 * was given another's switches that one: then the handler gets fewer hits.
 * Events are used, too: printing a record is the last thing that reads a table.
 */
static void check_working(struct outcome *o, long hits, long other_probes)
{
	static char trace[1 << 16];
	long listed;

	if (good_hits < 0)
		good_hits = hits;
	listed = count_lines(PROBES, ":victim:");
	if (!listed || listed != stat_of("probes ") - other_probes)
		fail(o, "it works, but its probes are not listed");
	if (hits < 1 || hits > good_hits)
		fail(o, "it works, but the handler did not get its hits");
	if (!access(ENABLE, F_OK)) {
		write_file(ENABLE, "1");
		if (fire() != hits)
			fail(o, "the handler got other hits with the events on");
		write_file(ENABLE, "0");
		read_file(TRACE, trace, sizeof(trace));
		if (!strstr(trace, "+0x"))	/* where it fired */
			fail(o, "no event of it in the trace");
		write_file(TRACE, "");
	}
}

static void check_refused(struct outcome *o, long hits)
{
	if (o->refusals != 1)
		fail(o, "more than one line of refusal");
	if (hits)
		fail(o, "refused, but a probe fired");
	if (count_lines(PROBES, ":victim:"))
		fail(o, "refused, but its probes are listed");
	fprintf(seen, "%s\n", o->refusal);
}

static void check_expected(struct outcome *o, const char *expected)
{
	if (!strcmp(expected, "works") ? o->refusals > 0 :
					 !strstr(o->refusal, expected))
		fail(o, o->refusals ? o->refusal : "it works");
}

static void run_variant(struct outcome *o, const char *expected)
{
	long modules = stat_of("modules ");
	long probes = stat_of("probes ");
	long hits;

	if (syscall(SYS_init_module, image, image_size, "")) {
		fail(o, strerror(errno));
		return;
	}
	hits = fire();
	read_log(o);
	if (hits < 0)
		fail(o, "the module itself does not run");
	if (o->refusals)
		check_refused(o, hits);
	else
		check_working(o, hits, probes);
	check_expected(o, expected);
	if (syscall(SYS_delete_module, "victim", O_NONBLOCK)) {
		fail(o, "it cannot be unloaded");
		die("delete_module");
	}
	read_log(o);
	if (stat_of("modules ") != modules)
		fail(o, "its probes are still there");
}

/* "offset:bytes offset:bytes", hexadecimal, into @to */
static void patch(unsigned char *to, const char *text)
{
	while (*text && *text != '\n') {
		char *end;
		size_t at = strtoul(text, &end, 16);
		unsigned int byte;

		for (text = end + 1; sscanf(text, "%2x", &byte) == 1 &&
		     text[0] != ' ' && text[0] != '\n'; text += 2) {
			if (at >= image_size) {
				errno = ERANGE;
				die("a variant's offset");
			}
			to[at++] = byte;
		}
		if (*text == ' ')
			text++;
	}
}

int main(int argc, char **argv)
{
	unsigned int total = 0, failed = 0, refused = 0;
	static char file[1 << 20], line[1 << 16];
	unsigned char *base;
	FILE *variants;
	FILE *log;

	if (argc != 4)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	image_size = read_file(argv[1], file, sizeof(file));
	base = (unsigned char *)file;
	image = malloc(image_size);
	variants = fopen(argv[2], "r");
	seen = fopen(argv[3], "a");
	log = fopen("/dev/kmsg", "w");
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	if (!image || !variants || !seen || !log || kmsg < 0 || !image_size)
		die(argv[1]);
	lseek(kmsg, 0, SEEK_END);

	while (fgets(line, sizeof(line), variants)) {
		struct outcome o = { 0 };
		char *name = line, *expected, *patches;

		expected = strchr(name, '\t');
		patches = expected ? strchr(expected + 1, '\t') : NULL;
		if (!patches) {
			errno = EINVAL;
			die("a line of the variants");
		}
		*expected++ = '\0';
		*patches++ = '\0';
		memcpy(image, base, image_size);
		patch(image, patches);
		fprintf(log, "variant %s\n", name);
		fflush(log);
		run_variant(&o, expected);
		total++;
		refused += o.refusals > 0;
		if (o.failure[0]) {
			failed++;
			printf("# %s (expected: %s): %s\n", name,
			       *expected ? expected : "anything", o.failure);
		}
	}
	printf("# %u variants: %u work, %u refused\n", total, total - refused,
	       refused);
	fclose(seen);
	return failed ? 1 : 0;
}
