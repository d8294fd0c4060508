# SPDX-License-Identifier: GPL-2.0-only
#
# kernel.mk - the kernel to build for, and its compiler, for the top Makefile and
# tests/Makefile: from KDIR and CC if they are given.  Sets $(kdir) and $(cc); $(plugin) is
# empty where modules are compiled without the plugin.

SHELL = /bin/sh
MAKEFLAGS += --no-print-directory

# Kbuild, and make itself, cannot build in such a folder.
ifneq ($(words $(CURDIR))$(findstring :,$(CURDIR)),1)
$(error cannot build in "$(CURDIR)": the path has a space or a colon in it)
endif

# $(call kdir-if-built,FOLDER): the folder if it is a kernel build folder, else nothing
kdir-mark = include/generated/autoconf.h
kdir-if-built = $(if $(wildcard $1/Makefile),$(patsubst %/$(kdir-mark),%,$(wildcard $1/$(kdir-mark))))

# Debian's installed headers, the newest last, and those of its PREEMPT_RT kernel and of
# the newer kernel that Debian 12 offers beside its own
headers := $(patsubst %/$(kdir-mark),%,\
	$(shell ls -v /usr/src/linux-headers-*/$(kdir-mark) 2>/dev/null))
deb-arch := $(if $(filter aarch64,$(shell uname -m)),arm64,amd64)
rt-headers := $(filter %-rt-$(deb-arch),$(headers))
newer-headers := $(filter %+deb12-$(deb-arch),$(headers))

ifndef KDIR
KDIR := $(call kdir-if-built,/lib/modules/$(shell uname -r)/build)
ifndef KDIR
KDIR := $(lastword $(or \
	$(filter-out $(rt-headers) $(newer-headers) %-cloud-$(deb-arch),$(headers)),$(headers)))
endif
endif

ifdef KDIR
kdir := $(if $(word 2,$(KDIR)),,$(call kdir-if-built,$(abspath $(KDIR))))
kdir-error = KDIR=$(KDIR) is not a kernel build folder: it has no Makefile or no $(kdir-mark)
kdir-is-clang := $(if $(kdir),$(shell grep -s ^CONFIG_CC_IS_CLANG=y $(kdir)/include/config/auto.conf))
kdir-is-arm64 := $(if $(kdir),$(shell grep -s ^CONFIG_ARM64=y $(kdir)/include/config/auto.conf))
else
kdir-error = no kernel headers: install linux-headers-$(shell uname -r) or linux-headers-$(deb-arch), or name a kernel build folder with KDIR=
endif

# The compiler that built the kernel: it compiles modules, and a plugin fits only one
# compiler.  auto.conf has the first line of its --version: "gcc-12 (Debian ...".  A cross
# compiler may have another name here.
kernel-cc = $(or $(if $(kdir),$(shell cc=$$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\{0,1\}\([^ ]*\).*/\1/p' \
	$(kdir)/include/config/auto.conf) && \
	{ command -v "$(CROSS_COMPILE)$$cc" || command -v "$$cc"; })),$(CROSS_COMPILE)gcc)
cc = $(if $(filter command line,$(origin CC)),$(CC),$(kernel-cc))
# Modules of a kernel built by clang or by GCC before version 11 need no plugin; sdt-plugin=n
# builds all modules without.
is-plain := $(filter n,$(sdt-plugin))
old-gcc := $(filter 4 5 6 7 8 9 10,$(firstword $(subst ., ,$(shell $(cc) -dumpversion 2>/dev/null))))
plugin := $(if $(kdir-is-clang)$(is-plain)$(old-gcc),,plugin)

.PHONY: kdir-usable
kdir-usable:
	$(if $(kdir),,$(error $(kdir-error)))
	$(if $(and $(kdir-is-arm64),$(filter-out aarch64-%,$(shell $(cc) -dumpmachine))),$(error \
		$(kdir) is for arm64, but $(cc) is not: add ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-))
	@:
