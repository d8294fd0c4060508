# SPDX-License-Identifier: GPL-2.0-only
#
# Makefile - for people and scripts: builds everything for one kernel, installs it, runs
# the demo, and hands checks, fuzzers and benchmarks on to tests/Makefile.  What belongs to
# a module is in kmod/ and examples/, for Kbuild; what a driver author includes is
# kbuild/sdt.mk.

## Variables:
##   KDIR=FOLDER    build directory of the kernel (default: the running kernel's,
##                  else that of the newest installed linux-headers; a
##                  special-purpose kernel only if there is no other)
##   CC=COMPILER    compiler for everything (default: the one that built the kernel)
##   ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-
##                  with KDIR: build for a kernel of another architecture, as the
##                  kernel's own build does; ARCH=arm64 alone, with check-debian: run
##                  the core of check-arm64 in that release
##   PREFIX=FOLDER  where install installs (default: /usr/local)
##   DESTDIR=FOLDER prefix of all paths of install, modules_install and uninstall,
##                  for packagers
##   sdt-plugin=n   build and install no plugin; check-gcc, check-arm64 and check-debian run the
##                  tests of check-plain, in RELEASE=13 also with gcc-9 and gcc-10
##   SNAPSHOT=yes   have dist pack the last commit, release or not, into build/snapshot
##   SETUP=no       do not install missing packages, and do not ask

.PHONY: all
all:

include kernel.mk

