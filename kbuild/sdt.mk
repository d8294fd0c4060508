# SPDX-License-Identifier: GPL-2.0-only
#
# sdt.mk - statically defined tracing for the modules of a Kbuild file
#
# The last line of a Kbuild file, or of a Makefile that serves as one:
#
#	include /where/sdt/is/kbuild/sdt.mk
#
# For every module in obj-m it
#
#  - compiles the sources with the plugin and with <linux/sdt.h>,
#  - lets "sdtinfo link" write the module's probe table from its objects and
#    adds that to the module: foo.sdtinfo.S -> foo.sdtinfo.o -> foo.ko.
#
# A module of one source file cannot gain an object, since Kbuild takes the
# module's name for its object's: foo.c is compiled as foo.sdt.o instead.
#
# Set before the include:
#
#	sdt-srcroot	folders relative to which source files are named, besides
#			the one that is built (M=)
#
# Reads obj-m, <module>-y, <module>-objs and <module>-m as Kbuild does, so it
# must stand behind them.  Outside a kernel build, in a Makefile that calls one,
# it says only what Kbuild's own message there would not tell.

ifneq ($(if $(KERNELRELEASE),,$(word 2,$(CURDIR))),)
$(warning sdt: Kbuild cannot build a module in a folder with a space in its name: $(CURDIR))
endif

ifneq ($(and $(KERNELRELEASE),$(obj)),)

sdt-root := $(patsubst %/kbuild/sdt.mk,%,$(abspath $(lastword $(MAKEFILE_LIST))))

ifeq ($(wildcard $(sdt-root)/kbuild/sdt.mk),)
$(error sdt: the path of kbuild/sdt.mk has a space in it, make cannot handle that)
endif

# -- the modules ------------------------------------------------------------

sdt-modules := $(sort $(patsubst %.o,%,$(filter %.o,$(obj-m))))
sdt-objects-of = $(filter-out $(1).sdtinfo.o,$($(1)-objs) $($(1)-y) $($(1)-m))

ccflags-y += -I$(sdt-root)/kbuild/include

# Other parts of a kernel build read the author's file too, and only this one
# compiles.
sdt-compiling := $(filter %/scripts/Makefile.build scripts/Makefile.build,$(MAKEFILE_LIST))

# Not by CONFIG_CC_IS_CLANG: that is the compiler that built the kernel.
sdt-clang := $(if $(sdt-compiling),$(filter 1,$(shell \
	     echo __clang__ | $(CC) -E -P -x c - 2>/dev/null)))

ifneq ($(sdt-clang),)

$(warning sdt: $(CC) is clang, for which there is no plugin: every DTRACE_PROBE compiles to nothing)

else

# One source file: no list of objects.  It is a C file, which the build itself may
# still have to make, unless there is one of the others that Kbuild knows.
sdt-single := $(foreach m,$(sdt-modules),\
	      $(if $(call sdt-objects-of,$m)$(wildcard \
		$(src)/$m.S $(src)/$m.rs $(src)/$m.o_shipped),,$m))

$(foreach m,$(sdt-single),$(eval $m-y := $m.sdt.o))

sdt-linked := $(filter $(sdt-modules),$(foreach m,$(sdt-modules),\
	      $(if $(call sdt-objects-of,$m),$m)))

sdt-plugin  := $(sdt-root)/gcc-plugin/sdt_plugin.so
sdt-sdtinfo := $(sdt-root)/tools/sdtinfo/sdtinfo

# Source files are named relative to the module's own directory, which is
# written here as in their names: it may be a relative path or a symbolic link.
# The author's folders are taken as they are written, too.
sdt-prefixes := $(or $(srcroot),$(KBUILD_EXTMOD)) \
		$(sort $(sdt-srcroot) $(abspath $(sdt-srcroot)) $(realpath $(sdt-srcroot)))

ccflags-y += -fplugin=$(sdt-plugin) \
	     $(addprefix -fplugin-arg-sdt_plugin-strip=,$(sdt-prefixes))

# -- the tools --------------------------------------------------------------

ifneq ($(sdt-compiling),)

# Built when they are missing, and the plugin also when the compiler is not the
# one that it was built for.  Several directories may come here at once.
sdt-tools-built := $(shell \
	exec 9< $(sdt-root)/kbuild/sdt.mk; flock 9; \
	unset MAKEFLAGS MFLAGS MAKEOVERRIDES; \
	{ $(MAKE) -s -C $(sdt-root)/gcc-plugin CC="$(CC)" sdt_plugin.so && \
	  $(MAKE) -s -C $(sdt-root)/tools/sdtinfo sdtinfo; } 1>&2 && echo y)
ifneq ($(sdt-tools-built),y)
$(error sdt: the plugin or sdtinfo could not be built (see above))
endif

# -- the rules --------------------------------------------------------------

quiet_cmd_sdtinfo = SDTINFO $(quiet_modtag) $@
      cmd_sdtinfo = $(sdt-sdtinfo) link --allow-empty \
		    --module $(patsubst %.sdtinfo,%,$(basename $(notdir $@))) \
		    -o $@ $(filter %.o,$^)

# $(call sdt-rules,MODULE)
define sdt-rules
$(addprefix $(obj)/,$(filter %.o,$(call sdt-objects-of,$1))): $(sdt-plugin)
$(obj)/$1.sdtinfo.S: $(addprefix $(obj)/,$(call sdt-objects-of,$1)) $(sdt-sdtinfo) FORCE
	$$(call if_changed,sdtinfo)
targets += $1.sdtinfo.S
endef

$(foreach m,$(sdt-linked),$(eval $(call sdt-rules,$m)))

# $(call sdt-single-rule,MODULE): foo.sdt.o is to Kbuild what foo.o was.  By these
# variables it finds KBUILD_MODNAME and KBUILD_BASENAME, and what an author says
# of one object (CFLAGS_foo.o, KASAN_SANITIZE_foo.o, ...), here or further down.
define sdt-single-rule
$(obj)/$1.sdt.o: modname := $(notdir $1)
$(obj)/$1.sdt.o: basetarget := $(notdir $1)
$(obj)/$1.sdt.o: target-stem := $1
$(obj)/$1.sdt.o: $(src)/$1.c FORCE
	$$(call if_changed_rule,cc_o_c)
	$$(call cmd,force_checksrc)
endef

$(foreach m,$(sdt-single),$(eval $(call sdt-single-rule,$m)))

endif # sdt-compiling

$(foreach m,$(sdt-linked),$(eval $m-y += $m.sdtinfo.o))

endif # clang

clean-files += $(addsuffix .sdtinfo.S,$(sdt-modules))

endif # in a kernel build
