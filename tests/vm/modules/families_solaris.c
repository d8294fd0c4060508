// SPDX-License-Identifier: GPL-2.0-only
/*
 * families_solaris.c - all macros of <linux/sdt.h> and <linux/sdt_providers.h>
 */
#define DTRACE_PRINTF_UNNAMED	"SIX: "
#include "families.h"

/* One function for the macros of one provider, which take the same. */
#define FIRE(function, P, P0, P1, P2, P3, P4, P5, P6, P7, P8, P_ENABLED)	\
unsigned int function(void)						\
{									\
	P(some, int, val.i, const char *, val.s);			\
	P0(zero);							\
	P1(one, int, val.i);						\
	P2(two, int, val.i, long, val.l);				\
	P3(three, int, val.i, long, val.l, const char *, val.s);	\
	P4(four, int, val.i, long, val.l, const char *, val.s,		\
	   unsigned char, val.c);					\
	P5(five, int, val.i, long, val.l, const char *, val.s,		\
	   unsigned char, val.c, short, val.h);				\
	P6(six, int, val.i, long, val.l, const char *, val.s,		\
	   unsigned char, val.c, short, val.h, unsigned long long, val.q); \
	P7(seven, int, val.i, long, val.l, const char *, val.s,		\
	   unsigned char, val.c, short, val.h, unsigned long long, val.q, \
	   enum colour, val.e);						\
	P8(eight, int, val.i, long, val.l, const char *, val.s,		\
	   unsigned char, val.c, short, val.h, unsigned long long, val.q, \
	   enum colour, val.e, _Bool, val.b);				\
	return P_ENABLED(some);						\
}

FIRE(fire_sched, DTRACE_SCHED, DTRACE_SCHED0, DTRACE_SCHED1, DTRACE_SCHED2,
     DTRACE_SCHED3, DTRACE_SCHED4, DTRACE_SCHED5, DTRACE_SCHED6, DTRACE_SCHED7,
     DTRACE_SCHED8, DTRACE_SCHED_ENABLED)
FIRE(fire_proc, DTRACE_PROC, DTRACE_PROC0, DTRACE_PROC1, DTRACE_PROC2,
     DTRACE_PROC3, DTRACE_PROC4, DTRACE_PROC5, DTRACE_PROC6, DTRACE_PROC7,
     DTRACE_PROC8, DTRACE_PROC_ENABLED)
FIRE(fire_io, DTRACE_IO, DTRACE_IO0, DTRACE_IO1, DTRACE_IO2,
     DTRACE_IO3, DTRACE_IO4, DTRACE_IO5, DTRACE_IO6, DTRACE_IO7, DTRACE_IO8,
     DTRACE_IO_ENABLED)
FIRE(fire_iscsi, DTRACE_ISCSI, DTRACE_ISCSI0, DTRACE_ISCSI1, DTRACE_ISCSI2,
     DTRACE_ISCSI3, DTRACE_ISCSI4, DTRACE_ISCSI5, DTRACE_ISCSI6, DTRACE_ISCSI7,
     DTRACE_ISCSI8, DTRACE_ISCSI_ENABLED)
FIRE(fire_nfsv3, DTRACE_NFSV3, DTRACE_NFSV30, DTRACE_NFSV31, DTRACE_NFSV32,
     DTRACE_NFSV33, DTRACE_NFSV34, DTRACE_NFSV35, DTRACE_NFSV36, DTRACE_NFSV37,
     DTRACE_NFSV38, DTRACE_NFSV3_ENABLED)
FIRE(fire_nfsv4, DTRACE_NFSV4, DTRACE_NFSV40, DTRACE_NFSV41, DTRACE_NFSV42,
     DTRACE_NFSV43, DTRACE_NFSV44, DTRACE_NFSV45, DTRACE_NFSV46, DTRACE_NFSV47,
     DTRACE_NFSV48, DTRACE_NFSV4_ENABLED)
FIRE(fire_smb, DTRACE_SMB, DTRACE_SMB0, DTRACE_SMB1, DTRACE_SMB2,
     DTRACE_SMB3, DTRACE_SMB4, DTRACE_SMB5, DTRACE_SMB6, DTRACE_SMB7, DTRACE_SMB8,
     DTRACE_SMB_ENABLED)
