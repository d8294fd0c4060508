/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * module_file.h - an ELF file, compressed or not
 *
 * For module_elf.c.
 */
#ifndef SDTINFO_MODULE_FILE_H
#define SDTINFO_MODULE_FILE_H

#if defined(__has_include)
#if !__has_include(<gelf.h>) || !__has_include(<elfutils/libdwelf.h>)
#error "no headers of elfutils here: apt-get install libelf-dev libdw-dev"
#endif
#if !__has_include(<zstd.h>)
#error "no libzstd headers here: apt-get install libzstd-dev"
#endif
#endif

#include <libelf.h>
#include <stdint.h>

struct module_file {
	const char *path;
	int fd;
	void *unpacked;		/* what @elf reads, if not the file */
	uint64_t size;		/* of the ELF file and what follows it, in bytes */
	Elf *elf;
};

/*
 * module_file_open() - open an ELF file, which may be compressed with xz, zstd or gzip
 *
 * Returns 0, or -1 when it has reported why not.  @path must outlive @file, which
 * is to be closed in either case.
 */
int module_file_open(struct module_file *file, const char *path);
void module_file_close(struct module_file *file);

/* libelf_failed() - report that libelf cannot read @what; returns -1 */
int libelf_failed(const char *path, const char *what);

#endif /* SDTINFO_MODULE_FILE_H */
