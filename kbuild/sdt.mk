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
#  - compiles the sources with the plugin, or, by clang and by GCC before version 11, without
#    it, and with <linux/sdt.h> and <linux/sdt_handler.h>,
#  - lets "sdtinfo link" write the module's probe table from its objects and
#    adds that to the module: foo.sdtinfo.s -> foo.sdtinfo.o -> foo.ko,
#  - tells modpost which symbols sdt.ko exports.
#
# A module of one source file cannot gain an object, since Kbuild takes the
# name of the module for that of its object: foo.c is compiled as foo.sdt.o instead.
#
# Set before the include:
#
#	sdt-srcroot	folders to strip from the names of source files,
#			like the one that is built (M=)
#	sdt-dkms-tree	the folder of DKMS, if it is not /var/lib/dkms
#	sdt-plugin	n: compile without the plugin, as with clang
#	sdt-types	text: without the plugin, do not compile the types of arguments
#	sdt-required	n: if the plugin cannot be built, warn, and build without probes
#	sdt-btf		y, or the image of the kernel: give the modules BTF, or fail
#
# It reads obj-m, <module>-y, <module>-objs and <module>-m as Kbuild does, so it must
# come after them.  The start of the build checks that it does.  Outside a kernel
# build, in a Makefile that starts one, it only warns of what Kbuild would not explain.

ifndef sdt-included
sdt-included := y

ifneq ($(if $(KERNELRELEASE),,$(word 2,$(CURDIR))),)
$(warning sdt: Kbuild cannot build a module in a folder with a space in its name: $(CURDIR))
endif

ifneq ($(and $(KERNELRELEASE),$(obj)),)

# What authors can set.  A variable of theirs with another name of this kind is a mistake, unless
# it lists objects of a module, or leads to this file.
sdt-settings := sdt-srcroot sdt-dkms-tree sdt-plugin sdt-types sdt-required sdt-btf
sdt-unknown := $(filter-out sdt-included sdt-settings $(sdt-settings) %-y %-m %-n %-objs %-,\
	       $(filter sdt-% sdt_%,$(.VARIABLES)))
