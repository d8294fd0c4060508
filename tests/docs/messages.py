#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""messages.py - compares the errors and warnings in the sources with those that are explained

    messages.py all FOLDER				prints "FILE: MESSAGE" for each
    messages.py gone FOLDER troubleshooting.md		those that the page explains and that are
							not in the sources
    messages.py new FOLDER troubleshooting.md OLD	those that neither the page nor the sources
							in folder OLD have
    messages.py shown FOLDER PAGE...			"PAGE: MESSAGE" for those that examples show
							and that are not in the sources

"..." stands for what a program fills in.  Notes that follow an error are left out: they say
what to do about it.
"""
import os
import re
import sys

STRING = r'"(?:[^"\\]|\\.)*"'
# What reports, by the folder, and the number of arguments in front of the message
CALLS = {
    "gcc-plugin": r"\b(?:error_at|warning_at|error)\s*\(",
    "kmod": r"\b(?:pr_err|pr_warn|pr_notice|pr_info)(?:_ratelimited|_once)?\s*\(|\b(?:refuse|wrong)\s*\(|"
            r"\bsnprintf\s*\(\s*why\b",
    "tools": r"\b(?:error_file|error_usage|error_source|error_here|warning_source|message_source|"
             r"findings_add|complain|finding|found|xasprintf|wrong|differs|conflict|bad|refuse|"
             r"closed)\s*\(",
}
DIRECTIVE = re.compile(r"%(?:%|<|>|'|[-+ #0]*\*?[0-9.*]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z]\w*)")
MAKE = re.compile(r"\$\((?:error|warning) sdt: (.*?)\)\n|"
                  r'echo (?:>&2 )?"sdt: (.*?)"; \\\n', re.S)


def plain(format_):
    """The text of a format, "..." for each directive"""
    def replace(match):
        directive = match.group(0)
        if directive in ("%<", "%>", "%'"):
            return "'"
        return "%" if directive == "%%" else "..."
    text = DIRECTIVE.sub(replace, format_)
    text = text.replace("\\n", "").replace('\\"', '"')
    text = re.sub(r"'?\.\.\.[^ ,:;)']{0,3}'?|\.\.\.", lambda m: keep(m.group(0)), text)
    return re.sub(r"\s+", " ", text).strip()


def keep(text):
    """Quotes around what is filled in are not part of the message."""
    return "..." + text.strip("'").replace("...", "", 1)


def strings(text):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))


def end_of_call(source, at):
    depth = 1
    for token in re.finditer(STRING + "|[()]", source[at:]):
        depth += {"(": 1, ")": -1}.get(token.group(0), 0)
        if not depth:
            return at + token.start()
    return len(source)


def of_code(source, calls):
    source = re.sub(STRING + r"|/\*.*?\*/",
                    lambda m: "" if m.group(0)[0] == "/" else m.group(0), source, flags=re.S)
    source = re.sub(r"\bPRI([a-z])\w*", r'"l\1"', source)
    for call in re.finditer(calls, source):
        arguments = source[call.end():end_of_call(source, call.end())]
        # rules/check_table.c puts the entry in front: "probe 3: ..."
        before = "%s %u: " if arguments.startswith("entry, ") else ""
        for literal in re.finditer("%s(?:\\s*%s)*" % (STRING, STRING), arguments):
            # A word by itself is a verb, or what a message is about.
            if " " in literal.group(0):
                yield before + strings(literal.group(0))
    # A function that returns the reason, for such a call
    for reason in re.finditer(r"\breturn (%s);" % STRING, source):
        if " " in reason.group(1):
            yield strings(reason.group(1))


def of_make(source):
    for match in MAKE.finditer(source):
        text = match.group(1) or match.group(2)
        text = text.replace("\\\n", " ")
        text = text.split("))@:")[0]
        while re.search(r"\$\([^()]*\)", text):
            text = re.sub(r"\$\([^()]*\)", "...", text)
        yield text


def of_headers(source):
    for match in re.finditer(r"_Static_assert\([^\"]*?,[\s\\]*(\".*?)\);", source, re.S):
        yield re.sub(r'"\s*\\?\s*"', "", re.sub(r'"\s*#\w+\s*"', "...", match.group(1))).strip('"')


def of_shell(source):
    """The answers of build-tools and btf, which sdt.mk prints"""
    values = dict(re.findall(r'^\s*(\w+)="(.*)"$', source, re.M))
    for match in re.finditer(r"\banswer ((?:%s[\s\\]*)+)" % STRING, source):
        text = " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match.group(1))).replace('\\"', "")
        if text.startswith("ready "):
            continue
        text = re.sub(r"\$(\w+)", lambda m: values.get(m.group(1), m.group(0)), text)
        yield re.sub(r"'?\$(?:\w+|\{[^}]*\}|\([^)]*\))'?", "...", text)


def messages(root):
    for name in sorted(os.path.relpath(os.path.join(folder, file), root)
                       for part in ("gcc-plugin", "kmod", "kbuild", "tools/sdtinfo")
                       for folder, _, files in os.walk(os.path.join(root, part))
                       for file in files):
        if name.endswith((".c", ".cc")) and not name.endswith(".mod.c"):
            with open("%s/%s" % (root, name), encoding="utf-8") as file:
                texts = [plain(t) for t in of_code(file.read(), CALLS.get(name.split("/")[0], CALLS["tools"]))]
        elif name.endswith((".mk", "Makefile")):
            with open("%s/%s" % (root, name), encoding="utf-8") as file:
                texts = list(of_make(file.read()))
        elif name.startswith("kbuild/include/"):
            with open("%s/%s" % (root, name), encoding="utf-8") as file:
                texts = list(of_headers(file.read()))
        elif name in ("kbuild/build-tools", "kbuild/join", "kbuild/btf"):
            with open("%s/%s" % (root, name), encoding="utf-8") as file:
                texts = list(of_shell(file.read()))
        else:
            continue
        for text in texts:
            text = re.sub(r"\s+", " ", text)
            if re.search(r"[a-z]{3}.* .*[a-z]{2}", text):
                yield name, text


def explained(page):
    """What is explained: (the text, a regular expression)"""
    with open(page, encoding="utf-8") as file:
        for line in file:
            if line.startswith("| `"):
                for text in re.findall(r"`([^`]+)`", line.split(" | ")[0]):
                    yield text, re.compile(re.escape(text).replace(r"\.\.\.", ".*") + "$")


def fills_in(message, text):
    """Whether the message in the sources leaves more to what is filled in than this text"""
    return len(message.replace(".", "")) > 12 and \
        re.match(re.escape(message).replace(r"\.\.\.", ".*") + "$", text)


def shown(page):
    """What a page's examples show behind the name of a program or of sdt.ko"""
    with open(page, encoding="utf-8") as file:
        return re.findall(r"^\t?(?:sdt|sdtinfo): (.*)", file.read(), re.M)


def is_message(line, found):
    """Whether the line is a message of the sources, behind what it is about"""
    parts = line.split(": ")
    return any(re.fullmatch(re.escape(message).replace(r"\.\.\.", ".*"), ": ".join(parts[i:]))
               for i in range(len(parts)) for _, message in found)


def main():
    what, root, *others = sys.argv[1:]
    found = list(messages(root))
    if what == "shown":
        for page in others:
            for line in shown(page):
                if not is_message(line, found):
                    print(f"{page}: {line}")
        return
    known = list(explained(others[0])) if others else []
    if what == "gone":
        for text, regex in known:
            if not any(regex.match(message) or fills_in(message, text) for _, message in found):
                print(text)
        return
    old = {text for _, text in messages(others[1])} if what == "new" else {}
    for name, text in found:
        if text not in old and not any(regex.match(text) for _, regex in known):
            print(f"{name}: {text}")


main()
