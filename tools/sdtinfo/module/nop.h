/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nop.h - the instructions that a site can be while it is off
 *
 * For the verbs.
 */
#ifndef SDTINFO_NOP_H
#define SDTINFO_NOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No NOP is longer, in bytes. */
#define NOP_MAX		5

/* nop_size() - the size of the NOP in which @bytes begin; 0 if it is none */
size_t nop_size(unsigned int machine, const unsigned char *bytes, size_t room);

/* nop_reaches() - can the jump that replaces a NOP of @size lead so far from it? */
bool nop_reaches(unsigned int machine, size_t size, int64_t distance);

#endif /* SDTINFO_NOP_H */
