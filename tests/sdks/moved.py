#!/usr/bin/env python3
"""Compares what the dialects' tables were written after with the SDKs that are installed.

Run it with the Python of an environment that has the SDKs; `--node` is a folder with `node_modules`:

    python tests/sdks/moved.py [--node FOLDER]     # prints what has moved; exit status 1 if anything has
    python tests/sdks/moved.py --write             # writes facts.json anew, after the tables were changed

A fact that moved belongs to a table of `a2t-dialect`: stop words to `src/turn/word.rs`, types of hosted
tools to `src/hosted`, members of function tools to `src/options/write.rs`, parts of results to
`src/provider/parts.rs`, names and numbers to `src/limits`.
`crates/a2t-dialect/tests/it/sdks.rs` holds the tables
to facts.json. Nothing is fetched.
"""

import argparse
import datetime
import gzip
import json
import re
import sys
from importlib import metadata, resources
from pathlib import Path
from typing import get_args, get_type_hints

HERE = Path(__file__).resolve().parent
FACTS = HERE / "facts.json"
PACKAGES = (
    "a2a-sdk anthropic autogen-core autogen-ext azure-ai-agents azure-ai-projects botocore crewai "
    "google-genai langchain-core mcp openai"
).split()
NODE = ["@anthropic-ai/sdk", "@google/genai", "ai", "@ai-sdk/provider", "@modelcontextprotocol/sdk", "openai"]


def words(kind):
    """The texts of a `Literal`, of a union of them, or of an enum."""
    found = set()
    for one in get_args(kind) or list(getattr(kind, "__members__", [])):
        found |= {one} if isinstance(one, str) else set(words(one))
    return sorted(found)


def types_of(union):
    """The words that distinguish the types of a union."""
    return sorted(word for one in get_args(union) for word in words(get_type_hints(one)["type"]))


def anthropic():
    import anthropic.types as types
    from anthropic.types.tool_result_block_param import Content
    from anthropic.types.beta import BetaStopReason

    folder = Path(types.__file__).parent
    dated = re.compile(r'"([a-z0-9_]+_20\d{6})"')
    tools = set()
    for file in folder.rglob("*_param.py"):
        text = file.read_text()
        if "tool" in file.name:
            tools |= set(dated.findall(text))
    members = types.ToolParam.__annotations__
    callers = re.findall(r'"(direct|code_execution_\d+)"', (folder / "tool_param.py").read_text())
    return {
        "anthropic allowed callers": sorted(set(callers)),
        "anthropic picture types": words(get_type_hints(types.Base64ImageSourceParam)["media_type"]),
        "anthropic result parts": types_of(Content),
        "anthropic stop_reason": sorted({*words(types.StopReason), *words(BetaStopReason)}),
        "anthropic tool members": sorted(members),
        "anthropic tool types": sorted(tools),
    }


def openai():
    from openai.types.chat.chat_completion import Choice
    from openai.types.responses import FunctionTool, NamespaceTool, ResponseFunctionToolCall
    from openai.types.responses import ResponseStatus, response, tool
    from openai.types.responses.response_function_call_output_item_list_param import (
        ResponseFunctionCallOutputItemParam,
    )

    union = get_args(get_args(tool.Tool)[0])
    kinds = {word for one in union for word in words(one.model_fields["type"].annotation)}
    details = response.IncompleteDetails.model_fields["reason"].annotation
    function = {field.alias or name for name, field in FunctionTool.model_fields.items()}
    call = {field.alias or name for name, field in ResponseFunctionToolCall.model_fields.items()}
    return {
        "openai function call members": sorted(call),
        "openai function tool members": sorted(function),
        "openai namespace members": sorted(NamespaceTool.model_fields),
        "openai finish_reason": words(Choice.model_fields["finish_reason"].annotation),
        "openai result parts": types_of(ResponseFunctionCallOutputItemParam),
        "openai response status": words(ResponseStatus),
        "openai incomplete reason": words(details),
        "openai tool types": sorted(kinds),
    }


def google():
    from google.genai import types

    facts = {
        "gemini finishReason": sorted(one.value for one in types.FinishReason),
        "gemini blockReason": sorted(one.value for one in types.BlockedReason),
        "gemini function calling modes": sorted(one.value for one in types.FunctionCallingConfigMode),
        "gemini function declaration members": sorted(
            field.alias or name for name, field in types.FunctionDeclaration.model_fields.items()),
        "gemini result members": sorted(
            field.alias or name for name, field in types.FunctionResponsePart.model_fields.items()),
        "gemini tools": sorted(types.Tool.model_fields),
    }
    try:
        from google.genai._gaos.types.interactions.interaction import InteractionStatus

        facts["gemini interaction status"] = words(InteractionStatus)
    except ImportError:
        facts["gemini interaction status"] = []
    return facts


