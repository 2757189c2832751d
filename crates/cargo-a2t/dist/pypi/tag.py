"""Marks the wheel as one for a system, with its program."""

import os
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Tag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + os.environ["A2T_WHEEL_TAG"]
        for program in Path(self.root).glob("program/*"):
            build_data["shared_scripts"][str(program)] = program.name
