// SPDX-License-Identifier: GPL-2.0-only
/*
 * packets.c - packets from both sides of a translator, right ones and wrong ones
 *
 *	./packets nat64|siit SIX FOUR
 *
 * SIX and FOUR are the far ends of two veth pairs; a translator has the near ends and their
 * addresses:
 *
 *	IPv6 host 2001:db8:6::6 ---- translator ---- IPv4 host 192.0.2.4
 *
 * This program is both hosts.  It makes each frame itself, with fixed ports and numbers, and
 * waits for what comes of it before it sends the next one, so the translator's messages
 * always come in the same order.  Prints how many packets come of each.
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>

#define ICMP		1
#define TCP		6
#define UDP		17
#define ROUTING		43
#define FRAGMENT	44
#define ESP		50	/* no translator knows it */
#define ICMP6		58

#define SYN		0x02
#define ACK		0x10
#define FIN		0x01
#define RST		0x04

#define SIX_PORT	1000
#define FOUR_PORT	2000
#define NAT_PORT	5000	/* all that the translator has */

/* Milliseconds to wait for what comes of a packet.  The translator is done with it when
 * send() returns. */
#define PATIENCE	20

struct packet {
	int length;
	uint8_t data[2048];
};

struct side {
	int fd, index;
	uint16_t type;
	struct packet last;
};

static struct side six = { .type = ETH_P_IPV6 }, four = { .type = ETH_P_IP };
static const char *const six_host = "2001:db8:6::6", *const four_host = "192.0.2.4";

/* What the other side's host is called on this side */
static const char *const six_name_of_four = "64:ff9b::192.0.2.4";
static const char *four_name_of_six;
static int stateful;

static void put16(uint8_t *to, unsigned int value)
{
	to[0] = value >> 8;
	to[1] = value;
}

static unsigned int sum_of(const uint8_t *data, int length)
{
	unsigned int sum = 0;

	for (int i = 0; i < length; i++)
		sum += i % 2 ? data[i] : data[i] << 8;
	return sum;
}

static unsigned int folded(unsigned int sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum & 0xffff;
}

static int family(const char *address)
{
	return strchr(address, ':') ? AF_INET6 : AF_INET;
}

static int put_address(uint8_t *to, const char *address)
{
	if (inet_pton(family(address), address, to) != 1)
		exit(2);
	return family(address) == AF_INET6 ? 16 : 4;
}

/* Where the checksum is in a header */
static int checksum_at(int protocol)
{
	return protocol == TCP ? 16 : protocol == UDP ? 6 : 2;
}

static void put_checksum(struct packet *l4, int protocol, const char *from, const char *to)
{
	uint8_t addresses[32], *at = l4->data + checksum_at(protocol);
	int length = put_address(addresses, from);
	unsigned int sum = 0;

	length += put_address(addresses + length, to);
	if (protocol != ICMP)
		sum = sum_of(addresses, length) + l4->length + protocol;
	put16(at, 0);
	put16(at, folded(sum + sum_of(l4->data, l4->length)));
}

static struct packet udp(int from, int to, int length)
{
	struct packet l4 = { .length = 8 + length };

	put16(l4.data, from);
	put16(l4.data + 2, to);
	put16(l4.data + 4, l4.length);
	memset(l4.data + 8, 'u', length);
	return l4;
}

static struct packet tcp(int from, int to, int flags)
{
	struct packet l4 = { .length = 20 };

	put16(l4.data, from);
	put16(l4.data + 2, to);
	l4.data[12] = 5 << 4;
	l4.data[13] = flags;
	put16(l4.data + 14, 1000);
	return l4;
}

/* rest: the four bytes behind the checksum; inner: what the message is about, or NULL */
static struct packet icmp(int type, int code, uint32_t rest, const struct packet *inner)
{
	struct packet l4 = { .length = 8, .data = { type, code } };

	put16(l4.data + 4, rest >> 16);
	put16(l4.data + 6, rest);
	if (inner) {
		memcpy(l4.data + 8, inner->data, inner->length);
		l4.length += inner->length;
	}
	return l4;
}

/* A header in front of another, for IPv6 */
static struct packet extended(const uint8_t *header, const struct packet *l4)
{
	struct packet all = { .length = 8 + l4->length };

