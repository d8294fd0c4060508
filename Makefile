# SPDX-License-Identifier: GPL-2.0-only
#
# Makefile - for people and scripts: builds everything for one kernel, runs the
# demo and the tests.  What belongs to a module is in kmod/ and examples/, for
# Kbuild; what a driver author includes is kbuild/sdt.mk.

## Variables:
##   KDIR=FOLDER    build directory of the kernel (default: the running kernel's,
##                  else that of the newest installed linux-headers; a
##                  special-purpose kernel only if there is no other)
##   CC=COMPILER    compiler for all of it (default: the one the kernel names)
##   ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-
##                  with KDIR: build for a kernel of another architecture, as the
##                  kernel's own build does; ARCH=arm64 alone, with check-debian: run
##                  the core of check-arm64 in that release
##   PREFIX=FOLDER  where install installs (default: /usr/local)
##   DESTDIR=FOLDER what stands in front of all paths of install, modules_install
##                  and uninstall, for packagers
##   TESTS="FILE.." tests that check runs (default: all)
##   SEEDS=N..M     random programs that fuzz-plugin and fuzz-plain make, and broken
##                  sources (default: 1..300), seeds of bad-modules (default: 1..20)
##   RUNS=N         broken files that fuzz-sdtinfo makes (default: 1000000), inputs of
##                  fuzz-rules (default: 10000000), runs of each figure of bench
##                  (default: 5)
##   SECTIONS="..." what bench measures: disabled, handler, buffer, message, bpf, perf, watch,
##                  size, scale, build, author (default: all)
##   JOBS=N         processes of fuzz-sdtinfo (default: as many as processors)
##   TAP=FOLDER     also write the output of each test to a file there
##   COUNT=N        variants that bad-modules makes of each seed (default: 1000)
##   SECONDS=N      time after which fuzz-plugin, -plain, -sdtinfo and -rules start no new
##                  input (default: none), duration of torture (default: 100)
##   RELEASE=13     the Debian that check-debian runs the tests in: 13, 13-backports, sid or
##                  experimental (default: sid, with ARCH=arm64 13); 12, 13 or sid for
##                  check-packages (default: 12, then 13)
##   CODE="..."     the code bases that check-adoption ports: folders of tests/adoption
##                  (default: all)
##   MIRROR=URL     where check-debian gets a release from (default: the mirror
##                  that this machine's apt uses)
##   ROOTS=FOLDER   where check-debian, check-arm64, check-packages, check-rpm,
##                  check-adoption and check-matrix keep releases of Debian (default: /var/cache/sdt-roots)
##   GCC=gcc-11     another compiler than the kernel's: check-gcc builds the modules of its
##                  tests with it (default: gcc-11), and check-debian runs these tests:
##                  gcc-13 in RELEASE=13, gcc-15 in sid
##   NATIVE=yes     have check-packages-arm64 build in the emulated machine as well
##   sdt-plugin=n   build and install no plugin; check-gcc, check-arm64 and check-debian run the
##                  tests of check-plain, in RELEASE=13 also with gcc-9 and gcc-10
##   KERNEL=debug   run torture on the kernel that debug-kernel builds
##   SNAPSHOT=yes   have dist pack the last commit, whether it is a release or not
##   SETUP=no       do not install anything, and do not ask

SHELL = /bin/sh
MAKEFLAGS += --no-print-directory

# Kbuild, and make itself, cannot build in such a folder.
ifneq ($(words $(CURDIR))$(findstring :,$(CURDIR)),1)
$(error cannot build in "$(CURDIR)": the path has a space or a colon in it)
endif

