/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracked.h - what tracked_trace.h is about
 */
#ifndef TRACKED_H
#define TRACKED_H

#include <linux/bitmap.h>
#include <linux/types.h>

#define PLATE_SIZE	5
#define NR_AXLES	70

enum load { LOAD_EMPTY, LOAD_FULL };

#define LOAD_LIMIT	((u32)1ul << 16)	/* not an enumerator, though a header can say so */

#define LAMP_LEFT	0x1
#define LAMP_RIGHT	0x2

struct wheel {
	int size;
	short pressure;
};

struct lorry {
	enum load load;
	unsigned long lamps;
	struct wheel wheel;
	char driver[8];
	u8 plate[PLATE_SIZE];
	DECLARE_BITMAP(axles, NR_AXLES);
	const char *nobody;
};

int lorry_computed(int err);
int lorry_reg(void);
void lorry_unreg(void);

#endif /* TRACKED_H */
