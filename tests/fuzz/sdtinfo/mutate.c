// SPDX-License-Identifier: GPL-2.0-only
/*
 * mutate.c - changes an ELF file where sdtinfo looks
 *
 * Serves libFuzzer and replay.c.  A byte that is changed anywhere lies mostly in
 * code, or makes of the file no ELF file.  So: choose a section, rather one of
 * those with tables and records in it, or a header, and change in it what a
 * table is made of: aligned numbers, entries, strings.  Now and then libFuzzer
 * has its way, with the section or with the whole file.
 */
#include <elf.h>
#include <stdbool.h>
#include <string.h>

#include "target.h"

/* Some part of the file */
struct area {
	size_t offset;
	size_t size;
	size_t header;		/* where its section header is, or 0 */
	bool headers;		/* these are the section headers */
	unsigned int weight;	/* how often it is chosen */
};

#define MAX_AREAS	64

/* How often a section is chosen, by the beginning of its name */
static const struct {
	const char *name;
	unsigned int weight;
} weights[] = {
	{ "__sdt_", 6 }, { ".discard.sdt", 10 }, { "__jump_table", 3 },
	{ ".rela__", 6 }, { ".symtab", 6 }, { ".shstrtab", 2 }, { "", 1 },
};

#define HEADERS_WEIGHT	8

static uint64_t state;

static size_t below(size_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % n;
}

static bool lies_in(size_t size, uint64_t offset, uint64_t length)
{
	return offset <= size && length <= size - offset;
}

static unsigned int weight_of(const char *name)
{
	size_t i = 0;

	while (strncmp(name, weights[i].name, strlen(weights[i].name)))
		i++;
	return weights[i].weight;
}

/* Sections beyond 65,279 are counted in the first section header. */
static size_t nr_sections(const uint8_t *data, size_t size,
			  const Elf64_Ehdr *ehdr)
{
	Elf64_Shdr first;

	if (ehdr->e_shnum || !lies_in(size, ehdr->e_shoff, sizeof(first)))
		return ehdr->e_shnum;
	memcpy(&first, data + ehdr->e_shoff, sizeof(first));
	return first.sh_size < MAX_AREAS ? first.sh_size : MAX_AREAS;
}

/* A section's name, cut off; "" if it has none */
static void section_name(const uint8_t *data, size_t size,
			 const Elf64_Ehdr *ehdr, const Elf64_Shdr *shdr,
			 char name[16])
{
	uint64_t at = ehdr->e_shoff + ehdr->e_shstrndx * sizeof(*shdr);
	Elf64_Shdr strings;

	memset(name, 0, 16);
	if (ehdr->e_shstrndx == SHN_XINDEX) {
		memcpy(&strings, data + ehdr->e_shoff, sizeof(strings));
		at = ehdr->e_shoff + strings.sh_link * sizeof(*shdr);
	}
	if (!lies_in(size, at, sizeof(strings)))
		return;
	memcpy(&strings, data + at, sizeof(strings));
	at = strings.sh_offset + shdr->sh_name;
	if (lies_in(size, at, 15))
		memcpy(name, data + at, 15);
}

/* The parts of an ELF file; none if it is no such file */
static size_t find_areas(const uint8_t *data, size_t size, struct area *areas)
{
	Elf64_Ehdr ehdr;
	Elf64_Shdr shdr;
	size_t i, at, count, n = 0;
	char name[16];

	if (size < sizeof(ehdr) || memcmp(data, ELFMAG, SELFMAG))
		return 0;
	memcpy(&ehdr, data, sizeof(ehdr));
	areas[n++] = (struct area){ .size = sizeof(ehdr), .weight = 1 };
	count = nr_sections(data, size, &ehdr);
	if (!count || !lies_in(size, ehdr.e_shoff, count * sizeof(shdr)))
		return n;
	areas[n++] = (struct area){
		.offset = ehdr.e_shoff,
		.size = count * sizeof(shdr),
		.headers = true,
		.weight = HEADERS_WEIGHT,
	};
	for (i = 0; i < count && n < MAX_AREAS; i++) {
		at = ehdr.e_shoff + i * sizeof(shdr);
		memcpy(&shdr, data + at, sizeof(shdr));
		if (shdr.sh_type == SHT_NOBITS || !shdr.sh_size ||
		    !lies_in(size, shdr.sh_offset, shdr.sh_size))
			continue;
		section_name(data, size, &ehdr, &shdr, name);
		areas[n++] = (struct area){
			.offset = shdr.sh_offset,
			.size = shdr.sh_size,
			.header = at,
			.weight = weight_of(name),
		};
	}
	return n;
}

static const struct area *choose(const struct area *areas, size_t n)
{
	size_t i, sum = 0;

	for (i = 0; i < n; i++)
		sum += areas[i].weight;
	sum = below(sum);
	for (i = 0; sum >= areas[i].weight; i++)
		sum -= areas[i].weight;
	return &areas[i];
}

static uint64_t edge(void)
{
	static const uint64_t edges[] = {
		0, 1, 2, 3, 4, 16, 17, 40, 64, 255, 256, 0xff00, 0xffff,
		0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0,
		0x100000000, 0x7fffffffffffffff, 0x8000000000000000,
		0xffffffffffffffff, 0xfffffffffffffff0,
	};

	return edges[below(sizeof(edges) / sizeof(edges[0]))];
}