# Where the modules of a kernel are built: its folder if it is one, else nothing
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
kdir-error = KDIR=$(KDIR) is no folder that modules can be built with: it has no Makefile or no $(kdir-mark)
kdir-is-clang := $(if $(kdir),$(shell grep -s ^CONFIG_CC_IS_CLANG=y $(kdir)/include/config/auto.conf))
kdir-is-arm64 := $(if $(kdir),$(shell grep -s ^CONFIG_ARM64=y $(kdir)/include/config/auto.conf))
else
kdir-error = no kernel headers: install linux-headers-$(shell uname -r) or linux-headers-$(deb-arch), or name a kernel build folder with KDIR=
endif

# The compiler that the kernel was built with, for the plugin: modules are
# compiled with it, and the plugin fits one compiler.  auto.conf has the first
# line that it prints for --version: "gcc-12 (Debian ...".  A cross compiler may have
# another name here.
kernel-cc = $(or $(if $(kdir),$(shell cc=$$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\{0,1\}\([^ ]*\).*/\1/p' \
	$(kdir)/include/config/auto.conf) && \
	{ command -v "$(CROSS_COMPILE)$$cc" || command -v "$$cc"; })),$(CROSS_COMPILE)gcc)
cc = $(if $(filter command line,$(origin CC)),$(CC),$(kernel-cc))
# The modules of a kernel that clang built do without, and all others if told to.
is-plain := $(filter n,$(sdt-plugin))
plugin := $(if $(kdir-is-clang)$(is-plain),,plugin)

examples := $(patsubst %/Makefile,%,$(wildcard examples/*/Makefile))

# The folders with the longest tests come first: no long test runs alone at the end.
TESTS ?= $(foreach layer,clients bench vm kbuild sdtinfo plugin lint docs,$(sort $(wildcard tests/$(layer)/*.t)))
# Builds in parallel, unless make was called with -j
parallel = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))

SETUP ?= .ci/setup
setup = $(if $(filter no,$(SETUP)),,$(SETUP))

# Nothing else states the version.
version = $(shell sed -n 's/^\#define SDT_VERSION[^"]*"\(.*\)"/\1/p' \
	kbuild/include/linux/sdt_version.h)

.PHONY: all
all: kdir-usable $(plugin) sdtinfo kmod $(examples) ## build plugin, sdtinfo, sdt.ko and examples (default)

.PHONY: demo
demo: ## install missing packages, build, show revdev's probes in a VM
	@$(setup)
	@echo '==> Building'
	@$(MAKE) run-demo

.PHONY: recording
recording: ## record sdtinfo in a VM, write docs/watching.svg
	$(if $(setup),@$(setup) $@)
	@$(MAKE) run-recording

.PHONY: picture
picture: ## record a timeline in a VM, load it into a viewer, write docs/trace.png
	$(if $(setup),@$(setup) $@)
	@$(MAKE) run-picture

.PHONY: check
check: ## install missing packages, build, run the tests
	@$(setup)
	@$(MAKE) $(parallel) run-check
	$(if $(filter file,$(origin TESTS)),@$(MAKE) $(parallel) run-check-core)
	$(if $(filter file,$(origin TESTS)),@$(MAKE) $(parallel) run-check-arm64 TESTS='$(arm64-core-tests)')

.PHONY: lint
lint: ## check style, spelling, structure, links and messages only
	@$(MAKE) check TESTS='$(wildcard tests/lint/*.t tests/docs/*.t)'

# What the kernel's configuration has to do with
rt-tests = $(filter tests/kbuild/% tests/vm/% tests/clients/%,$(TESTS)) \
	tests/plugin/types.t tests/plugin/corpus.t

.PHONY: check-rt
check-rt: ## run the tests that depend on the kernel, with Debian's PREEMPT_RT kernel
	$(if $(setup),@$(setup) $@)
	@$(MAKE) run-check-rt

.PHONY: check-newer
check-newer: ## run tests/vm and tests/kbuild with the newer kernel of Debian 12, 6.12
	@$(setup)
	@$(MAKE) run-check-newer

# What the compiler has to do with; boot.t tells which kernel and compiler there were
gcc-tests = $(if $(is-plain),$(filter-out $(call plain-exceptions,$(GCC) ),$(plain-tests)),\
	$(filter tests/plugin/% tests/vm/boot.t,$(TESTS)) tests/kbuild/plain.t $(core-tests))
gcc = $(or $(GCC),gcc-11)

.PHONY: check-gcc
check-gcc: ## run tests/plugin and a few others with modules compiled by another GCC
	$(if $(setup),@$(setup) $@)
	@$(MAKE) $(parallel) run-check-gcc GCC=$(gcc)

# What the architecture has to do with
arm64-tests = $(filter tests/vm/% tests/clients/% tests/plugin/%,$(TESTS)) \
	tests/kbuild/modules.t tests/kbuild/handler.t
arm64-core-tests = $(foreach test,values examples,tests/vm/$(test).t)

.PHONY: check-arm64
check-arm64: ## run the tests that depend on the architecture for arm64, emulated
	$(if $(setup),@$(setup) $@)
	@$(MAKE) $(parallel) run-check-arm64 \
		$(if $(filter file,$(origin TESTS)),TESTS='$(if $(is-plain),$(plain-tests),$(arm64-tests))')

# What NMIs, shadow call stacks and preemption have to do with
arm64-nmi-tests = $(foreach test,values contexts counters stacks translate lifecycle torture,\
	tests/vm/$(test).t)
arm64-nmi-kdir := $(CURDIR)/build/arm64-nmi-kernel

# Five minutes for the kernel, but none if it is there
.PHONY: check-arm64-nmi
check-arm64-nmi: ## run tests for arm64 on a kernel with NMIs, which it builds
	$(if $(setup),@$(setup) $@)
	@ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- tests/systems/kernels/build \
		$(arm64-nmi-kdir) aarch64-linux-gnu-gcc common arm64-nmi
	@$(MAKE) $(parallel) run-check-arm64 arm64-kdir=$(arm64-nmi-kdir) \
		$(if $(filter file,$(origin TESTS)),TESTS='$(arm64-nmi-tests)')

.PHONY: check-plain
check-plain: ## run the tests that load modules, with modules compiled without the plugin
	@$(setup)
	@$(MAKE) $(parallel) run-check-plain

# With link-time optimization, and checks of indirect calls; a quarter of an hour for the kernel
clang-kdir := $(CURDIR)/build/clang-kernel

# They have no debugging information; modules need it for the types of arguments.
check-clang check-arm64-clang: export KCFLAGS := -g

.PHONY: check-clang
check-clang: export LLVM := -16
check-clang: ## run those of tests/vm with a kernel, sdt.ko and modules that clang compiles
	$(if $(setup),@$(setup) $@)
	@tests/systems/kernels/build $(clang-kdir) clang$(LLVM) common x86 x86-ibt clang
	@$(MAKE) $(parallel) run-check-plain KDIR=$(clang-kdir) \
		TESTS='$(if $(filter file,$(origin TESTS)),$(filter-out $(call plain-exceptions,clang ),$(filter tests/vm/%,$(plain-tests))),$(TESTS))'

# Call instructions, registers and jump labels are the architecture's.
arm64-clang-tests = $(foreach test,values edges handlers contexts counters lifecycle torture,\
	tests/vm/$(test).t)
arm64-clang-kdir := $(CURDIR)/build/arm64-clang-kernel

.PHONY: check-arm64-clang
check-arm64-clang: export LLVM := -16
check-arm64-clang: ## likewise for arm64, emulated
	$(if $(setup),@$(setup) check-clang)
	@ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- tests/systems/kernels/build \
		$(arm64-clang-kdir) clang$(LLVM) common arm64-nmi clang
	@$(MAKE) $(parallel) run-check-arm64 sdt-plugin=n arm64-kdir=$(arm64-clang-kdir) \
		$(if $(filter file,$(origin TESTS)),TESTS='$(arm64-clang-tests)')

# All kernels, compilers and clients that the tests know, with one table at the end: four
# hours
.PHONY: check-matrix
check-matrix: ## run all checks with all kernels and releases, print a table (as root)
	$(if $(setup),@for target in check check-rt check-gcc check-clang check-arm64-nmi check-debian; do \
		$(setup) $$target || exit; done)
	@ROOTS='$(ROOTS)' tests/systems/matrix build/matrix

# Debian's releases in folders, each with its compiler, kernel, QEMU and clients
RELEASE ?= $(if $(filter arm64,$(ARCH)),13,sid)
ROOTS ?= /var/cache/sdt-roots
debian-tests = $(if $(is-plain),$(plain-tests),$(filter tests/vm/% tests/clients/%,$(TESTS)))
client-tests = $(filter tests/clients/%,$(TESTS))

# $(call in-debian,RELEASE,TESTS): run-check in a release, for ARCH there, with these tests
# unless TESTS= names others
in-debian = env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES tests/systems/debian \
	$1 '$(ROOTS)/debian-$1' \
	run-check$(if $(GCC),-gcc GCC=$(GCC),$(if $(filter arm64,$(ARCH)),-arm64,$(is-plain:n=-plain))) \
	TESTS='$(if $(filter file,$(origin TESTS)),$2,$(TESTS))' \
	$(foreach variable,COUNT SECONDS TAP sdt-plugin,$(if $($(variable)),$(variable)=$($(variable))))

# Five minutes more, and 1.5 GB, if its folder is not there
.PHONY: check-debian
check-debian: ## run the tests that boot a guest in another Debian, RELEASE, or ARCH's core (as root)
	$(if $(setup),@$(setup) $@)
	@$(call in-debian,$(RELEASE),$(if $(GCC),$(gcc-tests),$(if $(filter arm64,$(ARCH)),$(arm64-core-tests),$(debian-tests))))

.PHONY: check-clients
check-clients: ## run the tests of perf, bpftrace, ... and dtrace in a Debian 13 (as root)
	$(if $(setup),@$(setup) check-debian)
	@$(call in-debian,13,$(client-tests))

# Five minutes for a release, ten and 2.5 GB if its folder is not there
.PHONY: check-packages
check-packages: ## build, install, use and remove the Debian packages (as root)
	$(if $(setup),@$(setup) $@)
	@for release in $(if $(filter file,$(origin RELEASE)),12 13,$(RELEASE)); do \
		RELEASE=$$release $(call prove-packages,debian) || exit; \
	done

# Ten minutes
.PHONY: check-rpm
check-rpm: ## build, install, use and remove the RPM packages, in a Debian 12 (as root)
	$(if $(setup),@$(setup) $@)
	@RELEASE=12 $(call prove-packages,rpm)

# Twenty minutes, the first time half an hour, with NATIVE=yes two hours
.PHONY: check-packages-arm64
check-packages-arm64: ## likewise for arm64: build here, use in an emulated machine (as root)
	$(if $(setup),@$(setup) $@)
	@$(call prove-packages,arm64)

# A minute; prometheus itself takes 100 MB.
.PHONY: check-monitoring
check-monitoring: ## have Prometheus's promtool and node-exporter read sdtinfo's metrics
	$(if $(setup),@$(setup) $@)
	@$(MAKE) $(parallel) run-check TESTS=tests/monitoring/exporter.t

# Other people's code with our packages; five minutes each, OpenZFS half an hour
CODE ?= $(patsubst tests/adoption/%/about,%,$(wildcard tests/adoption/*/about))

.PHONY: check-adoption
check-adoption: ## port, build and use code bases of others, write docs/internals/adoption.md (as root)
	$(if $(setup),@$(setup) $@)
	@env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES ROOTS='$(ROOTS)' \
		prove --exec '$(if $(TAP),tests/lib/save-tap $(TAP) )tests/adoption/run' --timer --verbose \
			$(CODE:%=tests/adoption/%/about)

# $(call prove-packages,TEST)
prove-packages = env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES ROOTS='$(ROOTS)' \
	prove --exec '$(if $(TAP),tests/lib/save-tap $(TAP))' --timer --verbose tests/packages/$1.t

# The folder of the kernel that looks for faults by itself
debug-kdir := $(CURDIR)/build/debug-kernel

# Eight minutes, but none if it is there.
.PHONY: debug-kernel
debug-kernel: ## build a kernel with KASAN, lockdep and the like (8 minutes)
	$(if $(setup),@$(setup) $@)
	@tests/systems/kernels/build $(debug-kdir) $(cc) common x86 debug

ifeq ($(KERNEL),debug)
torture-kdir := KDIR=$(debug-kdir) CC='$(cc)'
else ifneq ($(KERNEL),)
$(error KERNEL=$(KERNEL): there is only KERNEL=debug)
endif

.PHONY: torture
torture: $(if $(torture-kdir),debug-kernel) ## fire, attach, load and unplug concurrently, for SECONDS
	@$(setup)
	@$(MAKE) run-torture $(torture-kdir)

SEEDS ?= 1..300

.PHONY: fuzz
fuzz: fuzz-plugin fuzz-plain fuzz-sdtinfo fuzz-rules ## run all fuzz targets, each for SECONDS

# Half an hour; tests/fuzz/plugin/run has more options.  Random programs, then arguments of
# every shape, then broken sources.
.PHONY: fuzz-plugin
fuzz-plugin: plugin sdtinfo ## compare random programs with probes to the same with calls
	@tests/fuzz/plugin/run --cc '$(cc)' $(if $(SECONDS),--seconds $(SECONDS)) $(SEEDS) operands
	@tests/fuzz/plugin/mutate --cc '$(cc)' $(if $(SECONDS),--seconds $(SECONDS)) $(SEEDS)

# An hour
.PHONY: fuzz-plain
fuzz-plain: ## the same for probes without the plugin, by the kernel's compiler and by clang
	$(if $(setup),@$(setup) $@)
	@$(MAKE) sdtinfo
	@for cc in '$(cc)' clang; do \
		tests/fuzz/plugin/run --plain --cc "$$cc" \
			$(if $(SECONDS),--seconds $(SECONDS)) $(SEEDS) operands || exit; \
	done

# Half an hour
.PHONY: fuzz-sdtinfo
fuzz-sdtinfo: ## run sdtinfo on RUNS broken files, with clang's sanitizers and libFuzzer
	$(if $(setup),@$(setup) $@)
	@$(MAKE) sdtinfo
	@tests/fuzz/sdtinfo/run $(if $(RUNS),--runs $(RUNS)) \
		$(if $(SECONDS),--seconds $(SECONDS)) $(if $(JOBS),--jobs $(JOBS))

# Likewise
.PHONY: fuzz-rules
fuzz-rules: ## run the rules that sdt.ko and sdtinfo share on RUNS random inputs, likewise
	$(if $(setup),@$(setup) fuzz-sdtinfo)
	@$(MAKE) sdtinfo
	@tests/fuzz/rules/run $(if $(RUNS),--runs $(RUNS)) $(if $(SECONDS),--seconds $(SECONDS))

# Ten minutes for disabled, handler, buffer, bpf and perf; hours for scale with its 10,000
# probes, which SIZES="100 1000" leaves out
.PHONY: bench
bench: ## compare probes with their peers, write docs/benchmarks.md
	$(if $(setup),@$(setup) $@)
	@$(MAKE) $(parallel) run-bench

.PHONY: bench-check
bench-check: ## compare probes with docs/benchmarks.md: a part of check
	@$(setup)
	@$(MAKE) $(parallel) run-check TESTS=tests/bench/check.t

.PHONY: clean
clean: ## remove all build results
	$(MAKE) -C gcc-plugin clean
	$(MAKE) -C tools/sdtinfo clean
	$(if $(kdir),$(MAKE) -C $(kdir) M=$(CURDIR)/kmod clean)
	$(if $(kdir),$(MAKE) -C $(kdir) M=$(CURDIR)/$(test-modules) clean)
	$(if $(kdir),$(foreach example,$(examples),$(MAKE) -C $(example) KDIR=$(kdir) clean &&) :)

.PHONY: help
help: ## print this help
	@echo 'Targets:'
	@sed -n 's/^\([a-z0-9_-]*\):.* ## /  \1 \t/p' Makefile | expand -t 26
	@sed -n 's/^## \{0,1\}//p' Makefile

# For scripts: the kernel build folder that all is built for
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

.PHONY: kdir-usable
kdir-usable:
	$(if $(kdir),,$(error $(kdir-error)))
	$(if $(and $(kdir-is-arm64),$(filter-out aarch64-%,$(shell $(cc) -dumpmachine))),$(error \
		$(kdir) is for arm64, and $(cc) is not: add ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-))
	@:

.PHONY: plugin sdtinfo kmod $(examples)
plugin:
	@$(MAKE) -C gcc-plugin CC='$(cc)'

sdtinfo:
	@$(MAKE) -C tools/sdtinfo

# The modules' own builds would build plugin and sdtinfo as well: not at a time.
kmod: kdir-usable $(plugin) sdtinfo
	@$(MAKE) -C $(kdir) M=$(CURDIR)/kmod modules

# Those that call sdt.ko need its Module.symvers.
$(examples): kmod
	@$(MAKE) -C $@ KDIR=$(kdir)

# -- installation -------------------------------------------------------------

PREFIX ?= /usr/local
dest = $(DESTDIR)$(PREFIX)
dkms-source = src/sdt-$(version)

# Paths that pkg-config, make and GCC take as they are
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
	$(addprefix kmod/rules/,conversion.c field_name.c list.c message.c names.c words.c \
		providers.c translation.c written.c rules.h shim.h)
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
fill = mkdir -p build && sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(version)|' $1 > build/filled && \
	install -D -m 644 build/filled '$(dest)/$2'

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
	@$(call copy,644,share/sdt,kbuild/sdt.mk $(abi-headers) kmod/include/linux/sdt_handler.h)
	rm -rf '$(dest)/share/sdt/gcc-plugin'
	@$(call copy,644,share/sdt,$(plugin-sources))
	@$(call fill,kbuild/sdt.pc.in,share/pkgconfig/sdt.pc)
	$(if $(plugin),install -D -m 644 '$(call plugin-make,path)' \
		'$(dest)/lib/sdt/$(version)/$(call plugin-make,id)/sdt_plugin.so')
	@$(call copy,644,share/doc/sdt,$(docs) $(example-files))
	@$(call copy,755,share/doc/sdt,$(example-scripts))
	docs/plain-links '$(dest)/share/doc/sdt'
	sed -i 's|^include .*/kbuild/sdt.mk|include $$(shell pkg-config --variable=sdtmk sdt)|' \
		'$(dest)'/share/doc/sdt/examples/*/Kbuild
	@$(call copy,644,$(dkms-source),$(kmod-sources) $(abi-headers))
	@$(call copy,755,$(dkms-source),kmod/keep-symvers)
	@$(call fill,kmod/dkms.conf.in,$(dkms-source)/dkms.conf)

# The symbols of sdt.ko, for modules that attach handlers, are not below PREFIX but
# beside the module: it is where sdt.mk looks, whatever its PREFIX.
INSTALL_MOD_PATH ?= $(DESTDIR)
modules-folder = $(INSTALL_MOD_PATH)/lib/modules
kernel-release = $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' $(kdir)/include/generated/utsrelease.h)

.PHONY: modules_install
modules_install: prefix-usable kmod ## install sdt.ko and sdt_raw.ko for the kernel
	umask 022 && $(MAKE) -C $(kdir) M=$(CURDIR)/kmod INSTALL_MOD_PATH='$(INSTALL_MOD_PATH)' \
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
		find "$$folder" -name 'sdt.ko*' -o -name 'sdt_raw.ko*' | grep -v /dkms/ | xargs -r rm; \
		$(if $(INSTALL_MOD_PATH),:,PATH=$$PATH:/sbin depmod "$${folder##*/}"); \
	done

# Only what needs nothing but sdtinfo and takes seconds; these tests assemble objects of
# x86-64.  All others need kernel headers, most of them a virtual machine as well.
.PHONY: check-build
check-build: ## for packagers: run the tests of a build that need no kernel
	prove --exec '' $(patsubst %,tests/sdtinfo/%.t,args diff dump link verify)

.PHONY: dist
dist: ## pack the release, from its signed tag, and its SBOM into build
	@tools/release/dist $(version) $(if $(filter yes,$(SNAPSHOT)),--snapshot)

.PHONY: run-demo
run-demo: all
	@echo '==> Booting the kernel in a virtual machine'
	@KDIR=$(kdir) tests/guest/start --add kmod/sdt.ko \
		--add examples/revdev/revdev.ko --add examples/revdev/testrevdev \
		--add examples/revdev/traceflow \
		examples/revdev/demo.sh

.PHONY: run-recording
run-recording: all
	@KDIR=$(kdir) docs/recording/record

# The modules that the tests load
test-modules := tests/vm/modules
.PHONY: $(test-modules)
$(test-modules): kmod
	@$(MAKE) -C $(kdir) M=$(CURDIR)/$@ modules

.PHONY: run-picture
run-picture: all $(test-modules)
	@KDIR=$(kdir) docs/picture/draw

# A quarter of an hour
.PHONY: bad-modules
bad-modules: SEEDS = 1..20
bad-modules: all $(test-modules) ## load many bad variants of a module in a VM
	@for seed in $$(seq $(subst .., ,$(SEEDS))); do \
		KDIR=$(kdir) SEED=$$seed COUNT=$(or $(COUNT),1000) \
			tests/vm/badmodules.t || exit; \
	done

# The sections' own calls of make are no part of this make.
.PHONY: run-bench
run-bench: all $(test-modules)
	@env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES KDIR=$(kdir) CC='$(cc)' \
		PATH="$(python-dir:%=%:)$$PATH" \
		tests/bench/run --runs $(or $(RUNS),5) $(SECTIONS)

# python3 may be a wrapper script that is slower than the interpreter that it finds:
# the tests, which start python3 often, use the interpreter.
python-dir = $(shell python3 -c 'import os, sys; print(os.path.dirname(sys.executable))')

# Three tests at a time keep two processors busy while guests wait.  The tests' own
# calls of make are no part of this make.
.PHONY: run-check
run-check: all $(test-modules)
	$(if $(TESTS),,$(error no tests in tests/))
	@env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES KDIR=$(kdir) \
		PATH="$(python-dir:%=%:)$$PATH" \
		prove --exec '$(if $(TAP),tests/lib/save-tap $(TAP))' --jobs 3 --timer --comments $(TESTS)

# A make of its own, which finds the headers that check-rt has installed.
.PHONY: run-check-rt
run-check-rt:
	$(if $(rt-headers),,$(error no headers of a PREEMPT_RT kernel: \
		install linux-headers-rt-$(deb-arch)))
	@$(MAKE) run-check KDIR=$(lastword $(rt-headers)) \
		TESTS='$(if $(filter file,$(origin TESTS)),$(rt-tests),$(TESTS))'

# Likewise.  On one processor, but for the tests that ask for two: with two, QEMU before 8.1
# can oops that kernel (tests/guest/retranslate.py).
newer-tests = $(filter tests/kbuild/% tests/vm/%,$(TESTS))

.PHONY: run-check-newer
run-check-newer:
	$(if $(newer-headers),,$(error no headers of the newer kernel of Debian 12: \
		install linux-headers-6.12-$(deb-arch)))
	@SMP=1 $(MAKE) run-check KDIR=$(lastword $(newer-headers)) \
		TESTS='$(if $(filter file,$(origin TESTS)),$(newer-tests),$(TESTS))'

# A few of them, in a copy of the tree, which keeps what is built for the other kernel
core-tests = tests/kbuild/modules.t tests/kbuild/handler.t \
	$(foreach test,values handlers events layout,tests/vm/$(test).t)
core-copy := build/newer

.PHONY: run-check-core
run-check-core:
ifneq ($(newer-headers),)
	@echo '==> Once more, with $(notdir $(lastword $(newer-headers)))'
	@$(call copy-tree,$(core-copy))
	@$(MAKE) -C $(core-copy) run-check-newer TESTS='$(core-tests)' TAP=$(TAP:%=%/newer)
endif

# $(call copy-tree,FOLDER): the tree, without what is built for a kernel
copy-tree = rm -rf $1 && mkdir -p $1/build && \
	{ [ ! -e build/plugin ] || cp -a build/plugin $1/build; } && \
	tar -c --exclude=./.git --exclude=./build --exclude='*.ko' --exclude='*.cmd' \
		--exclude=testrevdev . | tar -x -C $1

# Likewise, in a copy, with headers that name the other compiler
.PHONY: run-check-gcc
run-check-gcc: kdir-usable
	@echo '==> With $(GCC)'
	@$(call copy-tree,build/$(GCC))
	@tests/systems/other-gcc $(GCC) $(kdir) build/$(GCC)/build/kdir
	@$(MAKE) -C build/$(GCC) run-check$(is-plain:n=-plain) KDIR=$(CURDIR)/build/$(GCC)/build/kdir \
		TAP=$(abspath $(TAP)) TESTS='$(if $(filter file,$(origin TESTS)),$(gcc-tests),$(TESTS))'

# Likewise, in a copy, with modules that are compiled without the plugin
plain-exceptions = $(shell sed -n 's|^$1\(tests/[a-z/-]*\.t\).*|\1|p' tests/kbuild/plain.exceptions)
plain-tests = $(filter-out $(plain-exceptions),$(filter tests/vm/% tests/clients/%,$(TESTS)))

.PHONY: run-check-plain
run-check-plain: kdir-usable
	@echo '==> Without the plugin'
	@$(call copy-tree,build/plain)
	@tests/lib/plain-modules build/plain/$(test-modules)
	@$(MAKE) -C build/plain run-check KDIR=$(kdir) sdt-plugin=n TAP=$(abspath $(TAP)) \
		TESTS='$(if $(filter file,$(origin TESTS)),$(plain-tests),$(TESTS))'

# Likewise, in a copy.  The arm64 world is Debian's packages, which nobody has to install.
arm64-root := $(ROOTS)/arm64
arm64-kdir := $(arm64-root)/kdir

.PHONY: run-check-arm64
run-check-arm64:
	@echo '==> For arm64'
	@tests/systems/foreign arm64 $(arm64-root)
	@$(call copy-tree,build/arm64)
	$(if $(is-plain),@tests/lib/plain-modules build/arm64/$(test-modules))
	@tests/systems/foreign-sdtinfo $(arm64-root)/root aarch64-linux-gnu
	@$(MAKE) -C build/arm64 run-check ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- \
		KDIR=$(arm64-kdir) GUEST_ROOT=$(arm64-root)/root TAP=$(TAP:%=%/arm64) \
		TESTS='$(TESTS)'

# On the debug kernel kmemleak looks at what both leave behind.
.PHONY: run-torture
run-torture: all $(test-modules)
	@env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES KDIR=$(kdir) \
		$(if $(SECONDS),SECONDS=$(SECONDS)) \
		prove --exec '' --timer --verbose tests/vm/torture.t tests/vm/failslab.t
