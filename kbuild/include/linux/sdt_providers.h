/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt_providers.h - the probes of Solaris's and Oracle Linux's providers
 *
 * DTRACE_IO1(start, struct bio *, bio) is DTRACE_PROBE1(__io_start, ...): a probe
 * named start of provider io.  Each provider has DTRACE_IO() for any number of pairs,
 * DTRACE_IO0() to DTRACE_IO8(), and DTRACE_IO_ENABLED().  If Solaris has an underscore
 * before the number, as in DTRACE_NFSV3_4(), both spellings are defined.  The macros are
 * written out because a macro cannot define another one.  They pass a list on with "##", which
 * keeps it as it was written.
 *
 * <linux/sdt.h> includes this.
 */
#ifndef _LINUX_SDT_PROVIDERS_H
#define _LINUX_SDT_PROVIDERS_H

#pragma GCC system_header

/* sched */
#define DTRACE_SCHED_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__sched_" #name)
#define DTRACE_SCHED(name, ...)						\
	__SDT_PROBE("__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED0(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 0, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED1(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 1, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED2(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 2, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED3(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 3, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED4(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 4, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED5(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 5, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED6(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 6, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED7(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 7, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SCHED8(name, ...)					\
	__SDT_NUMBERED(DTRACE_SCHED, 8, "__sched_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* proc */
#define DTRACE_PROC_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__proc_" #name)
#define DTRACE_PROC(name, ...)						\
	__SDT_PROBE("__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC0(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 0, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC1(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 1, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC2(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 2, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC3(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 3, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC4(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 4, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC5(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 5, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC6(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 6, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC7(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 7, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_PROC8(name, ...)						\
	__SDT_NUMBERED(DTRACE_PROC, 8, "__proc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* io */
#define DTRACE_IO_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__io_" #name)
#define DTRACE_IO(name, ...)						\
	__SDT_PROBE("__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO0(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 0, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO1(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 1, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO2(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 2, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO3(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 3, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO4(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 4, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO5(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 5, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO6(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 6, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO7(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 7, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IO8(name, ...)						\
	__SDT_NUMBERED(DTRACE_IO, 8, "__io_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* iscsi */
#define DTRACE_ISCSI_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__iscsi_" #name)
#define DTRACE_ISCSI(name, ...)						\
	__SDT_PROBE("__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI0(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 0, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI1(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 1, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI2(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 2, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI3(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 3, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI4(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 4, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI5(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 5, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI6(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 6, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI7(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 7, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_ISCSI8(name, ...)					\
	__SDT_NUMBERED(DTRACE_ISCSI, 8, "__iscsi_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
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
	__SDT_PROBE("__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV30(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 0, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV31(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 1, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV32(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 2, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV33(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 3, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV34(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 4, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV35(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 5, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV36(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 6, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV37(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 7, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV38(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV3, 8, "__nfsv3_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
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
	__SDT_PROBE("__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV40(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 0, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV41(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 1, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV42(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 2, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV43(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 3, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV44(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 4, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV45(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 5, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV46(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 6, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV47(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 7, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_NFSV48(name, ...)					\
	__SDT_NUMBERED(DTRACE_NFSV4, 8, "__nfsv4_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
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
	__SDT_PROBE("__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB0(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 0, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB1(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 1, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB2(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 2, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB3(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 3, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB4(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 4, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB5(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 5, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB6(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 6, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB7(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 7, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB8(name, ...)						\
	__SDT_NUMBERED(DTRACE_SMB, 8, "__smb_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
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
#define DTRACE_SMB_START(name, ...)					\
	__SDT_PROBE("__smb_" #name "__start", __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB_DONE(name, ...)					\
	__SDT_PROBE("__smb_" #name "__done", __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB2_START(name, ...)					\
	__SDT_PROBE("__smb2_" #name "__start", __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SMB2_DONE(name, ...)					\
	__SDT_PROBE("__smb2_" #name "__done", __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* ip */
#define DTRACE_IP_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__ip_" #name)
#define DTRACE_IP(name, ...)						\
	__SDT_PROBE("__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP0(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 0, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP1(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 1, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP2(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 2, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP3(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 3, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP4(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 4, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP5(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 5, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP6(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 6, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP7(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 7, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_IP8(name, ...)						\
	__SDT_NUMBERED(DTRACE_IP, 8, "__ip_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* tcp */
#define DTRACE_TCP_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__tcp_" #name)
#define DTRACE_TCP(name, ...)						\
	__SDT_PROBE("__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP0(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 0, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP1(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 1, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP2(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 2, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP3(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 3, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP4(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 4, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP5(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 5, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP6(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 6, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP7(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 7, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_TCP8(name, ...)						\
	__SDT_NUMBERED(DTRACE_TCP, 8, "__tcp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* udp */
#define DTRACE_UDP_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__udp_" #name)
#define DTRACE_UDP(name, ...)						\
	__SDT_PROBE("__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP0(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 0, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP1(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 1, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP2(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 2, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP3(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 3, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP4(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 4, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP5(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 5, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP6(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 6, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP7(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 7, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_UDP8(name, ...)						\
	__SDT_NUMBERED(DTRACE_UDP, 8, "__udp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* sysevent */
#define DTRACE_SYSEVENT_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__sysevent_" #name)
#define DTRACE_SYSEVENT(name, ...)					\
	__SDT_PROBE("__sysevent_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT0(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 0, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT1(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 1, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT2(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 2, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT3(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 3, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT4(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 4, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT5(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 5, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT6(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 6, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT7(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 7, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SYSEVENT8(name, ...)					\
	__SDT_NUMBERED(DTRACE_SYSEVENT, 8, "__sysevent_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* xpv */
#define DTRACE_XPV_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__xpv_" #name)
#define DTRACE_XPV(name, ...)						\
	__SDT_PROBE("__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV0(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 0, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV1(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 1, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV2(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 2, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV3(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 3, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV4(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 4, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV5(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 5, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV6(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 6, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV7(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 7, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_XPV8(name, ...)						\
	__SDT_NUMBERED(DTRACE_XPV, 8, "__xpv_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

/* fc */
#define DTRACE_FC_ENABLED(name)	__SDT_ENABLED("#sdt-enabled\n__fc_" #name)
#define DTRACE_FC(name, ...)						\
	__SDT_PROBE("__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC0(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 0, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC1(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 1, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC2(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 2, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC3(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 3, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC4(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 4, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC5(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 5, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC6(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 6, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC7(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 7, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_FC8(name, ...)						\
	__SDT_NUMBERED(DTRACE_FC, 8, "__fc_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
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
	__SDT_PROBE("__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP0(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 0, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP1(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 1, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP2(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 2, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP3(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 3, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP4(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 4, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP5(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 5, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP6(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 6, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP7(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 7, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_SRP8(name, ...)						\
	__SDT_NUMBERED(DTRACE_SRP, 8, "__srp_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
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
	__SDT_PROBE("__lockstat_" #name, __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT0(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 0, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT1(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 1, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT2(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 2, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT3(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 3, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT4(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 4, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT5(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 5, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT6(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 6, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT7(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 7, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)
#define DTRACE_LOCKSTAT8(name, ...)					\
	__SDT_NUMBERED(DTRACE_LOCKSTAT, 8, "__lockstat_" #name,	\
		       __SDT_LIST(0, ##__VA_ARGS__), __VA_ARGS__)

#endif /* _LINUX_SDT_PROVIDERS_H */
