#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""recording.py - what is wrong with the recording of a terminal

    recording.py watching.svg COMMANDS SDTINFO revdev.ko

compares the text in the picture with the commands that were to be recorded, with what sdtinfo
knows (verbs and options), and with the module's probes. Prints a line for each finding.
"""
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "style", "g", "rect", "text", "tspan"}
ATTRIBUTES = {"width", "height", "viewBox", "role", "id", "visibility", "class", "x", "y", "rx",
              "fill", "stroke", "textLength", "{http://www.w3.org/XML/1998/namespace}space"}
PROMPT = "# "
PROBE = re.compile(r"\b\w+:\w+:\w+:[\w-]+")
# The verbs whose output is to be seen without animation
LAST_VERBS = {"latency", "trace"}


class Picture:
    """The lines of text in an SVG, in the order of time"""

    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        self.lines, self.last = [], []
        for group in self.root.iter(NAMESPACE + "g"):
            lines = ["".join(text.itertext()) for text in group.iter(NAMESPACE + "text")]
            self.lines += lines
            if group.get("visibility") != "hidden":
                self.last += lines

    def foreign(self):
        """What browsers do not show in an image, or what comes from elsewhere"""
        for element in self.root.iter():
            name = element.tag.replace(NAMESPACE, "")
            if name not in ELEMENTS:
                yield f"element {name}"
            for attribute in set(element.attrib) - ATTRIBUTES:
                yield f"attribute {attribute} of {name}"
            if name == "style" and re.search(r"@import|url\(|@font-face", element.text):
                yield "style sheet refers to something else"


def commands_of(lines):
    """The commands in lines, without the prompt"""
    return [line[len(PROMPT):] for line in lines
            if line.startswith(PROMPT) and line != PROMPT]


class Sdtinfo:
    def __init__(self, program, module):
        self.program, self.module = program, module

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout

    def verbs(self):
        usage = self.run("help").partition("Verbs:\n")[2].partition("\n\n")[0]
        return set(re.findall(r"^  (\w+)", usage, re.M))

    def probes(self):
        """{the four names: the names of the arguments}"""
        module = json.loads(self.run("args", "-j", self.module))["modules"][0]
        return {":".join([probe["provider"], module["module"], probe["function"], probe["name"]]):
                [argument["name"] for argument in probe["args"]] for probe in module["probes"]}


def verbs_in(command):
    return re.findall(r"\bsdtinfo (\w+)", command)


def check_commands(picture, wanted, sdtinfo):
    shown = commands_of(picture.lines)
    if shown != wanted:
        yield f"the commands are not those of the session: {shown}"
    for command in shown:
        for verb in verbs_in(command):
            if verb not in sdtinfo.verbs():
                yield f"no verb {verb}"
        for verb, arguments in re.findall(r"\bsdtinfo (\w+)((?: (?!-- )[^ ]+)*)", command):
            for option in re.findall(r" (-\w)\b", arguments):
                if f"  {option}, " not in sdtinfo.run("help", verb):
                    yield f"sdtinfo {verb} has no option {option}"
    last = {verb for command in commands_of(picture.last) for verb in verbs_in(command)}
    for verb in sorted(LAST_VERBS - last):
        yield f"the last picture lacks sdtinfo {verb}"


def check_probes(picture, sdtinfo):
    probes = sdtinfo.probes()
    named = [name for line in picture.lines for name in PROBE.findall(line)]
    for name in named:
        if name not in probes:
            yield f"no probe {name}"
    listed = [line.strip() for line in sdtinfo.run("list", sdtinfo.module).splitlines()]
    shown = [line.strip() for line in picture.lines]
    for line in listed:
        if line not in shown:
            yield f"not what sdtinfo list prints: it lacks '{line}'"
    hits = [(match[0], line[match.end():]) for line in picture.lines
            for match in PROBE.finditer(line) if "=" in line]
    for name, values in hits:
        arguments = re.findall(r" (\w+)=", values)
        if arguments != probes.get(name):
            yield f"arguments {' '.join(arguments)} of {name}"
    if len(named) < 8 or not hits:
        yield f"{len(named)} names of probes and {len(hits)} hits: there should be more"


def main():
    svg, commands, program, module = sys.argv[1:]
    try:
        picture = Picture(svg)
    except ElementTree.ParseError as error:
        sys.exit(f"not well-formed: {error}")
    with open(commands, encoding="utf-8") as file:
        wanted = [line for line in file.read().splitlines() if line and line[0] != "#"]
    sdtinfo = Sdtinfo(program, module)
    for finding in [*picture.foreign(), *check_commands(picture, wanted, sdtinfo),
                    *check_probes(picture, sdtinfo)]:
        print(finding)


main()
