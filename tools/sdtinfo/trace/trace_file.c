// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace_file.c - read the records of a trace.dat file, of sdtinfo or of trace-cmd
 *
 * libtracecmd reads all versions of the format, also compressed files and those of other machines.
 * The records of the file's trace instances ("trace-cmd record -B") are read with the others, in the
 * order of their times.
 *
 * libtracecmd trusts a file more than it should, and can crash on a damaged one.  A signal handler
 * then ends the program with a message.  The library also prints to standard output, which is
 * redirected while it opens a file.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source.h"
#include "lib/util.h"
#include "tracefs/events.h"

#ifdef WITHOUT_TRACECMD

struct hit_source *trace_file_open(const char *path)
{
	error_file(path, "cannot be read: this sdtinfo was built without libtracecmd; install libtracecmd-dev, and build sdtinfo again");
	return NULL;
}

#else

#include <trace-cmd.h>

#define MAGIC	"\x17\x08\x44tracing"

/* What the text of a kprobe's event begins with */
#define KPROBE_TEXT	"(%lx"

/* How many records of a CPU are read to see whether there are stacks among them */
#define LOOK_AT		8

/* The records of a CPU in one buffer */
struct queue {
	struct tracecmd_input *input;
	int cpu;
	struct tep_record *next;	/* NULL: there are no more */
};

struct trace_file {
	struct hit_source source;
	struct tracecmd_input **inputs;	/* the file's own buffer, and its instances */
	size_t nr_inputs;
	struct queue *queues;
	size_t nr_queues;
};

static struct trace_file *trace_file_of(struct hit_source *source)
{
	return (struct trace_file *)source;	/* its first member */
}

/*
 * A crash of the library
 */

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGABRT };

#define NR_CRASHES	(sizeof(crashes) / sizeof(crashes[0]))

static char *crash_message;
static volatile sig_atomic_t is_in_library;

/* The hits before it are shown: it is not in stdio that the library crashes. */
static void on_crash(int number)
{
	(void)number;
	if (!is_in_library)
		return;		/* it is this program's own, and happens again */
	fflush(stdout);
	if (write(STDERR_FILENO, crash_message, strlen(crash_message)) < 0)
		_exit(EXIT_FAILED);
	_exit(EXIT_FAILED);
}

static void watch_crashes(const char *path)
{
	const struct sigaction action = { .sa_handler = on_crash, .sa_flags = SA_RESETHAND };
	char *name = out_safe(path);
	size_t i;

	crash_message = xasprintf("sdtinfo: %s: damaged: libtracecmd cannot read it\n", name);
	free(name);
	for (i = 0; i < NR_CRASHES; i++)
		sigaction(crashes[i], &action, NULL);
	is_in_library = true;
}

static void ignore_crashes(void)
{
	size_t i;

	is_in_library = false;
	for (i = 0; i < NR_CRASHES; i++)
		signal(crashes[i], SIG_DFL);
	free(crash_message);
}

/* Send what the library prints elsewhere; returns the file descriptor to go back to. */
static int hide_output(void)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC), out;

	fflush(stdout);
	out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (null >= 0) {
		if (out >= 0)
			dup2(null, STDOUT_FILENO);
		close(null);
	}
	return out;
}

static void show_output(int out)
{
	if (out < 0)
		return;
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(out);
}

/*
 * A file
 */

static int check_magic(const char *path)
{
	char magic[sizeof(MAGIC) - 1];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);	/* it can be a pipe */
	struct stat st;
	ssize_t size;

	if (fd < 0)
		return error_file(path, "cannot be read: %s", strerror(errno));
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return error_file(path, "not a regular file");
	}
	size = read(fd, magic, sizeof(magic));
	close(fd);
	if (size != sizeof(magic) || memcmp(magic, MAGIC, sizeof(magic)))
		return error_file(path, "not a trace.dat file");
	return 0;
}

static void add_input(struct trace_file *file, struct tracecmd_input *input)
{
	file->inputs = xroom_for_one(file->inputs, file->nr_inputs, sizeof(*file->inputs));
	file->inputs[file->nr_inputs++] = input;
}

/*
 * Not tracecmd_open(), which crashes if a file is too short.  Nor can the handle of such a file be
 * closed.
 */
static int open_inputs(struct trace_file *file)
{
	struct tracecmd_input *input, *part;
	int i;

	input = tracecmd_open_head(file->source.name, TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!input || tracecmd_init_data(input))
		return -1;
	add_input(file, input);
	for (i = 0; i < tracecmd_buffer_instances(input); i++) {
		part = tracecmd_buffer_instance_handle(input, i);
		if (!part)
			return -1;
		add_input(file, part);
	}
	return tep_get_cpus(tracecmd_get_tep(input)) > 0 ? 0 : -1;
}

/*
 * Records
 */

static void take_next(struct queue *queue)
{
	if (queue->next)
		tracecmd_free_record(queue->next);
	queue->next = tracecmd_read_data(queue->input, queue->cpu);
}

static void take_first(struct queue *queue)
{
	if (queue->next)
		tracecmd_free_record(queue->next);
	queue->next = tracecmd_read_cpu_first(queue->input, queue->cpu);
}

static struct queue *oldest(const struct trace_file *file)
{
	struct queue *found = NULL;
	size_t i;