FIRE(fire_ip, DTRACE_IP, DTRACE_IP0, DTRACE_IP1, DTRACE_IP2,
     DTRACE_IP3, DTRACE_IP4, DTRACE_IP5, DTRACE_IP6, DTRACE_IP7, DTRACE_IP8,
     DTRACE_IP_ENABLED)
FIRE(fire_tcp, DTRACE_TCP, DTRACE_TCP0, DTRACE_TCP1, DTRACE_TCP2,
     DTRACE_TCP3, DTRACE_TCP4, DTRACE_TCP5, DTRACE_TCP6, DTRACE_TCP7, DTRACE_TCP8,
     DTRACE_TCP_ENABLED)
FIRE(fire_udp, DTRACE_UDP, DTRACE_UDP0, DTRACE_UDP1, DTRACE_UDP2,
     DTRACE_UDP3, DTRACE_UDP4, DTRACE_UDP5, DTRACE_UDP6, DTRACE_UDP7, DTRACE_UDP8,
     DTRACE_UDP_ENABLED)
FIRE(fire_sysevent, DTRACE_SYSEVENT, DTRACE_SYSEVENT0,
     DTRACE_SYSEVENT1, DTRACE_SYSEVENT2, DTRACE_SYSEVENT3, DTRACE_SYSEVENT4,
     DTRACE_SYSEVENT5, DTRACE_SYSEVENT6, DTRACE_SYSEVENT7, DTRACE_SYSEVENT8,
     DTRACE_SYSEVENT_ENABLED)
FIRE(fire_xpv, DTRACE_XPV, DTRACE_XPV0, DTRACE_XPV1, DTRACE_XPV2,
     DTRACE_XPV3, DTRACE_XPV4, DTRACE_XPV5, DTRACE_XPV6, DTRACE_XPV7, DTRACE_XPV8,
     DTRACE_XPV_ENABLED)
FIRE(fire_fc, DTRACE_FC, DTRACE_FC0, DTRACE_FC1, DTRACE_FC2,
     DTRACE_FC3, DTRACE_FC4, DTRACE_FC5, DTRACE_FC6, DTRACE_FC7, DTRACE_FC8,
     DTRACE_FC_ENABLED)
FIRE(fire_srp, DTRACE_SRP, DTRACE_SRP0, DTRACE_SRP1, DTRACE_SRP2,
     DTRACE_SRP3, DTRACE_SRP4, DTRACE_SRP5, DTRACE_SRP6, DTRACE_SRP7, DTRACE_SRP8,
     DTRACE_SRP_ENABLED)
FIRE(fire_lockstat, DTRACE_LOCKSTAT, DTRACE_LOCKSTAT0,
     DTRACE_LOCKSTAT1, DTRACE_LOCKSTAT2, DTRACE_LOCKSTAT3, DTRACE_LOCKSTAT4,
     DTRACE_LOCKSTAT5, DTRACE_LOCKSTAT6, DTRACE_LOCKSTAT7, DTRACE_LOCKSTAT8,
     DTRACE_LOCKSTAT_ENABLED)

/* Solaris's own names of the numbered ones */
FIRE(fire_iscsi_underscore, DTRACE_ISCSI, DTRACE_ISCSI_0, DTRACE_ISCSI_1,
     DTRACE_ISCSI_2, DTRACE_ISCSI_3, DTRACE_ISCSI_4, DTRACE_ISCSI_5,
     DTRACE_ISCSI_6, DTRACE_ISCSI_7, DTRACE_ISCSI_8, DTRACE_ISCSI_ENABLED)
FIRE(fire_nfsv3_underscore, DTRACE_NFSV3, DTRACE_NFSV3_0, DTRACE_NFSV3_1,
     DTRACE_NFSV3_2, DTRACE_NFSV3_3, DTRACE_NFSV3_4, DTRACE_NFSV3_5,
     DTRACE_NFSV3_6, DTRACE_NFSV3_7, DTRACE_NFSV3_8, DTRACE_NFSV3_ENABLED)
FIRE(fire_nfsv4_underscore, DTRACE_NFSV4, DTRACE_NFSV4_0, DTRACE_NFSV4_1,
     DTRACE_NFSV4_2, DTRACE_NFSV4_3, DTRACE_NFSV4_4, DTRACE_NFSV4_5,
     DTRACE_NFSV4_6, DTRACE_NFSV4_7, DTRACE_NFSV4_8, DTRACE_NFSV4_ENABLED)