def shapes(service):
    folder = resources.files("botocore") / "data" / service
    newest = sorted(folder.iterdir())[-1]
    file = next(one for one in newest.iterdir() if one.name.startswith("service-2.json"))
    data = file.read_bytes()
    return json.loads(gzip.decompress(data) if file.name.endswith(".gz") else data)["shapes"]


def bedrock():
    runtime, agent, agents = (
        shapes("bedrock-runtime"), shapes("bedrock-agent-runtime"), shapes("bedrock-agent"))
    name = lambda shape: {key: shape[key] for key in ("min", "max", "pattern") if key in shape}
    return {
        "bedrock stopReason": sorted(runtime["StopReason"]["enum"]),
        "bedrock tool config entries": sorted(runtime["Tool"]["members"]),
        "bedrock document formats": sorted(runtime["DocumentFormat"]["enum"]),
        "bedrock picture formats": sorted(runtime["ImageFormat"]["enum"]),
        "bedrock result members": sorted(runtime["ToolResultContentBlock"]["members"]),
        "bedrock tool name": name(runtime["ToolName"]),
        "bedrock agents function members": sorted(agents["Function"]["members"]),
        "bedrock agents name": name(agents["Name"]),
        "bedrock agents invocation types": sorted(agent["ActionInvocationType"]["enum"]),
    }


def mcp():
    from mcp_types import version

    known = getattr(version, "KNOWN_PROTOCOL_VERSIONS", None) or getattr(version, "SUPPORTED_PROTOCOL_VERSIONS", [])
    return {"mcp revisions": sorted(known)}


def langchain():
    from langchain_core.tools import StructuredTool
    from langchain_core.utils.function_calling import convert_to_openai_tool

    golden = HERE.parents[1] / "crates/a2t-dialect/tests/it/golden/langchain/definition.json"
    tool = json.loads(golden.read_text())["draft_weather"][0]
    bound = convert_to_openai_tool(tool)["function"].get("parameters", {})
    structured = StructuredTool(**tool, func=lambda **inputs: None)
    return {
        "langchain tool members": sorted(StructuredTool.model_fields),
        "langchain bind_tools keeps": sorted(bound.get("properties", {})),
        "langchain StructuredTool keeps": sorted(structured.args),
    }


def autogen():
    from autogen_core.models import CreateResult

    return {"autogen finish_reason": words(CreateResult.model_fields["finish_reason"].annotation)}


def node(folder):
    types = folder / "node_modules/@ai-sdk/provider-utils/dist/index.d.ts"
    found = re.findall(r"type: '([a-z-]+)';", types.read_text())
    options = "inputExamples needsApproval outputSchema providerOptions strict".split()
    return {
        "ai sdk tool members": [word for word in options if f"  {word}?: " in types.read_text()],
        "ai sdk types of parts": sorted(set(found)),
    }


def installed(folder):
    facts, packages = {}, {}
    for package in PACKAGES:
        try:
            packages[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            print(f"not installed: {package}", file=sys.stderr)
    for read in (anthropic, openai, google, bedrock, mcp, langchain, autogen):
        try:
            facts.update(read())
        except Exception as error:  # an SDK that is not there, or has another layout
            print(f"not read: {read.__name__}: {error!r}", file=sys.stderr)
    if folder:
        for package in NODE:
            manifest = folder / "node_modules" / package / "package.json"
            if manifest.exists():
                packages[f"npm {package}"] = json.loads(manifest.read_text())["version"]
        facts.update(node(folder))
    return facts, packages


def moved(old, new):
    """Lines for what is another fact than it was; what was not read is not compared."""
    for name, fact in new.items():
        known = old.get(name)
        if known == fact:
            continue
        if isinstance(fact, list) and isinstance(known, list):
            for word in sorted(set(fact) - set(known)):
                yield f"{name}: new: {word}"
            for word in sorted(set(known) - set(fact)):
                yield f"{name}: gone: {word}"
        else:
            yield f"{name}: was {json.dumps(known)}, is {json.dumps(fact)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--node", type=Path, help="a folder with node_modules")
    parser.add_argument("--write", action="store_true", help="write facts.json anew")
    arguments = parser.parse_args()
    facts, packages = installed(arguments.node)
    known = json.loads(FACTS.read_text()) if FACTS.exists() else {"facts": {}, "packages": {}}
    for name, version in packages.items():
        if known["packages"].get(name) != version:
            print(f"{name}: was {known['packages'].get(name)}, is {version}")
    lines = list(moved(known["facts"], facts))
    print("\n".join(lines) or f"nothing has moved since {known.get('checked')}: {len(facts)} facts")
    if arguments.write:
        known["facts"].update(facts)
        known["packages"].update(packages)
        day = datetime.date.today().isoformat()
        written = {"checked": day, "packages": known["packages"], "facts": known["facts"]}
        FACTS.write_text(json.dumps(written, indent=1, sort_keys=True) + "\n")
        return 0
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