examples := $(patsubst %/Makefile,%,$(wildcard examples/*/Makefile))

SETUP ?= .ci/setup
setup = $(if $(filter-out no,$(SETUP)),$(SETUP) $@)

# Nothing else states the version.
version = $(shell sed -n 's/^\#define SDT_VERSION[^"]*"\(.*\)"/\1/p' \
	kbuild/include/linux/sdt_version.h)

all: kdir-usable $(plugin) sdtinfo kmod $(examples) ## build plugin, sdtinfo, sdt.ko and examples (default)

# Separate makes, which find the headers that setup has installed
.PHONY: demo
demo: ## install missing packages, build, show revdev's probes in a VM
	@$(setup)
	@echo '==> Building'
	@$(MAKE) all
	@echo '==> Booting the kernel in a virtual machine'
	@tests/guest/start --add kmod/sdt.ko \
		--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
		--add examples/revdev/traceflow \
		examples/revdev/demo.sh

# $(call targets-of,FILES): the targets that help lists
targets-of = sed -n 's/^\([a-z0-9_-]*\):.* \#\# /  \1 \t/p' $1
test-targets := $(shell $(call targets-of,tests/Makefile) | cut -f 1)

.PHONY: $(test-targets)
$(test-targets):
	@$(setup)
	@$(MAKE) -f tests/Makefile $@

.PHONY: clean
clean: ## remove all build results
	$(MAKE) -C gcc-plugin clean
	$(MAKE) -C tools/sdtinfo clean
	rm -rf build/guest
	$(if $(kdir),$(MAKE) -C $(kdir) M=$(CURDIR)/kmod clean)
	$(if $(kdir),$(MAKE) -C $(kdir) M=$(CURDIR)/tests/vm/modules clean)
	$(if $(kdir),$(foreach example,$(examples),$(MAKE) -C $(example) KDIR=$(kdir) clean &&) :)

.PHONY: help
help: ## print this help
	@echo 'Targets:'
	@$(call targets-of,Makefile tests/Makefile) | expand -t 26
	@sed -n 's/^## \{0,1\}//p' Makefile tests/Makefile

# For scripts: the kernel build folder in use
.PHONY: kdir
kdir: kdir-usable
	@echo $(kdir)

# For scripts: the release of that kernel, as its modules name it
.PHONY: kernel-release
kernel-release: kdir-usable
	@echo $(kernel-release)

# For scripts: the compiler of that kernel's modules
.PHONY: cc
cc: kdir-usable
	@echo $(cc)

# For scripts: the project's version
.PHONY: version
version:
	@echo $(version)

.PHONY: plugin sdtinfo kmod $(examples)
plugin:
	@$(MAKE) -C gcc-plugin CC='$(cc)'

sdtinfo:
	@$(MAKE) -C tools/sdtinfo sdtinfo sdtinfo-link sdtinfo.1

# The modules' own builds would build plugin and sdtinfo, too: avoid doing so in parallel.
kmod: kdir-usable $(plugin) sdtinfo
	@$(MAKE) -C $(kdir) M=$(CURDIR)/kmod modules

# Those that call sdt.ko need its Module.symvers.
$(examples): kmod
	@$(MAKE) -C $@ KDIR=$(kdir)

# -- installation -------------------------------------------------------------

PREFIX ?= /usr/local
dest = $(DESTDIR)$(PREFIX)
dkms-source = src/sdt-$(version)

# Only paths that pkg-config, make and GCC need no quotes for
.PHONY: prefix-usable
prefix-usable:
	$(if $(shell echo '$(PREFIX)' | grep -E '^/[A-Za-z0-9_./+-]*$$'),,$(error PREFIX=$(PREFIX) \
		is not an absolute path of letters, digits and _./+-))
	$(if $(filter-out 0 1,$(words x$(DESTDIR))),$(error DESTDIR=$(DESTDIR) has a space in it))
	@:

# $(call copy,MODE,FOLDER,FILES): with their paths, below a folder of PREFIX
copy = $(foreach file,$3,install -D -m $1 $(file) '$(dest)/$2/$(file)' &&) :
plugin-sources = gcc-plugin/Makefile \
	$(wildcard gcc-plugin/*.cc gcc-plugin/*.h gcc-plugin/*/*.cc gcc-plugin/*/*.h) \
	$(call plugin-make,rules) kmod/rules/reader.h kmod/rules/rules.h kmod/rules/shim.h
abi-headers = $(wildcard kbuild/include/*/*.h)
kmod-sources = kmod/Kbuild $(filter-out %.mod.c,$(wildcard kmod/*.[ch] kmod/*/*.[ch] kmod/*/*/*.[ch]))
# Pages about the code, below docs/internals, stay in the sources.
docs = README.md CONTRIBUTING.md SECURITY.md COPYING kbuild/include/COPYING.BSD \
	$(wildcard docs/*.md docs/*.svg docs/*.png docs/benchmarks/*.svg)
example-files = $(filter-out %.mod.c %.ko %.o,$(wildcard examples/*/Kbuild \
	examples/*/Makefile examples/*/*.[ch] examples/*/*.md examples/*/dkms.conf \
	examples/revdev/*.bt examples/revdev/*.d examples/revdev/*.expected))
example-scripts = examples/revdev/demo.sh examples/revdev/latency examples/revdev/traceflow

# $(call fill,TEMPLATE,PATH): writes a file of PREFIX
fill = install -D -m 644 $1 '$(dest)/$2' && \
	sed -i 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(version)|' '$(dest)/$2'

# Without $(MAKE) in the recipe: "make -n install", which debhelper calls, would run it.
plugin-make = $(shell env -u MAKEFLAGS $(MAKE) -s --no-print-directory -C gcc-plugin CC='$(cc)' $1)

# In an installed tree, paths are the same below share/sdt as in this one, and
# the drivers there are examples of a driver elsewhere.
.PHONY: install
install: prefix-usable $(plugin) sdtinfo ## install sdtinfo, plugin, headers, docs, examples to PREFIX
	install -D tools/sdtinfo/sdtinfo '$(dest)/bin/sdtinfo'
	install -D -m 644 tools/sdtinfo/sdtinfo.1 '$(dest)/share/man/man1/sdtinfo.1'
	install -D -m 644 tools/sdtinfo/sdtinfo.bash \
		'$(dest)/share/bash-completion/completions/sdtinfo'
	@$(call copy,755,share/sdt,kbuild/build-tools kbuild/join kbuild/btf)
	@$(call copy,644,share/sdt,kbuild/sdt.mk kbuild/discard.lds $(abi-headers) kmod/include/linux/sdt_handler.h)
	rm -rf '$(dest)/share/sdt/gcc-plugin'
	@$(call copy,644,share/sdt,$(plugin-sources))
	@$(call fill,kbuild/sdt.pc.in,share/pkgconfig/sdt.pc)
	$(if $(plugin),install -D '$(call plugin-make,path)' \
		'$(dest)/lib/sdt/$(version)/$(call plugin-make,id)/sdt_plugin.so')
	@$(call copy,644,share/doc/sdt,$(docs) $(example-files))
	@$(call copy,755,share/doc/sdt,$(example-scripts))
	docs/plain-links '$(dest)/share/doc/sdt'
	sed -i 's|^include .*/kbuild/sdt.mk|include $$(shell pkg-config --variable=sdtmk sdt)|' \
		'$(dest)'/share/doc/sdt/examples/*/Kbuild
	@$(call copy,644,$(dkms-source),$(kmod-sources) $(abi-headers))
	@$(call copy,755,$(dkms-source),kmod/features kmod/keep-symvers)
	@$(call fill,kmod/dkms.conf.in,$(dkms-source)/dkms.conf)

# The symbols of sdt.ko, for modules that attach handlers, are not below PREFIX but
# beside the module, where sdt.mk looks, whatever its PREFIX.
INSTALL_MOD_PATH ?= $(DESTDIR)
modules-folder = $(abspath $(INSTALL_MOD_PATH))/lib/modules
kernel-release = $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' $(kdir)/include/generated/utsrelease.h)

.PHONY: modules_install
modules_install: prefix-usable kmod ## install sdt.ko and its companions for the kernel
	umask 022 && $(MAKE) -C $(kdir) M=$(CURDIR)/kmod INSTALL_MOD_PATH='$(abspath $(INSTALL_MOD_PATH))' \
		modules_install
	install -D -m 644 kmod/Module.symvers '$(modules-folder)/$(kernel-release)/sdt.symvers'
	$(if $(INSTALL_MOD_PATH),,PATH=$$PATH:/sbin depmod $(kernel-release))

.PHONY: uninstall
uninstall: prefix-usable ## remove what install and modules_install installed
	rm -rf $(addprefix '$(dest)'/,lib/sdt share/sdt share/doc/sdt $(dkms-source))
	rm -f $(addprefix '$(dest)'/,bin/sdtinfo share/man/man1/sdtinfo.1 share/pkgconfig/sdt.pc \
		share/bash-completion/completions/sdtinfo)
	for symvers in '$(modules-folder)'/*/sdt.symvers; do \
		[ -e "$$symvers" ] || continue; \
		folder=$${symvers%/*}; \
		rm "$$symvers"; \
		find "$$folder" -name 'sdt.ko*' -o -name 'sdt_raw.ko*' -o -name 'sdt_carrier.ko*' | grep -v /dkms/ | xargs -r rm; \
		$(if $(INSTALL_MOD_PATH),:,PATH=$$PATH:/sbin depmod "$${folder##*/}"); \
	done

# Only tests that need just sdtinfo and take seconds; they assemble objects for x86-64.  All
# others need kernel headers, and most of them a virtual machine.
.PHONY: check-build
check-build: ## for packagers: run the tests of a build that need no kernel
	prove --exec '' $(patsubst %,tests/sdtinfo/%.t,args diff dump link verify)

.PHONY: dist
dist: ## pack the release, from its signed tag, and its SBOM into build
	@tools/release/dist $(version) $(if $(filter yes,$(SNAPSHOT)),--snapshot)
