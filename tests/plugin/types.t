#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What a probe's description says of each argument is what the compiler knows.
. "$(dirname "$0")/lib.sh"

cat > "$tmp/types.c" <<'END'
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/sdt.h>

enum color { RED, GREEN };
typedef unsigned short port_t;
struct box {
	struct box *next;
	signed int minus : 4;
	unsigned int bits : 3;
	enum color color;
	port_t port;
	char text[16];
	u8 bytes[4];
};

void types_f(struct box *b, struct file *fp, const char __user *ubuf,
	     int (*fn)(int), long *v);
void types_f(struct box *b, struct file *fp, const char __user *ubuf,
	     int (*fn)(int), long *v)
{
	DTRACE_PROBE8(ints, signed char, *v, u8, *v, short, *v, port_t, b->port,
		      int, *v, unsigned int, *v, long long, *v, size_t, *v);
	DTRACE_PROBE8(kinds, bool, b->bits, enum color, b->color,
		      struct box *, b->next, char *, b->text,
		      const char __user *, ubuf, int (*)(int), fn,
		      void *, NULL, u8 *, b->bytes);
	DTRACE_PROBE6(odd, int, b->minus, whatever, b->bits, file *, fp,
		      struct char *, b->text, long, v[0], struct file *, fp);
}
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Arguments of many types");
END
printf 'obj-m := types.o\nccflags-y += -w\ninclude %s/kbuild/sdt.mk\n' "$top" > "$tmp/Kbuild"
log=$(module "$tmp") || note "$log"

# Argument lines: name, type, what it is
is "$("$sdtinfo" dump "$tmp/types.ko" | sed -n 's/^ *arg[0-9]* *//p' | tr -s ' ')" \
"arg0 signed char 1-byte signed integer
arg1 u8 1-byte unsigned integer
arg2 short int 2-byte signed integer
port port_t 2-byte unsigned integer
arg4 int 4-byte signed integer
arg5 unsigned int 4-byte unsigned integer
arg6 long long int 8-byte signed integer
arg7 size_t 8-byte unsigned integer
bits bool 1-byte bool
color enum color 4-byte unsigned enum
next struct box * 8-byte pointer
text char * 8-byte string pointer
ubuf const char * 8-byte user string pointer, declared const char __user *
fn int (*)(int) 8-byte function pointer
arg6 void * 8-byte pointer
bytes u8 * 8-byte pointer
minus int 4-byte signed integer
bits unsigned int 4-byte unsigned integer, declared whatever
fp struct file * 8-byte pointer, declared file *
text char * 8-byte string pointer, declared struct char *
arg4 long int 8-byte signed integer
arg5 struct file * 8-byte pointer" 'types, names and kinds'
done_testing
