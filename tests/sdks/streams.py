#!/usr/bin/env python3
"""Writes the calls that the SDKs' own accumulators put together from the recorded streams.

Run it with the Python of an environment that has openai, anthropic, google-genai and strands-agents (Amazon's
SDK for agents, since boto3 has no accumulator); `--node` is a folder with `node_modules`, see `streams.mjs`:

    python tests/sdks/streams.py --node FOLDER           # compares with calls.json; exit status 1 for a difference
    python tests/sdks/streams.py --node FOLDER --write   # writes calls.json anew, with versions and date

`crates/a2t-dialect/tests/it/streams/mod.rs` compares the accumulators of a2t with the file. The streams are served on the
loopback interface; nothing is fetched.
"""

import argparse
import asyncio
import datetime
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
STREAMS = HERE.parent.parent / "crates/a2t-dialect/tests/it/streams"
FILE = STREAMS / "calls.json"


def anthropic(url, _stream):
    from anthropic import Anthropic

    client = Anthropic(api_key="none", base_url=url, max_retries=0)
    asked = [{"role": "user", "content": "Go."}]
    with client.messages.stream(model="m", max_tokens=9, messages=asked) as stream:
        blocks = stream.get_final_message().content
    return [(block.id, block.name, block.input) for block in blocks if block.type == "tool_use"]


def chat(url, _stream):
    from openai import OpenAI

    client = OpenAI(api_key="none", base_url=url, max_retries=0)
    with client.chat.completions.stream(model="m", messages=[]) as stream:
        calls = stream.get_final_completion().choices[0].message.tool_calls
    return [(call.id, call.function.name, json.loads(call.function.arguments or "{}")) for call in calls]


def responses(url, _stream):
    from openai import OpenAI

    client = OpenAI(api_key="none", base_url=url, max_retries=0)
    with client.responses.stream(model="m", input="Go.") as stream:
        items = stream.get_final_response().output
    calls = [item for item in items if item.type == "function_call"]
    return [(call.call_id, call.name, json.loads(call.arguments or "{}")) for call in calls]


def gemini(url, _stream):
    from google import genai

    client = genai.Client(api_key="none", http_options={"base_url": url})
    chat = client.chats.create(model="m")
    for _ in chat.send_message_stream("Go."):
        pass
    parts = [part for content in chat.get_history() for part in content.parts or []]
    calls = [part.function_call for part in parts if part.function_call]
    return [(call.id, call.name, call.args or {}) for call in calls]


def converse(_url, stream):
    from strands.event_loop.streaming import process_stream

    async def events():
        for line in stream.decode().splitlines():
            yield json.loads(line)

    async def message():
        async for event in process_stream(events()):
            if "stop" in event:
                return event["stop"][1]

    blocks = asyncio.run(message())["content"]
    calls = [block["toolUse"] for block in blocks if "toolUse" in block]
    return [(call["toolUseId"], call["name"], call["input"]) for call in calls]


SDKS = {
    "anthropic": ("anthropic", anthropic),
    "openai-chat": ("openai", chat),
    "openai-responses": ("openai", responses),
    "gemini": ("google-genai", gemini),
    "bedrock-converse": ("strands-agents", converse),
}


def serve():
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers.get("content-length") or 0))
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("content-length", str(len(self.server.stream)))
            self.end_headers()
            self.wfile.write(self.server.stream)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--node", type=Path, required=True, help="a folder with node_modules")
    arguments.add_argument("--write", action="store_true", help="write calls.json")
    arguments = arguments.parse_args()

    node = ["node", HERE / "streams.mjs", arguments.node.resolve()]
    found = json.loads(subprocess.run(node, check=True, stdout=subprocess.PIPE).stdout)
    server = serve()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    for dialect, (package, read) in SDKS.items():
        sdk = f"PyPI {package} {metadata.version(package)}"
        for file in sorted((STREAMS / dialect).iterdir()):
            name = f"{dialect}/{file.name}"
            # The streams that Node's script read, and those that only Python's SDKs read.
            if name not in found and (dialect != "bedrock-converse" or file.stem == "cut_off"):
                continue
            server.stream = file.read_bytes()
            calls = [{"id": id, "name": called, "arguments": given} for id, called, given in read(url, server.stream)]
            found.setdefault(name, {})[sdk] = calls
    found = dict(sorted(found.items()))
    if arguments.write:
        document = {"checked": datetime.date.today().isoformat(), "streams": found}
        FILE.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        return
    known = json.loads(FILE.read_text())["streams"]

    def calls(streams):
        return {name: [one for one in sdks.values()] for name, sdks in streams.items()}

    if calls(known) != calls(found):
        sys.exit("the SDKs read other calls than calls.json has")


if __name__ == "__main__":
    main()