	memcpy(all.data, header, 8);
	memcpy(all.data + 8, l4->data, l4->length);
	return all;
}

static struct packet ip6(const char *from, const char *to, int next, int hops, const struct packet *l4)
{
	struct packet ip = { .length = 40 + l4->length, .data = { 0x60 } };

	put16(ip.data + 4, l4->length);
	ip.data[6] = next;
	ip.data[7] = hops;
	put_address(ip.data + 8, from);
	put_address(ip.data + 24, to);
	memcpy(ip.data + 40, l4->data, l4->length);
	return ip;
}

/* fragment: the field with flags and offset; options: four bytes in front of eight, or NULL */
static struct packet ip4(const char *from, const char *to, int protocol, int ttl, int fragment,
			 const uint8_t *options, const struct packet *l4)
{
	int header = options ? 28 : 20;
	struct packet ip = { .length = header + l4->length, .data = { 0x40 | header / 4 } };

	put16(ip.data + 2, ip.length);
	put16(ip.data + 4, getpid());
	put16(ip.data + 6, fragment);
	ip.data[8] = ttl;
	ip.data[9] = protocol;
	put_address(ip.data + 12, from);
	put_address(ip.data + 16, to);
	if (options)
		memcpy(ip.data + 20, options, 8);
	put16(ip.data + 10, folded(sum_of(ip.data, header)));
	memcpy(ip.data + header, l4->data, l4->length);
	return ip;
}

/* received: frames that come to a side within a while, the last of which it keeps */
static int received(struct side *side)
{
	struct pollfd polled = { .fd = side->fd, .events = POLLIN };
	struct sockaddr_ll from;
	socklen_t size = sizeof(from);
	uint8_t frame[2048];
	int count = 0;

	while (poll(&polled, 1, PATIENCE) == 1) {
		int length = recvfrom(side->fd, frame, sizeof(frame), 0, (void *)&from, &size);

		if (length < ETH_HLEN || from.sll_pkttype == PACKET_OUTGOING ||
		    ntohs(from.sll_protocol) != side->type)
			continue;
		/* The translator's machine speaks for itself, too. */
		if (side == &six && (frame[ETH_HLEN + 24] == 0xff || frame[ETH_HLEN + 8] == 0xfe))
			continue;
		side->last.length = length - ETH_HLEN;
		memcpy(side->last.data, frame + ETH_HLEN, side->last.length);
		count++;
	}
	return count;
}

/* pass: sends a packet, and says how many come of it */
static void pass(const char *what, struct side *side, const struct packet *ip)
{
	struct sockaddr_ll to = { .sll_family = AF_PACKET, .sll_ifindex = side->index, .sll_halen = 6 };
	uint8_t frame[2048];
	int sixes, fours;

	/* 02:00:00:00:00:60 is the translator's end of SIX's pair, ..:61 is SIX. */
	memcpy(frame, (uint8_t[]){ 2, 0, 0, 0, 0, side == &six ? 0x60 : 0x40 }, 6);
	memcpy(frame + 6, (uint8_t[]){ 2, 0, 0, 0, 0, side == &six ? 0x61 : 0x41 }, 6);
	put16(frame + 12, side->type);
	memcpy(frame + ETH_HLEN, ip->data, ip->length);
	if (sendto(side->fd, frame, ETH_HLEN + ip->length, 0, (void *)&to, sizeof(to)) < 0) {
		perror(what);
		exit(1);
	}
	sixes = received(&six);
	fours = received(&four);
	printf("%s: %d to IPv6, %d to IPv4\n", what, sixes, fours);
}

/* Ordinary packets of the two hosts, and others that differ from them in one respect */
static void from_six(const char *what, int protocol, struct packet l4)
{
	struct packet ip;

	put_checksum(&l4, protocol, six_host, six_name_of_four);
	ip = ip6(six_host, six_name_of_four, protocol, 64, &l4);
	pass(what, &six, &ip);
}

static void from_four(const char *what, int protocol, struct packet l4)
{
	struct packet ip;

	put_checksum(&l4, protocol, four_host, four_name_of_six);
	ip = ip4(four_host, four_name_of_six, protocol, 64, 0, NULL, &l4);
	pass(what, &four, &ip);
}