	for (i = 0; i < file->nr_queues; i++)
		if (file->queues[i].next &&
		    (!found || file->queues[i].next->ts < found->next->ts))
			found = &file->queues[i];
	return found;
}

/* Each record is followed by its stack, if there are stacks. */
static bool has_stacks(const struct trace_file *file, const struct tep_event *stack)
{
	struct queue *queue = file->queues;
	bool has = false;
	int nr;

	for (; stack && !has && queue < file->queues + file->nr_queues; queue++) {
		take_first(queue);
		for (nr = 0; queue->next && !has && nr < LOOK_AT; nr++) {
			has = tep_data_type(file->source.tep, queue->next) == stack->id;
			take_next(queue);
		}
	}
	return has;
}

static void open_queues(struct trace_file *file)
{
	size_t i;
	int cpu;

	file->queues = xcalloc(file->nr_inputs * file->source.nr_cpus, sizeof(*file->queues));
	for (i = 0; i < file->nr_inputs; i++)
		for (cpu = 0; cpu < (int)file->source.nr_cpus; cpu++)
			file->queues[file->nr_queues++] = (struct queue){
				.input = file->inputs[i],
				.cpu = cpu,
			};
}

static int trace_file_read(struct hit_source *source,
			   bool (*record)(struct tep_record *record, void *data),
			   void (*lost)(int cpu, unsigned long long number, void *data),
			   void *data)
{
	struct trace_file *file = trace_file_of(source);
	struct queue *queue;
	bool goes_on = true;
	size_t i;

	watch_crashes(source->name);
	for (i = 0; i < file->nr_queues; i++)
		take_first(&file->queues[i]);
	while (goes_on && (queue = oldest(file))) {
		const long long missed = queue->next->missed_events;

		is_in_library = false;
		if (queue->next->cpu < 0 || (size_t)queue->next->cpu >= source->nr_cpus)
			queue->next->cpu = queue->cpu;
		if (missed)
			lost(queue->next->cpu, missed > 0 ? missed : 0, data);
		goes_on = record(queue->next, data);
		is_in_library = true;
		take_next(queue);
	}
	ignore_crashes();
	return 0;
}

static const char *trace_file_command(struct hit_source *source, int pid)
{
	return tep_data_comm_from_pid(source->tep, pid);
}

static void trace_file_close(struct hit_source *source)
{
	struct trace_file *file = trace_file_of(source);

	free(source->events);
	while (file->nr_queues)
		if (file->queues[--file->nr_queues].next)
			tracecmd_free_record(file->queues[file->nr_queues].next);
	free(file->queues);
	while (file->nr_inputs)
		tracecmd_close(file->inputs[--file->nr_inputs]);	/* the last one with its tep */
	free(file->inputs);
	free(file);
}

static const struct hit_source_ops trace_file_ops = {
	.read = trace_file_read,
	.command = trace_file_command,
	.close = trace_file_close,
};

/* Events of kprobes and the like have the field __probe_ip, as those of probes have. */
static bool is_kprobe(const struct tep_event *event)
{
	const char *text = event->print_fmt.format ?: "";

	return !strncmp(text, KPROBE_TEXT, strlen(KPROBE_TEXT));
}

/* Only tables tell which events of trace-cmd are probes; others are shown like TRACE_EVENTs. */
static void add_events(struct hit_source *source)
{
	struct tep_event **events = tep_list_events(source->tep, TEP_EVENT_SORT_ID);
	size_t i;

	for (i = 0; events && events[i]; i++)
		if (strcmp(events[i]->system, "ftrace") && !is_kprobe(events[i]))
			source_add_event(source, &(struct source_event){
				.format = events[i],
				.system = events[i]->system,
				.name = events[i]->name,
			});
}

static int open_all(struct trace_file *file)
{
	struct hit_source *source = &file->source;
	struct tep_event *stack;

	if (open_inputs(file))
		return -1;
	source->tep = tracecmd_get_tep(file->inputs[0]);
	source->nr_cpus = tep_get_cpus(source->tep);
	open_queues(file);
	add_events(source);
	stack = tep_find_event_by_name(source->tep, "ftrace", "kernel_stack");
	source->stack = has_stacks(file, stack) ? stack : NULL;
	return 0;
}

static int open_quietly(struct trace_file *file)
{
	int out, failed;

	tracecmd_set_loglevel(TEP_LOG_NONE);
	tracefs_set_loglevel(TEP_LOG_NONE);
	tep_set_loglevel(TEP_LOG_NONE);
	out = hide_output();
	watch_crashes(file->source.name);
	failed = open_all(file);
	ignore_crashes();
	show_output(out);
	return failed ? error_file(file->source.name,
				   "damaged or incomplete, or of a newer trace-cmd") : 0;
}

struct hit_source *trace_file_open(const char *path)
{
	struct trace_file *file;
	struct hit_source *source;

	if (check_magic(path))
		return NULL;
	file = xcalloc(1, sizeof(*file));
	source = &file->source;
	source->ops = &trace_file_ops;
	source->name = path;
	source->has_symbols = true;
	source->no_clock = "a trace.dat file does not tell the time of the day";
	if (!open_quietly(file))
		return source;
	trace_file_close(source);
	return NULL;
}

#endif