/* What numbers in a file should not be, but for luck */
static uint64_t number(uint64_t old, size_t size)
{
	switch (below(6)) {
	case 0:
		return old + 1 + below(8);
	case 1:
		return old - 1 - below(8);
	case 2:
		return below(64);
	case 3:
		return size - below(64);
	case 4:
		return old ^ 1ull << below(32);
	default:
		return edge();
	}
}

/* A number of 1, 2, 4 or 8 bytes, mostly of 4 */
static void set_number(uint8_t *data, const struct area *area)
{
	static const size_t sizes[] = { 4, 4, 4, 8, 2, 1 };
	size_t size = sizes[below(sizeof(sizes) / sizeof(sizes[0]))];
	uint64_t value = 0;
	uint8_t *at;

	if (area->size < size)
		return;
	at = data + area->offset + below(area->size / size) * size;
	memcpy(&value, at, size);
	value = number(value, area->size);
	memcpy(at, &value, size);
}

/* A byte that means something in a string, to the assembler or to a terminal */
static void set_byte(uint8_t *data, const struct area *area)
{
	static const uint8_t bytes[] = "\0\0\n\r\t\"\\%/*-_#. a\x1b\x7f\x80\xc2\xe2\xff";

	data[area->offset + below(area->size)] = bytes[below(sizeof(bytes))];
}

/* A section header says something else that a section header can say. */
static void set_header(uint8_t *data, const struct area *area)
{
	static const uint32_t types[] = {
		SHT_NULL, SHT_PROGBITS, SHT_SYMTAB, SHT_STRTAB, SHT_RELA,
		SHT_NOBITS, SHT_REL, SHT_SYMTAB_SHNDX, SHT_GROUP,
	};
	size_t count = area->size / sizeof(Elf64_Shdr);
	uint8_t *at = data + area->offset + below(count) * sizeof(Elf64_Shdr);
	uint8_t *other = data + area->offset + below(count) * sizeof(Elf64_Shdr);
	Elf64_Shdr shdr, from;

	memcpy(&shdr, at, sizeof(shdr));
	memcpy(&from, other, sizeof(from));
	switch (below(7)) {
	case 0:
		shdr.sh_type = types[below(sizeof(types) / sizeof(types[0]))];
		if (shdr.sh_type == SHT_NOBITS)
			shdr.sh_size = edge();	/* it is not in the file */
		break;
	case 1:
		shdr.sh_size = number(shdr.sh_size, from.sh_size);
		break;
	case 2:
		shdr.sh_name = from.sh_name;
		break;
	case 3:
		shdr.sh_offset = from.sh_offset;
		shdr.sh_size = from.sh_size;
		break;
	case 4:
		shdr.sh_link = below(count + 1);
		break;
	case 5:
		shdr.sh_info = below(count + 1);
		break;
	case 6:
		shdr.sh_flags ^= below(2) ? SHF_COMPRESSED : SHF_EXECINSTR;
		break;
	}
	memcpy(at, &shdr, sizeof(shdr));
}

/* One entry over another, as long as the entries of some table are */
static void copy_entry(uint8_t *data, const struct area *area)
{
	static const size_t sizes[] = { 4, 8, 12, 16, 20, 24, 32, 40, 64 };
	size_t size = sizes[below(sizeof(sizes) / sizeof(sizes[0]))];
	size_t count = area->size / size;
	uint8_t *at = data + area->offset;

	if (count)
		memmove(at + below(count) * size, at + below(count) * size,
			size);
}

/* A section with more in it, which moves to the end of the file for that */
static size_t grow(uint8_t *data, size_t size, size_t max,
		   const struct area *area)
{
	size_t more = 4 * below(area->size / 4 + 1);
	size_t at = (size + 7) & ~(size_t)7;
	Elf64_Shdr shdr;

	if (!area->header || !lies_in(max, at, area->size + more))
		return size;
	memset(data + size, 0, at - size);
	memcpy(data + at, data + area->offset, area->size);
	memcpy(data + at + area->size, data + area->offset, more);
	memcpy(&shdr, data + area->header, sizeof(shdr));
	shdr.sh_offset = at;
	shdr.sh_size += more;
	memcpy(data + area->header, &shdr, sizeof(shdr));
	return at + area->size + more;
}

static size_t mutate_area(uint8_t *data, size_t size, size_t max,
			  const struct area *area)
{
	if (area->headers && below(2)) {
		set_header(data, area);
		return size;
	}
	switch (below(16)) {
	case 0:
		return grow(data, size, max, area);
	case 1:
	case 2:
		copy_entry(data, area);
		break;
	case 3:
	case 4:
		set_byte(data, area);
		break;
	case 5:
	case 6:
	case 7:
		LLVMFuzzerMutate(data + area->offset, area->size, area->size);
		break;
	default:
		set_number(data, area);
	}
	return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned int seed)
{
	struct area areas[MAX_AREAS];
	size_t n, times;

	state = seed * 0x9e3779b97f4a7c15u | 1;
	for (times = 1 + below(3); times; times--) {
		n = find_areas(data, size, areas);
		if (!n || !below(8))
			size = LLVMFuzzerMutate(data, size, max);
		else
			size = mutate_area(data, size, max, choose(areas, n));
	}
	return size;
}
