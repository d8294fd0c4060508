// SPDX-License-Identifier: GPL-2.0-only
/*
 * site_x86.c - what a disabled site and a trampoline look like on x86-64
 *
 * The compiler plugin writes the five-byte NOP of the kernel's jump labels.  For kernels
 * in which objtool chooses the length, it writes a jump, which objtool replaces by a NOP
 * of two or five bytes.  If objtool did not run, the jump is still there, and enabling
 * the site would crash the kernel.
 */
#include <linux/string.h>

#include "core/internal.h"

/**
 * sdt_is_nop - test whether code is a disabled jump label
 * @code: address of an instruction
 * @room: number of bytes that can be read there
 *
 * Context: Any context.
 * Return: true if the instruction is one of the NOPs of jump labels.
 */
bool sdt_is_nop(const void *code, size_t room)
{
	static const u8 nop2[] = { 0x66, 0x90 };
	static const u8 nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };

	return (room >= sizeof(nop2) && !memcmp(code, nop2, sizeof(nop2))) ||
	       (room >= sizeof(nop5) && !memcmp(code, nop5, sizeof(nop5)));
}

/**
 * sdt_is_trampoline - test whether __static_call_update() can patch code
 * @code: address of 8 bytes that can be read
 *
 * The code must return, by a RET or a jump to the kernel's return thunk, followed by
 * the bytes that mark the trampolines of the kernel's static calls.  For anything else
 * the kernel would call BUG().
 *
 * Context: Any context.
 * Return: true if it can.
 */
bool sdt_is_trampoline(const void *code)
{
	static const u8 mark[] = { 0x0f, 0xb9, 0xcc };
	const u8 *opcode = code;

	return (*opcode == 0xc3 || *opcode == 0xe9) &&
	       !memcmp(code + 5, mark, sizeof(mark));
}
