// SPDX-License-Identifier: GPL-2.0-only
/*
 * stream.c - a writer and a reader of a loopback device, in one task
 *
 *	./stream /dev/video0 /dev/video1
 *
 * Passes frames through the first device, by write() and read() and by mapped buffers, and
 * makes the requests that the driver refuses.  One task does all of it, so the driver's
 * messages always come in the same order.  Prints what is wrong, and nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <linux/videodev2.h>

#define WIDTH		64
#define HEIGHT		48
#define FRAME		(WIDTH * HEIGHT * 2)	/* YUYV */
#define BUFFER		8192			/* a frame, in pages */
#define MAX_BUFFERS	32			/* of the driver; where its timeout image is */

/* The driver's own controls */
#define SUSTAIN_FRAMERATE	((V4L2_CID_USER_BASE | 0xf000) + 1)
#define TIMEOUT			((V4L2_CID_USER_BASE | 0xf000) + 2)
#define TIMEOUT_IMAGE_IO	((V4L2_CID_USER_BASE | 0xf000) + 3)

#define CAPTURE		V4L2_BUF_TYPE_VIDEO_CAPTURE
#define OUTPUT		V4L2_BUF_TYPE_VIDEO_OUTPUT

static unsigned char frame[FRAME], got[FRAME];
static int failures;

static void check(int right, const char *what)
{
	if (right)
		return;
	printf("%s (errno: %s)\n", what, strerror(errno));
	failures = 1;
}

