/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * target.h - what libFuzzer calls, and what it has for a mutator to call
 *
 * replay.c stands in for libFuzzer where that is not: it calls, and has, the same.
 */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* target.c */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* mutate.c: changes @data, which has room for @max bytes; returns its new size */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned int seed);

/* libFuzzer, or replay.c: the same without a thought of what the data is */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

#endif /* FUZZ_TARGET_H */
