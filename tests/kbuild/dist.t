#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# dist.t - "make dist" packs a release from its signed tag only, the same bytes each time,
# and the tarball builds without git
#
# In a repository of its own, made of the files of this tree, with a key of its own.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
. "$here/../lib/files.sh"
sdt=$(cd "$here/../.." && pwd)
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
tmp=$(mktemp -d) || exit 1
trap 'gpgconf --kill all; rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

export LC_ALL=C GNUPGHOME="$tmp/gpg" HOME="$tmp" XDG_CONFIG_HOME="$tmp/config"
unset GIT_DIR GIT_WORK_TREE XZ_DEFAULTS XZ_OPT
mkdir -m 700 gpg stranger
git config --global user.name releaser
git config --global user.email releaser@example.org
git config --global gpg.program gpg
gpg --batch --quiet --passphrase '' --quick-gen-key 'releaser <releaser@example.org>' \
	ed25519 sign never 2>log || { echo "Bail out! no key: $(cat log)"; exit 1; }

version=$(make -s -C "$sdt" version)
name=sdt-$version
tag=v$version
mkdir tree
(cd "$sdt" && files . | tar -c -T -) | tar -x -C tree
git init -q tree
git -C tree add -A
git -C tree commit -q -m release

# sign: makes the last commit the release
sign()
{
	git -C tree tag -f -s -m release "$tag" >log 2>&1 ||
		{ echo "Bail out! no signed tag: $(cat log)"; exit 1; }
}

# dist [FOLDER [ARG...]]: make dist there, by default in the tree; sets $log and $status
dist()
{
	folder=${1-tree}
	[ $# -eq 0 ] || shift
	status=0
	log=$(make --no-print-directory -C "$folder" dist "$@" 2>&1) || status=$?
}

# refused WORDS NAME: the last dist failed, with a line of these words, and packed nothing
refused()
{
	tells "$status $log" "2 make dist: $1" "$2"
	is "$(ls tree/build 2>/dev/null)" '' '... packs nothing'
}

# -- what is no release -----------------------------------------------------------

dist
refused "tag $tag 'git tag -s $tag' SNAPSHOT=yes" 'without a tag'
git -C tree tag "$tag"
dist
refused "signature tag $tag cannot verify non-tag object" \
	'with a lightweight tag'
git -C tree tag -f -a -m release "$tag" >/dev/null
dist
refused "signature tag $tag no signature found" 'with a tag that is not signed'
sign
GNUPGHOME=$tmp/stranger dist
refused "signature tag $tag No public key" 'with a key that nobody knows'
GNUPGHOME=$tmp/stranger gpgconf --kill all
git -C tree cat-file tag "$tag" | sed 's/^release$/forged/' >forged
git -C tree update-ref refs/tags/forged "$(git -C tree hash-object -t tag -w --stdin <forged)"
git -C tree update-ref refs/tags/signed "$tag"
git -C tree update-ref "refs/tags/$tag" forged
dist
refused "signature tag $tag BAD" 'with a tag that was changed'
git -C tree update-ref "refs/tags/$tag" signed

echo >>tree/README.md
echo >tree/new
dist
refused 'committed README.md new' 'with changed files'
rm tree/new
git -C tree commit -q -a -m later
dist
refused "commit 'git checkout $tag' SNAPSHOT=yes" \
	'after the tag'
git -C tree reset -q --hard "$tag"

sed -i 's/^## [0-9].*/## 9.9/' tree/docs/changes.md
git -C tree commit -q -a -m other
sign
dist
refused "changelog sdt.spec version $version tests/lint/version.t" \
	'with notes on another version'
git -C tree reset -q --hard HEAD^
sign

# -- a release --------------------------------------------------------------------

dist
ok "$status" 'a release' || note "$log"
like "$log" 'Good signature from "releaser <releaser@example.org>"' '... says who signed it'
is "$(ls tree/build)" "$name.sha256
$name.spdx.json
$name.tar.xz" '... is a tarball, its SBOM and their checksums'
(cd tree/build && sha256sum --quiet -c "$name.sha256") >log 2>&1
ok $? '... which fit' || note "$(cat log)"
tar -xJf "tree/build/$name.tar.xz"
git -C tree ls-tree -r --name-only HEAD | LC_ALL=C sort >committed
is "$(cd "$name" && find . -type f -o -type l | sed 's|^\./||' | LC_ALL=C sort | diff ../committed -)" \
	'' '... with all files'
is "$(tar -tvJf "tree/build/$name.tar.xz" | awk '{ print $2 }' | sort -u)" root/root '... of root'

git clone -q tree elsewhere
git config --global tar.umask 0077
git config --global core.autocrlf true
(umask 077 && XZ_OPT=-0 TZ=Asia/Tokyo LC_ALL=C.UTF-8 dist elsewhere && exit "$status")
ok $? 'once more, by somebody else'
for file in "$name.tar.xz" "$name.spdx.json"; do
	cmp "tree/build/$file" "elsewhere/build/$file" >log 2>&1
	ok $? "... $file is the same" || note "$(cat log)"
done

git -C tree commit -q --allow-empty -m later
dist tree SNAPSHOT=yes
ok "$status" 'a snapshot' || note "$log"
like "$log" "^make dist: $name .*snapshot .*$tag-1-g[0-9a-f]+" '... says that it is one'
ok "$(cmp -s "tree/build/$name.tar.xz" "elsewhere/build/$name.tar.xz" && test -e "tree/build/snapshot/$name.tar.xz"
	echo $?)" '... in a folder of its own'
