/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * revdev.h - what the driver's files and its test program share
 */
#ifndef REVDEV_H
#define REVDEV_H

#include <linux/ioctl.h>

#define REVDEV_NAME	"revdev"

/* Is the argument even or odd?  Returns 0 or 1. */
#define REVDEV_PARITY	_IO('R', 0x80)

#ifdef __KERNEL__
#include <linux/fs.h>
#include <linux/sdt.h>

extern const struct file_operations revdev_fops;

/*
 * The driver's probes, one macro each, to keep the code that fires them readable.
 * write-entry passes the string in the program's memory, which is to be shown as a
 * string; the other strings are in the driver's.
 */
#define REVDEV_WRITE_ENTRY(fp, buf, n) \
	DTRACE_PROBE3(write__entry, struct file *, fp, \
		      char *, (__force char *)(buf), size_t, n)
#define REVDEV_WRITE_RETURN(text, ret) \
	DTRACE_PROBE2(write__return, char *, text, ssize_t, ret)
#define REVDEV_READ_ENTRY(fp, text) \
	DTRACE_PROBE2(read__entry, struct file *, fp, char *, text)
#define REVDEV_READ_RETURN(text, ret) \
	DTRACE_PROBE2(read__return, char *, text, ssize_t, ret)
#define REVDEV_IOCTL_ENTRY(fp, cmd, arg) \
	DTRACE_PROBE3(ioctl__entry, struct file *, fp, \
		      unsigned int, cmd, unsigned long, arg)
#define REVDEV_IOCTL_RETURN(parity) \
	DTRACE_PROBE1(ioctl__return, char *, parity)
#endif

#endif /* REVDEV_H */
