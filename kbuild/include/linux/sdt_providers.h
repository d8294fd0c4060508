/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt_providers.h - the probes of Solaris's and Oracle Linux's providers
 *
 * DTRACE_IO1(start, struct bio *, bio) is DTRACE_PROBE1(__io_start, ...): a probe
 * named start of provider io.  Each provider has DTRACE_IO() for any number of pairs,
 * DTRACE_IO0() to DTRACE_IO8(), and DTRACE_IO_ENABLED().  Where Solaris has an underscore
 * before the number, as in DTRACE_NFSV3_4(), both spellings are defined.  The macros are
 * written out because a macro cannot define another one.  A type passes through a single
 * macro only, because a second one would see it expanded.
 *
 * <linux/sdt.h> includes this.
 */
#ifndef _LINUX_SDT_PROVIDERS_H
#define _LINUX_SDT_PROVIDERS_H

#pragma GCC system_header

/* sched */
#define DTRACE_SCHED_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__sched_" #name)
#define DTRACE_SCHED(name, ...)						\
	__SDT_PROBE("__sched_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_SCHED0(name)	__SDT_PROBE0("__sched_" #name)
#define DTRACE_SCHED1(name, t1, a1)					\
	__SDT_PROBE1("__sched_" #name, #t1, a1)
#define DTRACE_SCHED2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__sched_" #name, #t1, a1, #t2, a2)
#define DTRACE_SCHED3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__sched_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_SCHED4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__sched_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_SCHED5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__sched_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_SCHED6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6)							\
	__SDT_PROBE6("__sched_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_SCHED7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7)						\
	__SDT_PROBE7("__sched_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_SCHED8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__sched_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

/* proc */
#define DTRACE_PROC_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__proc_" #name)
#define DTRACE_PROC(name, ...)						\
	__SDT_PROBE("__proc_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_PROC0(name)	__SDT_PROBE0("__proc_" #name)
#define DTRACE_PROC1(name, t1, a1)					\
	__SDT_PROBE1("__proc_" #name, #t1, a1)
#define DTRACE_PROC2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__proc_" #name, #t1, a1, #t2, a2)
#define DTRACE_PROC3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__proc_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_PROC4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__proc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_PROC5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__proc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_PROC6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__proc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_PROC7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__proc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_PROC8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__proc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

/* io */
#define DTRACE_IO_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__io_" #name)
#define DTRACE_IO(name, ...)						\
	__SDT_PROBE("__io_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_IO0(name)	__SDT_PROBE0("__io_" #name)
#define DTRACE_IO1(name, t1, a1)					\
	__SDT_PROBE1("__io_" #name, #t1, a1)
#define DTRACE_IO2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__io_" #name, #t1, a1, #t2, a2)
#define DTRACE_IO3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__io_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_IO4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__io_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_IO5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__io_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_IO6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__io_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_IO7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__io_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_IO8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__io_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

/* iscsi */
#define DTRACE_ISCSI_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__iscsi_" #name)
#define DTRACE_ISCSI(name, ...)						\
	__SDT_PROBE("__iscsi_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_ISCSI0(name)	__SDT_PROBE0("__iscsi_" #name)
#define DTRACE_ISCSI1(name, t1, a1)					\
	__SDT_PROBE1("__iscsi_" #name, #t1, a1)
#define DTRACE_ISCSI2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__iscsi_" #name, #t1, a1, #t2, a2)
#define DTRACE_ISCSI3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__iscsi_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_ISCSI4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__iscsi_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_ISCSI5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__iscsi_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_ISCSI6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6)							\
	__SDT_PROBE6("__iscsi_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_ISCSI7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7)						\
	__SDT_PROBE7("__iscsi_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_ISCSI8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__iscsi_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)
#define DTRACE_ISCSI_0	DTRACE_ISCSI0
#define DTRACE_ISCSI_1	DTRACE_ISCSI1
#define DTRACE_ISCSI_2	DTRACE_ISCSI2
#define DTRACE_ISCSI_3	DTRACE_ISCSI3
#define DTRACE_ISCSI_4	DTRACE_ISCSI4
#define DTRACE_ISCSI_5	DTRACE_ISCSI5
#define DTRACE_ISCSI_6	DTRACE_ISCSI6
#define DTRACE_ISCSI_7	DTRACE_ISCSI7
#define DTRACE_ISCSI_8	DTRACE_ISCSI8

/* nfsv3 */
#define DTRACE_NFSV3_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__nfsv3_" #name)
#define DTRACE_NFSV3(name, ...)						\
	__SDT_PROBE("__nfsv3_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_NFSV30(name)	__SDT_PROBE0("__nfsv3_" #name)
#define DTRACE_NFSV31(name, t1, a1)					\
	__SDT_PROBE1("__nfsv3_" #name, #t1, a1)
#define DTRACE_NFSV32(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__nfsv3_" #name, #t1, a1, #t2, a2)
#define DTRACE_NFSV33(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__nfsv3_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_NFSV34(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__nfsv3_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_NFSV35(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__nfsv3_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_NFSV36(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6)							\
	__SDT_PROBE6("__nfsv3_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_NFSV37(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7)						\
	__SDT_PROBE7("__nfsv3_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_NFSV38(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__nfsv3_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)
#define DTRACE_NFSV3_0	DTRACE_NFSV30
#define DTRACE_NFSV3_1	DTRACE_NFSV31
#define DTRACE_NFSV3_2	DTRACE_NFSV32
#define DTRACE_NFSV3_3	DTRACE_NFSV33
#define DTRACE_NFSV3_4	DTRACE_NFSV34
#define DTRACE_NFSV3_5	DTRACE_NFSV35
#define DTRACE_NFSV3_6	DTRACE_NFSV36
#define DTRACE_NFSV3_7	DTRACE_NFSV37
#define DTRACE_NFSV3_8	DTRACE_NFSV38

/* nfsv4 */
#define DTRACE_NFSV4_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__nfsv4_" #name)
#define DTRACE_NFSV4(name, ...)						\
	__SDT_PROBE("__nfsv4_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_NFSV40(name)	__SDT_PROBE0("__nfsv4_" #name)
#define DTRACE_NFSV41(name, t1, a1)					\
	__SDT_PROBE1("__nfsv4_" #name, #t1, a1)
#define DTRACE_NFSV42(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__nfsv4_" #name, #t1, a1, #t2, a2)
#define DTRACE_NFSV43(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__nfsv4_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_NFSV44(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__nfsv4_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_NFSV45(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__nfsv4_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_NFSV46(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6)							\
	__SDT_PROBE6("__nfsv4_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_NFSV47(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7)						\
	__SDT_PROBE7("__nfsv4_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_NFSV48(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__nfsv4_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)
#define DTRACE_NFSV4_0	DTRACE_NFSV40
#define DTRACE_NFSV4_1	DTRACE_NFSV41
#define DTRACE_NFSV4_2	DTRACE_NFSV42
#define DTRACE_NFSV4_3	DTRACE_NFSV43
#define DTRACE_NFSV4_4	DTRACE_NFSV44
#define DTRACE_NFSV4_5	DTRACE_NFSV45
#define DTRACE_NFSV4_6	DTRACE_NFSV46
#define DTRACE_NFSV4_7	DTRACE_NFSV47
#define DTRACE_NFSV4_8	DTRACE_NFSV48

/* smb */
#define DTRACE_SMB_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__smb_" #name)
#define DTRACE_SMB(name, ...)						\
	__SDT_PROBE("__smb_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_SMB0(name)	__SDT_PROBE0("__smb_" #name)
#define DTRACE_SMB1(name, t1, a1)					\
	__SDT_PROBE1("__smb_" #name, #t1, a1)
#define DTRACE_SMB2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__smb_" #name, #t1, a1, #t2, a2)
#define DTRACE_SMB3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__smb_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_SMB4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__smb_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_SMB5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__smb_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_SMB6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__smb_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_SMB7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__smb_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_SMB8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__smb_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)
#define DTRACE_SMB_0	DTRACE_SMB0
#define DTRACE_SMB_1	DTRACE_SMB1
#define DTRACE_SMB_2	DTRACE_SMB2
#define DTRACE_SMB_3	DTRACE_SMB3
#define DTRACE_SMB_4	DTRACE_SMB4
#define DTRACE_SMB_5	DTRACE_SMB5
#define DTRACE_SMB_6	DTRACE_SMB6
#define DTRACE_SMB_7	DTRACE_SMB7
#define DTRACE_SMB_8	DTRACE_SMB8
/* As in illumos, for two providers: smb:::NAME-start, smb2:::NAME-done */
#define DTRACE_SMB_START(name, t1, a1)					\
	__SDT_PROBE1("__smb_" #name "__start", #t1, a1)
#define DTRACE_SMB_DONE(name, t1, a1)					\
	__SDT_PROBE1("__smb_" #name "__done", #t1, a1)
#define DTRACE_SMB2_START(name, t1, a1)					\
	__SDT_PROBE1("__smb2_" #name "__start", #t1, a1)
#define DTRACE_SMB2_DONE(name, t1, a1)					\
	__SDT_PROBE1("__smb2_" #name "__done", #t1, a1)

/* ip */
#define DTRACE_IP_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__ip_" #name)
#define DTRACE_IP(name, ...)						\
	__SDT_PROBE("__ip_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_IP0(name)	__SDT_PROBE0("__ip_" #name)
#define DTRACE_IP1(name, t1, a1)					\
	__SDT_PROBE1("__ip_" #name, #t1, a1)
#define DTRACE_IP2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__ip_" #name, #t1, a1, #t2, a2)
#define DTRACE_IP3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__ip_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_IP4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__ip_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_IP5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__ip_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_IP6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__ip_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_IP7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__ip_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_IP8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__ip_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

/* tcp */
#define DTRACE_TCP_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__tcp_" #name)
#define DTRACE_TCP(name, ...)						\
	__SDT_PROBE("__tcp_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_TCP0(name)	__SDT_PROBE0("__tcp_" #name)
#define DTRACE_TCP1(name, t1, a1)					\
	__SDT_PROBE1("__tcp_" #name, #t1, a1)
#define DTRACE_TCP2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__tcp_" #name, #t1, a1, #t2, a2)
#define DTRACE_TCP3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__tcp_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_TCP4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__tcp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_TCP5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__tcp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_TCP6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__tcp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_TCP7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__tcp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_TCP8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__tcp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

/* udp */
#define DTRACE_UDP_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__udp_" #name)
#define DTRACE_UDP(name, ...)						\
	__SDT_PROBE("__udp_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_UDP0(name)	__SDT_PROBE0("__udp_" #name)
#define DTRACE_UDP1(name, t1, a1)					\
	__SDT_PROBE1("__udp_" #name, #t1, a1)
#define DTRACE_UDP2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__udp_" #name, #t1, a1, #t2, a2)
#define DTRACE_UDP3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__udp_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_UDP4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__udp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_UDP5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__udp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_UDP6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__udp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_UDP7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__udp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_UDP8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__udp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

/* sysevent */
#define DTRACE_SYSEVENT_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__sysevent_" #name)
#define DTRACE_SYSEVENT(name, ...)					\
	__SDT_PROBE("__sysevent_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_SYSEVENT0(name)	__SDT_PROBE0("__sysevent_" #name)
#define DTRACE_SYSEVENT1(name, t1, a1)					\
	__SDT_PROBE1("__sysevent_" #name, #t1, a1)
#define DTRACE_SYSEVENT2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__sysevent_" #name, #t1, a1, #t2, a2)
#define DTRACE_SYSEVENT3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__sysevent_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_SYSEVENT4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__sysevent_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4)
#define DTRACE_SYSEVENT5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__sysevent_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4, #t5, a5)
#define DTRACE_SYSEVENT6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6)							\
	__SDT_PROBE6("__sysevent_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4, #t5, a5, #t6, a6)
#define DTRACE_SYSEVENT7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7)						\
	__SDT_PROBE7("__sysevent_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_SYSEVENT8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__sysevent_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

/* xpv */
#define DTRACE_XPV_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__xpv_" #name)
#define DTRACE_XPV(name, ...)						\
	__SDT_PROBE("__xpv_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_XPV0(name)	__SDT_PROBE0("__xpv_" #name)
#define DTRACE_XPV1(name, t1, a1)					\
	__SDT_PROBE1("__xpv_" #name, #t1, a1)
#define DTRACE_XPV2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__xpv_" #name, #t1, a1, #t2, a2)
#define DTRACE_XPV3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__xpv_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_XPV4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__xpv_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_XPV5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__xpv_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_XPV6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__xpv_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_XPV7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__xpv_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_XPV8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__xpv_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

/* fc */
#define DTRACE_FC_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__fc_" #name)
#define DTRACE_FC(name, ...)						\
	__SDT_PROBE("__fc_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_FC0(name)	__SDT_PROBE0("__fc_" #name)
#define DTRACE_FC1(name, t1, a1)					\
	__SDT_PROBE1("__fc_" #name, #t1, a1)
#define DTRACE_FC2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__fc_" #name, #t1, a1, #t2, a2)
#define DTRACE_FC3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__fc_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_FC4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__fc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_FC5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__fc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_FC6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__fc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_FC7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__fc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_FC8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__fc_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)
#define DTRACE_FC_0	DTRACE_FC0
#define DTRACE_FC_1	DTRACE_FC1
#define DTRACE_FC_2	DTRACE_FC2
#define DTRACE_FC_3	DTRACE_FC3
#define DTRACE_FC_4	DTRACE_FC4
#define DTRACE_FC_5	DTRACE_FC5
#define DTRACE_FC_6	DTRACE_FC6
#define DTRACE_FC_7	DTRACE_FC7
#define DTRACE_FC_8	DTRACE_FC8

/* srp */
#define DTRACE_SRP_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__srp_" #name)
#define DTRACE_SRP(name, ...)						\
	__SDT_PROBE("__srp_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_SRP0(name)	__SDT_PROBE0("__srp_" #name)
#define DTRACE_SRP1(name, t1, a1)					\
	__SDT_PROBE1("__srp_" #name, #t1, a1)
#define DTRACE_SRP2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__srp_" #name, #t1, a1, #t2, a2)
#define DTRACE_SRP3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__srp_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_SRP4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__srp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4)
#define DTRACE_SRP5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__srp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5)
#define DTRACE_SRP6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6)							\
	__SDT_PROBE6("__srp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6)
#define DTRACE_SRP7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7)						\
	__SDT_PROBE7("__srp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_SRP8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6,	\
		a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__srp_" #name, #t1, a1, #t2, a2, #t3, a3, #t4,	\
		a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)
#define DTRACE_SRP_0	DTRACE_SRP0
#define DTRACE_SRP_1	DTRACE_SRP1
#define DTRACE_SRP_2	DTRACE_SRP2
#define DTRACE_SRP_3	DTRACE_SRP3
#define DTRACE_SRP_4	DTRACE_SRP4
#define DTRACE_SRP_5	DTRACE_SRP5
#define DTRACE_SRP_6	DTRACE_SRP6
#define DTRACE_SRP_7	DTRACE_SRP7
#define DTRACE_SRP_8	DTRACE_SRP8

/* lockstat */
#define DTRACE_LOCKSTAT_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__lockstat_" #name)
#define DTRACE_LOCKSTAT(name, ...)					\
	__SDT_PROBE("__lockstat_" #name, #__VA_ARGS__, ##__VA_ARGS__)
#define DTRACE_LOCKSTAT0(name)	__SDT_PROBE0("__lockstat_" #name)
#define DTRACE_LOCKSTAT1(name, t1, a1)					\
	__SDT_PROBE1("__lockstat_" #name, #t1, a1)
#define DTRACE_LOCKSTAT2(name, t1, a1, t2, a2)				\
	__SDT_PROBE2("__lockstat_" #name, #t1, a1, #t2, a2)
#define DTRACE_LOCKSTAT3(name, t1, a1, t2, a2, t3, a3)			\
	__SDT_PROBE3("__lockstat_" #name, #t1, a1, #t2, a2, #t3, a3)
#define DTRACE_LOCKSTAT4(name, t1, a1, t2, a2, t3, a3, t4, a4)		\
	__SDT_PROBE4("__lockstat_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4)
#define DTRACE_LOCKSTAT5(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	__SDT_PROBE5("__lockstat_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4, #t5, a5)
#define DTRACE_LOCKSTAT6(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6)							\
	__SDT_PROBE6("__lockstat_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4, #t5, a5, #t6, a6)
#define DTRACE_LOCKSTAT7(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7)						\
	__SDT_PROBE7("__lockstat_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4, #t5, a5, #t6, a6, #t7, a7)
#define DTRACE_LOCKSTAT8(name, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		t6, a6, t7, a7, t8, a8)					\
	__SDT_PROBE8("__lockstat_" #name, #t1, a1, #t2, a2, #t3, a3,	\
		#t4, a4, #t5, a5, #t6, a6, #t7, a7, #t8, a8)

#endif /* _LINUX_SDT_PROVIDERS_H */