static void from_six_as(const char *what, const char *to, int next, int hops, struct packet l4)
{
	struct packet ip;

	if (next == UDP)
		put_checksum(&l4, next, six_host, to);
	ip = ip6(six_host, to, next, hops, &l4);
	pass(what, &six, &ip);
}

static void from_four_as(const char *what, const char *to, int protocol, int ttl, int fragment,
			 const uint8_t *options, struct packet l4)
{
	struct packet ip = ip4(four_host, to, protocol, ttl, fragment, options, &l4);

	pass(what, &four, &ip);
}

/* The port or number that the IPv6 host has for the IPv4 side */
static int port(void)
{
	return stateful ? NAT_PORT : SIX_PORT;
}

static void talk(void)
{
	from_six("UDP from IPv6", UDP, udp(SIX_PORT, FOUR_PORT, 10));
	from_four("UDP from IPv4", UDP, udp(FOUR_PORT, port(), 10));
	from_six("TCP SYN", TCP, tcp(SIX_PORT, FOUR_PORT, SYN));
	from_four("TCP SYN and ACK", TCP, tcp(FOUR_PORT, port(), SYN | ACK));
	from_six("TCP ACK", TCP, tcp(SIX_PORT, FOUR_PORT, ACK));
	from_six("TCP FIN", TCP, tcp(SIX_PORT, FOUR_PORT, FIN | ACK));
	from_four("TCP FIN from IPv4", TCP, tcp(FOUR_PORT, port(), FIN | ACK));
	from_four("TCP RST", TCP, tcp(FOUR_PORT, port(), RST));
	from_six("echo request", ICMP6, icmp(128, 0, SIX_PORT << 16 | 1, NULL));
	from_four("echo reply", ICMP, icmp(0, 0, port() << 16 | 1, NULL));
}

/* About the packet that came last */
static void report_errors(void)
{
	struct packet about, other;

	from_six("UDP", UDP, udp(SIX_PORT, FOUR_PORT, 10));
	about = four.last;
	from_four("port unreachable", ICMP, icmp(3, 3, 0, &about));
	from_four("fragmentation needed", ICMP, icmp(3, 4, 1400, &about));
	from_four("source quench", ICMP, icmp(4, 0, 0, &about));
	from_four("parameter problem", ICMP, icmp(12, 0, 0, &about));
	from_four("parameter problem without counterpart", ICMP, icmp(12, 0, 10u << 24, &about));
	from_four("UDP", UDP, udp(FOUR_PORT, port(), 10));
	about = six.last;
	from_six("no route", ICMP6, icmp(1, 0, 0, &about));
	from_six("packet too big", ICMP6, icmp(2, 0, 1400, &about));
	from_six("time exceeded", ICMP6, icmp(3, 0, 0, &about));
	from_six("parameter problem of IPv6", ICMP6, icmp(4, 0, 6, &about));
	from_six("parameter problem of IPv6, unknown", ICMP6, icmp(4, 0, 99, &about));
	from_six("unknown error", ICMP6, icmp(100, 0, 0, &about));

	other = icmp(1, 0, 0, NULL);
	about = ip6(six_name_of_four, six_host, ICMP6, 64, &other);
	from_six("error about an error", ICMP6, icmp(1, 0, 0, &about));
	other = icmp(3, 0, 0, NULL);
	about = ip4(four_name_of_six, four_host, ICMP, 64, 0, NULL, &other);
	from_four("error about an error of IPv4", ICMP, icmp(3, 1, 0, &about));
	from_four("timestamp", ICMP, icmp(13, 0, 0, NULL));
}