FIRE(fire_smb_underscore, DTRACE_SMB, DTRACE_SMB_0, DTRACE_SMB_1,
     DTRACE_SMB_2, DTRACE_SMB_3, DTRACE_SMB_4, DTRACE_SMB_5, DTRACE_SMB_6,
     DTRACE_SMB_7, DTRACE_SMB_8, DTRACE_SMB_ENABLED)
FIRE(fire_fc_underscore, DTRACE_FC, DTRACE_FC_0, DTRACE_FC_1, DTRACE_FC_2,
     DTRACE_FC_3, DTRACE_FC_4, DTRACE_FC_5, DTRACE_FC_6, DTRACE_FC_7,
     DTRACE_FC_8, DTRACE_FC_ENABLED)
FIRE(fire_srp_underscore, DTRACE_SRP, DTRACE_SRP_0, DTRACE_SRP_1,
     DTRACE_SRP_2, DTRACE_SRP_3, DTRACE_SRP_4, DTRACE_SRP_5, DTRACE_SRP_6,
     DTRACE_SRP_7, DTRACE_SRP_8, DTRACE_SRP_ENABLED)

FIRE(fire_solaris, DTRACE_PROBE, DTRACE_PROBE0, DTRACE_PROBE1, DTRACE_PROBE2,
     DTRACE_PROBE3, DTRACE_PROBE4, DTRACE_PROBE5, DTRACE_PROBE6, DTRACE_PROBE7,
     DTRACE_PROBE8, DTRACE_PROBE_ENABLED)

/* Those of illumos's SMB server */
unsigned int fire_smb_server(void)
{
	DTRACE_SMB_START(op__close, int, val.i);
	DTRACE_SMB_DONE(op__close, int, val.i);
	DTRACE_SMB2_START(op__read, long, val.l);
	DTRACE_SMB2_DONE(op__read, long, val.l);
	return 0;
}

/* A provider of one's own, and the macros that it gets */
DTRACE_PROVIDER(six__shooter);
DTRACE_PROVIDER_TRUSTED(saloon);
struct shooter { int rounds; };
#define SHOOTER_PROBE1(name, t, a)	DTRACE_PROBE1(__six__shooter_##name, t, a)

/* Oracle's manual: macros whose types are none in C, but plain enough */
#define REVDEV_READ_ENTRY_PROBE(name, fp, buf)				\
	DTRACE_PROBE2(read__##name, file *, fp, char *, buf)
#define REVDEV_IOCTL_RETURN_PROBE(name, str)				\
	DTRACE_PROBE1(ioctl__##name, struct char *, str)

struct file;

enum shot { LOUD = 1, FAST = 2 };

static noinline int chamber(int n)
{
	return n + 1;
}

unsigned int fire_revdev(void)
{
	struct file *fp = (struct file *)0x1000;
	char text[] = "hello";

	SHOOTER_PROBE1(turn, int, DTRACE_PURE(chamber(val.i)));
	REVDEV_READ_ENTRY_PROBE(entry, fp, text);
	REVDEV_IOCTL_RETURN_PROBE(return, text);
	DTRACE_PROBE2(shown, unsigned long long DTRACE_HEX, val.q,
		      enum shot DTRACE_FLAGS shot, val.c - 1);
	DTRACE_PROBE1(trusted, struct shooter * DTRACE_TRUSTED shooter, NULL);
	DTRACE_PROBE1(__saloon_brawl, struct shooter *shooter, NULL);
	return 0;
}

unsigned int fire_messages(void)
{
	DTRACE_PRINTF("%s is %d of %hhu\n", val.s, val.i, val.c);
	DTRACE_PRINTF_NAMED(any__name, "%llu things\n", val.q);
	DTRACE_PRINTF_PREFIX(__six__shooter, "%#lx turns\n", val.l);
	DTRACE_PRINTF("SIX: %hhu left\n", val.c);
	DTRACE_PROBE_TEXT(counted, "%s, not %d", const char *what, val.s, int, val.i);
	return 0;
}

struct buf;

/* DTrace shows what is behind the colon: two, one and none. */
unsigned int fire_translated(void)
{
	struct buf *bp = (struct buf *)0x2000;
	struct file *fp = (struct file *)0x1000;

	DTRACE_IO3(start, struct buf * : (bufinfo_t *, devinfo_t *), bp,
		   struct file * : fileinfo_t *file, fp, int :, val.i);
	DTRACE_PROBE(hidden, long : (), val.l);
	return 0;
}
