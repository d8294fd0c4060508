/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arm64/sites.h - the instruction at a site
 */

static void switch_jump(u8 *code, long to, _Bool on)
{
	const uint32_t nop = 0xd503201f, b = 0x14000000;
	uint32_t *instruction = (uint32_t *)code;

	if (*instruction != nop && (*instruction & 0xfc000000) != b)
		give_up("no NOP at a site");
	*instruction = on ? b | (to >> 2 & 0x3ffffff) : nop;
	__builtin___clear_cache((char *)code, (char *)code + 4);
}
