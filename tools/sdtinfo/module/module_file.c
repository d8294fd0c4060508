// SPDX-License-Identifier: GPL-2.0-only
/*
 * module_file.c - an ELF file, compressed or not
 *
 * Serves module_elf.c.  libdw decompresses the formats that distributions use for
 * modules, but zstd only if it was built with it, and Debian 12's was not.  So zstd is
 * decompressed with libzstd here.
 */
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "lib/error.h"
#include "lib/util.h"
#include "module_file.h"

enum packing {
	PACKED_NOT,
	PACKED_XZ,
	PACKED_ZSTD,
	PACKED_GZIP,
};

static const char *const packer[] = {
	[PACKED_XZ] = "xz",
	[PACKED_ZSTD] = "zstd",
	[PACKED_GZIP] = "gzip",
};

int libelf_failed(const char *path, const char *what)
{
	const char *reason = elf_errmsg(-1);

	error_file(path, "cannot read %s: %s", what,
		   reason ? reason : "libelf does not say why");
	return -1;
}

static enum packing packing(const unsigned char *start)
{
	if (!memcmp(start, "\xfd" "7zXZ", 5))
		return PACKED_XZ;
	if (!memcmp(start, "\x28\xb5\x2f\xfd", 4))
		return PACKED_ZSTD;
	if (!memcmp(start, "\x1f\x8b", 2))
		return PACKED_GZIP;
	return PACKED_NOT;
}

static int open_file(struct module_file *file, enum packing *packed)
{
	unsigned char start[8] = "";
	struct stat st;

	file->fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file->fd < 0 || fstat(file->fd, &st)) {
		error_file(file->path, "%s", strerror(errno));
		return -1;
	}
	if (!S_ISREG(st.st_mode)) {
		error_file(file->path, S_ISDIR(st.st_mode) ?
			   "is a directory" : "is not a regular file");
		return -1;
	}
	file->size = st.st_size;
	if (!st.st_size) {
		error_file(file->path, "is empty");
		return -1;
	}
	if (pread(file->fd, start, sizeof(start), 0) < 0) {
		error_file(file->path, "%s", strerror(errno));
		return -1;
	}
	if (!memcmp(start, "!<arch>", 7) || !memcmp(start, "!<thin>", 7)) {
		error_file(file->path, "is an archive: name its object files instead");
		return -1;
	}
	*packed = packing(start);
	if (*packed == PACKED_NOT && memcmp(start, ELFMAG, SELFMAG)) {
		error_file(file->path, "is not an ELF file");
		return -1;
	}
	return 0;
}

static int unpack_failed(const struct module_file *file, enum packing packed,
			 const char *reason)
{
	error_file(file->path, "cannot be decompressed with %s: %s", packer[packed],
		   reason);
	return -1;
}

static int open_unpacked(struct module_file *file)
{
	file->elf = elf_memory(file->unpacked, file->size);
	return file->elf ? 0 : libelf_failed(file->path, "it");
}

/* All of the file; NULL with errno if it cannot be read. */
static void *read_all(const struct module_file *file)
{
	char *bytes = xcalloc(file->size, 1);
	uint64_t done = 0;
	ssize_t n;

	while (done < file->size) {
		n = pread(file->fd, bytes + done, file->size - done, done);
		if (n <= 0) {
			errno = n ? errno : EIO;
			free(bytes);
			return NULL;
		}
		done += n;
	}
	return bytes;
}

/*
 * The largest size that a file may be decompressed to, in bytes: modules grow about five
 * times.  libdw has no such limit for xz and gzip.
 */
static size_t max_unpacked(size_t packed)
{
	return (1 << 20) + 64 * packed;
}

/*
 * The largest window for decompression, as a power of two.  zstd's highest regular level
 * needs 2^23 if it does not know the size of its input.
 */
static int max_window(size_t packed)
{
	int log = 23;

	while (log < 27 && (size_t)1 << log < max_unpacked(packed))
		log++;
	return log;
}

/* Decompress @in to file->unpacked.  Returns NULL, or what is wrong. */
static const char *unzstd_stream(struct module_file *file, ZSTD_DStream *stream,
				 ZSTD_inBuffer *in)
{
	ZSTD_outBuffer out = { 0 };
	size_t left = 1;

	while (in->pos < in->size || left) {
		if (out.pos == out.size) {
			if (out.size > max_unpacked(in->size))
				return "it is too long for a module";
			out.size = 2 * out.size + ZSTD_DStreamOutSize();
			out.dst = xreallocarray(out.dst, out.size, 1);
			file->unpacked = out.dst;
		}
		left = ZSTD_decompressStream(stream, &out, in);
		if (ZSTD_isError(left))
			return ZSTD_getErrorName(left);
		if (left && in->pos == in->size && out.pos < out.size)
			return "it is truncated";
	}
	file->size = out.pos;
	return NULL;
}

static int unzstd(struct module_file *file)
{
	ZSTD_inBuffer in = { .src = read_all(file), .size = file->size };
	ZSTD_DStream *stream;
	const char *reason;

	if (!in.src) {
		error_file(file->path, "%s", strerror(errno));
		return -1;
	}
	stream = ZSTD_createDStream();
	if (stream)
		ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax,
				       max_window(file->size));
	reason = stream ? unzstd_stream(file, stream, &in) : "out of memory";
	ZSTD_freeDStream(stream);
	free((void *)in.src);
	return reason ? unpack_failed(file, PACKED_ZSTD, reason) :
			open_unpacked(file);
}

/* Do not map an uncompressed file: one that shrinks would kill us. */
static int open_elf(struct module_file *file, enum packing packed)
{
	size_t size;

	if (elf_version(EV_CURRENT) == EV_NONE)
		return libelf_failed(file->path, "it");
	if (packed == PACKED_ZSTD)
		return unzstd(file);
	file->elf = packed == PACKED_NOT ?
		    elf_begin(file->fd, ELF_C_READ, NULL) :
		    dwelf_elf_begin(file->fd);
	if (packed == PACKED_NOT)
		return file->elf ? 0 : libelf_failed(file->path, "it");
	if (!file->elf)
		return unpack_failed(file, packed, "it is broken or truncated");
	if (!elf_rawfile(file->elf, &size))
		return libelf_failed(file->path, "what is packed in it");
	file->size = size;
	return 0;
}

static int check_kind(const struct module_file *file, enum packing packed)
{
	if (elf_kind(file->elf) == ELF_K_ELF)
		return 0;
	if (packed != PACKED_NOT)
		error_file(file->path, "is not an ELF file after decompression with %s",
			   packer[packed]);
	else
		error_file(file->path, "is not an ELF file that libelf knows");
	return -1;
}

int module_file_open(struct module_file *file, const char *path)
{
	enum packing packed;

	memset(file, 0, sizeof(*file));
	file->path = path;
	if (open_file(file, &packed))
		return -1;
	if (file->size < EI_NIDENT) {
		error_file(path, "is truncated: it ends inside the ELF header");
		return -1;
	}
	return open_elf(file, packed) || check_kind(file, packed) ? -1 : 0;
}

void module_file_close(struct module_file *file)
{
	elf_end(file->elf);
	if (file->fd >= 0)
		close(file->fd);
	free(file->unpacked);
}