dist "$name"
tells "$status $log" '2 make dist: git tarball clone' 'from a tarball: one line'

# -- the SBOM ---------------------------------------------------------------------

python3 - "elsewhere/build/$name.spdx.json" "$version" >files.sha256 2>log <<'PYTHON'
import hashlib
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    sbom = json.load(file)
project = sbom["packages"][0]
assert (sbom["spdxVersion"], project["name"], project["versionInfo"]) == \
    ("SPDX-2.3", "sdt", sys.argv[2])
elements = [element["SPDXID"] for element in [sbom] + sbom["packages"] + sbom["files"]]
assert len(set(elements)) == len(elements), "an SPDXID is there twice"
for relation in sbom["relationships"]:
    assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= set(elements), relation
sums = []
for file in sbom["files"]:
    sha1, sha256 = (checksum["checksumValue"] for checksum in file["checksums"])
    sums.append(sha1)
    print(f"{sha256}  {file['fileName']}")
    assert file["licenseConcluded"] in ("GPL-2.0-only", "GPL-2.0-only OR BSD-2-Clause") or \
        "COPYING" in file["fileName"], file
assert project["packageVerificationCode"]["packageVerificationCodeValue"] == \
    hashlib.sha1("".join(sorted(sums)).encode()).hexdigest()
assert {"libelf-dev", "libtracefs-dev", "gcc-12-plugin-dev", "build-essential"} <= \
    {package["name"] for package in sbom["packages"]}
PYTHON
ok $? 'the SBOM is sound' || note "$(cat log)"
(cd "$name" && sha256sum --quiet -c ../files.sha256) >log 2>&1
ok $? '... its checksums are those of the files' || note "$(cat log)"
is "$(cd "$name" && find . -type f | wc -l)" "$(wc -l <files.sha256)" '... of all files'

# -- building it ------------------------------------------------------------------

mkdir nogit
printf '#!/bin/sh\necho "git $*" >>"%s/called"; exit 1\n' "$tmp" >nogit/git
chmod +x nogit/git
log=$(PATH=$tmp/nogit:$PATH make --no-print-directory -C "$name" sdtinfo 2>&1)
ok $? 'the tarball builds without git' || note "$log"
is "$(cat called 2>/dev/null)" '' '... or a try of it'
is "$("$name/tools/sdtinfo/sdtinfo" --version)" "sdtinfo $version" '... with its version'
is "$(cd "$name" && tests/lib/files | LC_ALL=C sort | diff ../committed -)" '' \
	'... and its tests know its files from what is built'
done_testing