/* error: 0, or what the request must fail with */
#define request(fd, number, arg, error)						\
	check((ioctl(fd, number, arg) ? errno : 0) == (error), #number " of " #fd)

static int opened(const char *path)
{
	int fd = open(path, O_RDWR | O_NONBLOCK);

	if (fd < 0) {
		perror(path);
		exit(1);
	}
	return fd;
}

static void set_control(int fd, unsigned int id, int value)
{
	struct v4l2_control control = { .id = id, .value = value };

	request(fd, VIDIOC_S_CTRL, &control, 0);
}

static void set_format(int fd, int type, unsigned int format, int width, int error)
{
	struct v4l2_format wanted = {
		.type = type,
		.fmt.pix = { .width = width, .height = HEIGHT, .pixelformat = format },
	};

	request(fd, VIDIOC_S_FMT, &wanted, error);
}

static void fill(int number)
{
	memset(frame, number, sizeof(frame));
	frame[FRAME - 1] = number + 1;
}

static void buffer_request(int fd, unsigned long number, int type, int index, int error)
{
	struct v4l2_buffer buffer = {
		.type = type, .memory = V4L2_MEMORY_MMAP, .index = index, .bytesused = FRAME,
	};

	request(fd, number, &buffer, error);
}

/* Before a format is set */
static void negotiate(int writer, int reader)
{
	struct v4l2_capability capability;
	struct v4l2_fmtdesc description = { .type = CAPTURE };
	struct v4l2_frmsizeenum size = { .pixel_format = v4l2_fourcc('B', 'A', 'D', '!') };
	struct v4l2_format now = { .type = OUTPUT };
	struct v4l2_streamparm parameters = {
		.type = OUTPUT, .parm.output.timeperframe = { 1, 25 },
	};
	struct v4l2_input input = { 0 };

	request(writer, VIDIOC_QUERYCAP, &capability, 0);
	request(reader, VIDIOC_QUERYCAP, &capability, 0);
	request(reader, VIDIOC_ENUMINPUT, &input, 0);
	request(reader, VIDIOC_ENUM_FMT, &description, EINVAL);
	request(reader, VIDIOC_ENUM_FRAMESIZES, &size, EINVAL);
	set_format(reader, CAPTURE, V4L2_PIX_FMT_YUYV, WIDTH, EBUSY);
	check(read(reader, got, FRAME) < 0 && errno == EAGAIN, "read() without a frame");

	set_format(writer, OUTPUT, V4L2_PIX_FMT_YUYV, WIDTH, 0);
	set_format(writer, OUTPUT, V4L2_PIX_FMT_YUYV, WIDTH, 0);
	set_format(writer, OUTPUT, V4L2_PIX_FMT_YUYV, 4 * WIDTH, EINVAL);
	set_format(writer, OUTPUT, V4L2_PIX_FMT_YUYV, WIDTH, 0);
	request(writer, VIDIOC_G_FMT, &now, 0);
	check(now.fmt.pix.width == WIDTH && now.fmt.pix.sizeimage == FRAME, "the format that is set");
	request(writer, VIDIOC_S_PARM, &parameters, 0);
	request(writer, VIDIOC_G_PARM, &parameters, 0);
}

static void pass_frames(int writer, int reader)
{
	struct v4l2_fmtdesc description = { .type = CAPTURE };
	struct v4l2_format now = { .type = CAPTURE };
	struct pollfd polled = { .fd = reader, .events = POLLIN };
	int type = CAPTURE;

	for (int i = 0; i < 3; i++) {
		fill(i);
		check(write(writer, frame, FRAME) == FRAME, "write() of a frame");
		if (!i)
			request(reader, VIDIOC_STREAMON, &type, 0);
		check(poll(&polled, 1, 1000) == 1, "poll() for the frame");
		check(read(reader, got, FRAME) == FRAME && !memcmp(got, frame, FRAME),
		      "read() of the frame");
	}
	request(reader, VIDIOC_ENUM_FMT, &description, 0);
	request(reader, VIDIOC_G_FMT, &now, 0);
	set_format(reader, CAPTURE, V4L2_PIX_FMT_YUYV, WIDTH, 0);
}

static void *map(int fd, size_t size, off_t offset)
{
	return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
}

static void pass_buffers(int writer, int reader)
{
	struct v4l2_requestbuffers buffers = {
		.count = 2, .type = OUTPUT, .memory = V4L2_MEMORY_MMAP,
	};
	unsigned char *in[2], *out[2];
	int type = OUTPUT;

	request(writer, VIDIOC_REQBUFS, &buffers, 0);
	buffers.type = CAPTURE;
	request(reader, VIDIOC_REQBUFS, &buffers, 0);
	buffer_request(reader, VIDIOC_QBUF, CAPTURE, 0, 0);
	check(write(writer, frame, FRAME) == FRAME, "write() to a buffer that is not mapped");
	buffer_request(reader, VIDIOC_DQBUF, CAPTURE, 0, EINVAL);

	check(map(writer, 2 * BUFFER, 0) == MAP_FAILED, "mmap() of too much");
	check(map(writer, BUFFER, 2 * BUFFER) == MAP_FAILED, "mmap() too far");
	for (int i = 0; i < 2; i++) {
		buffer_request(writer, VIDIOC_QUERYBUF, OUTPUT, i, 0);
		in[i] = map(writer, BUFFER, i * BUFFER);
		out[i] = map(reader, BUFFER, i * BUFFER);
		check(in[i] != MAP_FAILED && out[i] != MAP_FAILED, "mmap() of a buffer");
		buffer_request(reader, VIDIOC_QBUF, CAPTURE, i, 0);
	}
	if (failures)
		return;
	request(writer, VIDIOC_STREAMON, &type, 0);
	for (int i = 0; i < 4; i++) {
		fill(10 + i);
		memcpy(in[i % 2], frame, FRAME);
		buffer_request(writer, VIDIOC_QBUF, OUTPUT, i % 2, 0);
		buffer_request(writer, VIDIOC_DQBUF, OUTPUT, 0, 0);
		buffer_request(reader, VIDIOC_DQBUF, CAPTURE, 0, 0);
		check(!memcmp(out[i % 2], frame, FRAME), "the frame in the buffer");
		buffer_request(reader, VIDIOC_QBUF, CAPTURE, i % 2, 0);
	}
	request(writer, VIDIOC_STREAMOFF, &type, 0);
	type = CAPTURE;
	request(reader, VIDIOC_STREAMOFF, &type, 0);
	for (int i = 0; i < 2; i++) {
		munmap(in[i], BUFFER);
		munmap(out[i], BUFFER);
	}
}

/* The driver gives out the last frame again if the writer is late, or an image of its own. */
static void be_late(const char *device, int writer, int reader)
{
	void *image;
	int timeout;

	set_control(reader, SUSTAIN_FRAMERATE, 1);
	check(write(writer, frame, FRAME) == FRAME, "write() of a frame to sustain");
	usleep(300000);
	set_control(reader, SUSTAIN_FRAMERATE, 0);
	check(read(reader, got, FRAME) == FRAME, "read() of the sustained frame");

	set_control(reader, TIMEOUT_IMAGE_IO, 1);
	timeout = opened(device);
	check(map(timeout, BUFFER, 0) == MAP_FAILED, "mmap() of a frame instead of the image");
	image = map(timeout, BUFFER, MAX_BUFFERS * BUFFER);
	check(image != MAP_FAILED, "mmap() of the image");
	buffer_request(timeout, VIDIOC_QUERYBUF, OUTPUT, 0, 0);
	munmap(image, BUFFER);
	close(timeout);
}

int main(int argc, char **argv)
{
	int writer, reader, fresh;

	if (argc != 3) {
		fprintf(stderr, "usage: stream DEVICE UNUSED-DEVICE\n");
		return 2;
	}
	writer = opened(argv[1]);
	reader = opened(argv[1]);
	negotiate(writer, reader);
	pass_frames(writer, reader);
	pass_buffers(writer, reader);
	be_late(argv[1], writer, reader);
	close(reader);
	close(writer);

	/* Without a format, there is no size for the image. */
	fresh = opened(argv[2]);
	set_control(fresh, TIMEOUT_IMAGE_IO, 1);
	check(open(argv[2], O_RDWR) < 0 && errno == EINVAL, "open() for an image without a size");
	close(fresh);
	return failures;
}