static void send_wrong_ones(void)
{
	static const uint8_t source_route[8] = { 131, 7, 4, 192, 0, 2, 9, 0 };
	struct packet l4 = udp(SIX_PORT, FOUR_PORT, 10), other;
	uint8_t header[8] = { UDP };

	from_six_as("hop limit 1", six_name_of_four, UDP, 1, l4);
	from_six_as("unknown protocol", six_name_of_four, ESP, 64, l4);
	from_six_as("outside pool6", "2001:db8:4::4", UDP, 64, l4);
	from_six_as("no route", "64:ff9b::10.0.0.1", UDP, 64, l4);

	header[2] = 0;
	header[3] = 1;
	put_checksum(&l4, UDP, six_host, six_name_of_four);
	other = extended(header, &l4);
	other.data[1] = 0;
	from_six_as("segments left", six_name_of_four, ROUTING, 64, other);

	l4.length = 4;
	other = ip6(six_host, six_name_of_four, UDP, 64, &l4);
	pass("truncated UDP", &six, &other);
	other = ip4(four_host, four_name_of_six, UDP, 64, 0, NULL, &l4);
	pass("truncated UDP of IPv4", &four, &other);

	l4 = udp(FOUR_PORT, port(), 10);
	from_four_as("no checksum", four_name_of_six, UDP, 64, 0, NULL, l4);
	put_checksum(&l4, UDP, four_host, four_name_of_six);
	from_four_as("time to live 1", four_name_of_six, UDP, 1, 0, NULL, l4);
	from_four_as("source route", four_name_of_six, UDP, 64, 0, source_route, l4);
	from_four_as("unknown protocol of IPv4", four_name_of_six, ESP, 64, 0, NULL, l4);
}

static void send_fragments(void)
{
	uint8_t first[8] = { UDP, 0, 0, 1 }, last[8] = { UDP, 0, 0, 16 };
	struct packet l4 = udp(SIX_PORT, FOUR_PORT, 8), other;

	/* The kernel would put them together with those of an earlier run. */
	put16(first + 6, getpid());
	put16(last + 6, getpid());
	put_checksum(&l4, UDP, six_host, six_name_of_four);
	other = extended(first, &l4);
	from_six_as("first fragment", six_name_of_four, FRAGMENT, 64, other);
	other = extended(last, &l4);
	from_six_as("last fragment", six_name_of_four, FRAGMENT, 64, other);
	first[0] = FRAGMENT;
	other = extended(first, &other);
	from_six_as("two fragment headers", six_name_of_four, FRAGMENT, 64, other);
	first[0] = ICMP6;
	l4 = icmp(128, 0, 7 << 16 | 1, NULL);
	other = extended(first, &l4);
	from_six_as("fragment of ICMP", six_name_of_four, FRAGMENT, 64, other);

	l4 = udp(FOUR_PORT, SIX_PORT, 8);
	put_checksum(&l4, UDP, four_host, four_name_of_six);
	from_four_as("first fragment of IPv4", four_name_of_six, UDP, 64, 0x2000, NULL, l4);
	from_four_as("last fragment of IPv4", four_name_of_six, UDP, 64, 2, NULL, l4);
	l4 = icmp(8, 0, 7 << 16 | 1, NULL);
	put_checksum(&l4, ICMP, four_host, four_name_of_six);
	from_four_as("fragment of ICMP for IPv4", four_name_of_six, ICMP, 64, 0x2000, NULL, l4);
}

static void translate_by_state(void)
{
	struct packet l4 = udp(SIX_PORT, NAT_PORT, 10);

	from_four("UDP without state", UDP, udp(FOUR_PORT, NAT_PORT, 10));
	from_four("TCP without state", TCP, tcp(FOUR_PORT, NAT_PORT, ACK));
	from_four("TCP SYN from IPv4 first", TCP, tcp(FOUR_PORT, NAT_PORT, SYN));
	from_six("TCP without state from IPv6", TCP, tcp(SIX_PORT + 1, FOUR_PORT, ACK));
	talk();
	from_four("UDP outside pool4", UDP, udp(FOUR_PORT, NAT_PORT + 1, 10));
	from_six_as("UDP to itself", "64:ff9b::192.0.2.1", UDP, 64, l4);
}

static void open_side(struct side *side, const char *name)
{
	struct sockaddr_ll address = { .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL) };

	side->index = if_nametoindex(name);
	side->fd = socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL));
	address.sll_ifindex = side->index;
	if (!side->index || side->fd < 0 || bind(side->fd, (void *)&address, sizeof(address))) {
		perror(name);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: packets nat64|siit SIX FOUR\n");
		return 2;
	}
	stateful = !strcmp(argv[1], "nat64");
	four_name_of_six = stateful ? "192.0.2.1" : "198.51.100.6";
	open_side(&six, argv[2]);
	open_side(&four, argv[3]);
	if (stateful) {
		translate_by_state();
	} else {
		talk();
		send_fragments();
	}
	report_errors();
	send_wrong_ones();
	return 0;
}