# One that calls a program, or stops make, is not expanded.
sdt-shell := $$(shell
sdt-error := $$(error
sdt-unknown := $(foreach v,$(sdt-unknown),\
	       $(if $(filter file override command,$(firstword $(origin $v))),\
	       $(if $(findstring $(sdt-shell),$(value $v))$(findstring $(sdt-error),$(value $v)),,\
	       $(if $(filter $(addsuffix %,$(realpath $($v))),\
		      $(realpath $(lastword $(MAKEFILE_LIST)))),,$v))))

# $(call sdt-meant,NAME): settings that become equal if up to two letters are left out of both
sdt-letters := a b c d e f g h i j k l m n o p q r s t u v w x y z - _
sdt-meant = $(firstword $(filter $(subst _,-,$1),$(sdt-settings)) $(foreach s,$(sdt-settings),\
	    $(foreach a,$(sdt-letters),$(foreach b,$(sdt-letters),\
	    $(if $(filter $(subst $a,,$(subst $b,,$s)),$(subst $a,,$(subst $b,,$1))),$s)))))

sdt-root := $(patsubst %/kbuild/sdt.mk,%,$(abspath $(lastword $(MAKEFILE_LIST))))

ifeq ($(wildcard $(sdt-root)/kbuild/sdt.mk),)
$(error sdt: the path of kbuild/sdt.mk has a space in it, which make cannot handle)
endif

# Several parts of a kernel build read the author's file, among them those that
# compile and run modpost.
sdt-part = $(filter %/scripts/Makefile.$1 scripts/Makefile.$1,$(MAKEFILE_LIST))
sdt-compiling := $(call sdt-part,build)

# The author's file, in messages
sdt-kbuild := $(abspath $(or $(wildcard $(src)/Kbuild),$(src)/Makefile))

sdt-hint = $(or $(patsubst %,did you mean %?,$(call sdt-meant,$1)),the settings are: $(sdt-settings))
ifneq ($(sdt-compiling),)
$(foreach v,$(sdt-unknown),$(warning sdt: $(if $(filter file,$(origin $v)),$(sdt-kbuild): )$v \
	is not a setting of sdt.mk; $(call sdt-hint,$v)))
endif

# -- the modules ------------------------------------------------------------

sdt-modules := $(sort $(patsubst %.o,%,$(filter %.o,$(obj-m))))
sdt-objects-of = $($(1)-objs) $($(1)-y) $($(1)-m)

ccflags-y += -I$(sdt-root)/kbuild/include -I$(sdt-root)/kmod/include

# -- the tools --------------------------------------------------------------

sdt-required ?= y
ifneq ($(filter-out y n,$(sdt-required)),)
$(error sdt: sdt-required is $(sdt-required), which is neither y nor n)
endif

sdt-plugin ?= y
ifneq ($(filter-out y n,$(sdt-plugin)),)
$(error sdt: sdt-plugin is $(sdt-plugin), which is neither y nor n)
endif

sdt-types ?= c
ifneq ($(filter-out c text,$(sdt-types)),)
$(error sdt: sdt-types is $(sdt-types), which is neither c nor text)
endif

sdt-no-probes :=
ifneq ($(sdt-compiling),)

# CONFIG_CC_IS_CLANG is about the compiler that built the kernel.
sdt-compiler := $(shell echo __clang__ __GNUC__ | $(CC) -E -P -x c - 2>/dev/null)
sdt-clang := $(filter 1,$(firstword $(sdt-compiler)))
# The plugin needs GCC 11.
sdt-old-gcc := $(filter 4 5 6 7 8 9 10,$(lastword $(sdt-compiler)))
sdt-plain := $(if $(sdt-clang)$(sdt-old-gcc)$(filter n,$(sdt-plugin)),y)

ifneq ($(CONFIG_JUMP_LABEL),y)

sdt-no-probes := y
$(warning sdt: this kernel has no jump labels (CONFIG_JUMP_LABEL), which probes are made of: every DTRACE_PROBE compiles to nothing)

else

sdt-tools := $(shell MAKE='$(MAKE)' CC='$(strip $(CC))' verbose=$(findstring 1,$(KBUILD_VERBOSE)) \
	     silent=$(filter silent_,$(quiet)) no_plugin=$(sdt-plain) $(sdt-root)/kbuild/build-tools)
ifeq ($(firstword $(sdt-tools)),ready)
sdt-plugin-file := $(if $(sdt-plain),,$(word 2,$(sdt-tools)))
sdt-sdtinfo := $(lastword $(sdt-tools))
else
sdt-reason := $(or $(sdt-tools),$(sdt-root)/kbuild/build-tools failed (see above))
ifneq ($(sdt-required),n)
$(error sdt: $(sdt-reason))
endif
sdt-no-probes := y
$(warning sdt: sdt-required is n, so every DTRACE_PROBE compiles to nothing: $(sdt-reason))
endif

endif
endif # sdt-compiling

# GCC knows the plugin's options only with the plugin.
ifneq ($(sdt-no-probes)$(sdt-plain),)
$(foreach o,$(sort $(addsuffix .o,$(sdt-modules)) $(foreach m,$(sdt-modules),$(call sdt-objects-of,$m))),\
	$(eval CFLAGS_REMOVE_$o += -fplugin-arg-sdt_plugin-%))
endif

ifeq ($(sdt-no-probes),)

# Modules of one source file, which have no list of objects.  The file is a C file, which
# may still have to be generated, unless there is one of Kbuild's other kinds.
sdt-single := $(foreach m,$(sdt-modules),\
	      $(if $(strip $(call sdt-objects-of,$m))$(wildcard \
		$(src)/$m.S $(src)/$m.rs $(src)/$m.o_shipped),,$m))

$(foreach m,$(sdt-single),$(eval $m-y := $m.sdt.o))

sdt-linked := $(filter $(sdt-modules),$(foreach m,$(sdt-modules),\
	      $(if $(strip $(call sdt-objects-of,$m)),$m)))

ifneq ($(sdt-compiling),)

# Kbuild would report this mistake as a circular dependency.
sdt-own-name := $(strip $(foreach m,$(sdt-linked),$(filter $m.o,$(call sdt-objects-of,$m))))
ifneq ($(sdt-own-name),)
$(error sdt: $(sdt-kbuild): the object $(firstword $(sdt-own-name)) has the name of the module that \
	it is a part of, which Kbuild cannot build: rename the source file or the module)
endif

# -- flags ------------------------------------------------------------------

# Source files are named relative to the module's own folder, in the form in which
# Kbuild passes it to the compiler: a relative path or a symbolic link is kept.  The
# author's folders are also used as written.
sdt-prefixes := $(or $(srcroot),$(KBUILD_EXTMOD)) \
		$(sort $(sdt-srcroot) $(abspath $(sdt-srcroot)) $(realpath $(sdt-srcroot)))

# What objects are compiled again for if it changes.  GCC does not list headers such as ours
# as dependencies.
sdt-form := $(or $(sdt-plugin-file),$(wildcard $(sdt-root)/kbuild/include/linux/sdt*.h))

ifeq ($(sdt-plain),)

sdt-flags := -fplugin=$(sdt-plugin-file) \
	     $(addprefix -fplugin-arg-sdt_plugin-strip=,$(sdt-prefixes))

# The plugin looks up macros that the preprocessed source does not show, in bounds and
# types.  So ccache must not use that source as a key; in its depend mode it does not.
export CCACHE_DEPEND := 1

else

# Each object of a module has another __SDT_UNIT: its path, in characters that symbols have.
sdt-unit = $(subst $(comma),.c,$(subst @,.a,$(subst ~,.t,$(subst +,.p,$(subst -,.d,$(subst /,.s,$(subst .,..,$(target-stem))))))))

# Otherwise newer clang goes on with a wrong type, and repeats what it says of it.
sdt-clang-flags := $(if $(sdt-clang),$(call cc-option,-Xclang -fno-recovery-ast))

# GCC takes the last prefix that fits, so the innermost comes last.  "sdtinfo link" reads
# machine code.
sdt-flags = -D__SDT_UNIT='"$(sdt-unit)"' $(if $(filter text,$(sdt-types)),-D__SDT_TYPES_ARE_TEXT) \
	    $(sdt-clang-flags) \
	    $(foreach p,$(sort $(sdt-prefixes)),-fmacro-prefix-map=$(p:/=)/=)
ccflags-remove-y += $(CC_FLAGS_LTO) -gsplit-dwarf

ifneq ($(filter text,$(sdt-types)),)
$(warning sdt: sdt-types is text: no type before an argument of a probe is checked, and each value has the type of its expression)
endif

endif

# GCC needs -fplugin= before the plugin's options, which the author may have set.
ifeq ($(flavor ccflags-y),recursive)
$(eval ccflags-y = $$(sdt-flags) $(value ccflags-y))
else
sdt-author-flags := $(ccflags-y)
ccflags-y = $(sdt-flags) $(sdt-author-flags)
endif

# -- BTF --------------------------------------------------------------------

# With sdt-btf, one more object of a module has its BTF, where Kbuild makes none because
# KDIR has no vmlinux; and the checksum of the kernel's BTF that it refers to.
sdt-btf-base :=
ifneq ($(filter-out n,$(sdt-btf)),)

ifneq ($(CONFIG_DEBUG_INFO_BTF_MODULES),y)
$(error sdt: sdt-btf is set, and this kernel uses no BTF of modules (CONFIG_DEBUG_INFO_BTF_MODULES))
endif
ifeq ($(shell command -v $(PAHOLE)),)
$(error sdt: sdt-btf is set, and there is no $(PAHOLE) here: install pahole)
endif

sdt-btf-tool := $(sdt-root)/kbuild/btf
sdt-btf-base := $(obj)/.tmp_sdt-btf-base
sdt-btf-has-vmlinux := $(wildcard $(objtree)/vmlinux)
sdt-answer := $(shell $(sdt-btf-tool) base $(sdt-btf-base) $(abspath $(objtree)) \
	      $(KERNELRELEASE) $(sdt-btf))
ifneq ($(sdt-answer),ready)
sdt-reason := $(or $(sdt-answer),$(sdt-btf-tool) failed (see above))
$(error sdt: $(sdt-reason))
endif

endif

# -- the rules --------------------------------------------------------------

quiet_cmd_sdt_btf = BTF     $(quiet_modtag) $@
      cmd_sdt_btf = $(sdt-btf-tool) module $@ $(sdt-btf-base) $(filter %.o,$^)

quiet_cmd_sdtinfo = SDTINFO $(quiet_modtag) $@
      cmd_sdtinfo = $(sdt-sdtinfo) link --allow-empty \
		    --module $(patsubst %.sdtinfo,%,$(basename $(notdir $@))) \
		    -o $@ $(filter %.o,$^)

# $(call sdt-assembler-rules,NAME,COMMAND): write NAME.s, and assemble it.  The name ends in
# .s, which Kbuild's own "make clean" removes: sdt may be gone by then.  Kbuild's rule for
# assembler is for .S only, and wants the list of files that the preprocessor read; nothing in
# our files is for that.  clang's assembler cannot write that list, so there the preprocessor
# runs.  ccache does not know that the assembler writes that list.  Make exports a variable of
# a target to what the target depends on as well, but Kbuild lists the objects, which ccache
# may keep, first.
define sdt-assembler-rules
$(obj)/$1.s: FORCE
	$$(call if_changed,$2)
targets += $1.s
AFLAGS_$1.o = $(if $(sdt-clang),-x assembler-with-cpp,-Wa$(comma)--MD$(comma)$$(depfile))
$(obj)/$1.o: export CCACHE_DISABLE := 1
$(obj)/$1.o: $(obj)/$1.s FORCE
	$$(call if_changed_rule,as_o_S)
endef

# $(call sdt-rules,MODULE).  Only objects that exist have a rule for $(sdt-form): with one, make
# would take an object without a source for made.
define sdt-rules
$$(wildcard $(addprefix $(obj)/,$(filter %.o,$(call sdt-objects-of,$1)))): $(sdt-form)
$(obj)/$1.sdtinfo.s: $(addprefix $(obj)/,$(call sdt-objects-of,$1)) $(sdt-sdtinfo)
$(call sdt-assembler-rules,$1.sdtinfo,sdtinfo)
endef

$(foreach m,$(sdt-linked),$(eval $(call sdt-rules,$m)))

# $(call sdt-btf-rules,MODULE): likewise
define sdt-btf-rules
$(obj)/$1.btf.s: $(if $(sdt-btf-has-vmlinux),,$(addprefix $(obj)/,$(call sdt-objects-of,$1))) \
		 $(sdt-btf-base) $(sdt-btf-tool)
$(call sdt-assembler-rules,$1.btf,sdt_btf)
endef

$(if $(sdt-btf-base),$(foreach m,$(sdt-linked),$(eval $(call sdt-btf-rules,$m))))

# $(call sdt-single-rule,MODULE): build foo.sdt.o like foo.o.  These variables give it
# foo's KBUILD_MODNAME, KBUILD_BASENAME and the author's settings for foo.o
# (CFLAGS_foo.o, KASAN_SANITIZE_foo.o, ...), including those below the include.
define sdt-single-rule
$(obj)/$1.sdt.o: modname := $(notdir $1)
$(obj)/$1.sdt.o: basetarget := $(notdir $1)
$(obj)/$1.sdt.o: target-stem := $1
$(obj)/$1.sdt.o: $(obj)/$1.c FORCE
	$$(call if_changed_rule,cc_o_c)
	$$(call cmd,force_checksrc)
endef

$(foreach m,$(sdt-single),$(eval $(call sdt-single-rule,$m)))

endif # sdt-compiling

# The last object: what it has in the section of the site records comes after all of them.
$(foreach m,$(sdt-linked),$(eval $m-m += $(if $(filter-out n,$(sdt-btf)),$m.btf.o) $m.sdtinfo.o))

# -- the check --------------------------------------------------------------

# What follows the include in the author's file is seen too late.  This check is
# expanded in a recipe, after all files have been read.  All rules of Kbuild depend
# on FORCE, so it is the first recipe to run.
ifneq ($(sdt-compiling),)

$(foreach m,$(sdt-modules),$(eval sdt-seen-$m := $(call sdt-objects-of,$m)))

# The settings, each in one word
sdt-values = $(foreach s,$(sdt-settings),$s=$(subst $(space),$(comma),$($s)))
sdt-values-seen := $(sdt-values)

sdt-late-modules = $(filter-out $(sdt-modules),$(patsubst $(obj)/%,%,\
		   $(patsubst %.o,%,$(filter %.o,$(obj-m)))))
sdt-difference = $(filter-out $1,$2)$(filter-out $2,$1)
sdt-late-objects = $(strip $(foreach m,$(sdt-modules),\
		   $(if $(call sdt-difference,$(sdt-seen-$m),$(call sdt-objects-of,$m)),$m)))
sdt-late-settings = $(filter-out $(sdt-values-seen),$(sdt-values))
sdt-late-flags = $(if $(filter $(firstword $(sdt-flags)),$(ccflags-y)),,ccflags-y)

sdt-late = $(or $(patsubst %,%.o is added to obj-m,$(firstword $(sdt-late-modules))),\
	   $(patsubst %,the objects of %.o are set,$(firstword $(sdt-late-objects))),\
	   $(patsubst %,% is set,$(firstword $(subst =, ,$(sdt-late-settings)))),\
	   $(patsubst %,% is reassigned,$(sdt-late-flags)))

FORCE: sdt-check
sdt-check:
	$(if $(sdt-late),$(error sdt: $(sdt-kbuild): $(sdt-late) below the line \
		that includes kbuild/sdt.mk: make that line the last one))@:
PHONY += sdt-check

endif # sdt-compiling

endif # sdt-no-probes

# -- the symbols of sdt.ko --------------------------------------------------

# This does not make modules depend on sdt.ko that use none of its symbols.
ifneq ($(call sdt-part,modpost),)

# In the project's own tree: if sdt.ko is built for this kernel.  In an installed one:
# from DKMS, of the version that it has installed, or from "make modules_install".
ifneq ($(wildcard $(sdt-root)/tools/sdtinfo/Makefile),)
sdt-symvers := $(shell grep -aqsF 'vermagic=$(KERNELRELEASE) ' $(sdt-root)/kmod/sdt.ko && \
	       echo $(sdt-root)/kmod/Module.symvers)
sdt-build-kmod := run 'make -C $(sdt-root) kmod KDIR=$(abspath $(objtree))'
else
sdt-dkms-tree ?= /var/lib/dkms
sdt-symvers := $(firstword $(wildcard \
	       $(sdt-dkms-tree)/sdt/kernel-$(KERNELRELEASE)-$(UTS_MACHINE)/Module.symvers \
	       $(INSTALL_MOD_PATH)/lib/modules/$(KERNELRELEASE)/sdt.symvers))
sdt-build-kmod := install it by DKMS or by 'make modules_install' in the sources of sdt
endif

ifneq ($(sdt-symvers),)

ifeq ($(filter $(sdt-symvers),$(abspath $(KBUILD_EXTRA_SYMBOLS))),)
ifeq ($(origin KBUILD_EXTRA_SYMBOLS),command line)
override KBUILD_EXTRA_SYMBOLS += $(sdt-symvers)
else
KBUILD_EXTRA_SYMBOLS += $(sdt-symvers)
endif
endif

else

# modpost would report each symbol, but not where it comes from.
sdt-callers := $(shell \
	names=$$(grep -so '\<_*sdt_[a-z_]*\>' $(sdt-root)/kmod/include/linux/sdt_handler.h) && \
	sed 's/ko$$/o/' $(or $(MODORDER),modules.order) 2>/dev/null | while read -r o; do \
		$(NM) -u "$$o" | awk '{ print $$2 }' | grep -qxF "$$names" && echo "$$o"; \
	done)
ifneq ($(sdt-callers),)
$(error sdt: $(notdir $(firstword $(sdt-callers:.o=.ko))) calls sdt.ko, which is not built for $(KERNELRELEASE): \
	$(sdt-build-kmod))
endif

endif
endif # modpost

endif # in a kernel build
endif # sdt-included
