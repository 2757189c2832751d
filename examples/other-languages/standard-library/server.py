"""A complete server of A2T with Python's standard library. Start it with: python3 server.py 8000

It is a reference for servers in other languages: `cargo a2t conformance http://127.0.0.1:8000` holds.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

# All versions of all tools. Of each tool, the newest version comes first.
SIGNATURES = json.loads((Path(__file__).parent / "tools.json").read_text())
PAGE_MAX = 100
BODY_MAX = 256 * 1024


# Your own code: one function for each tool. It takes the inputs by their ids, and returns the outputs by theirs.
def lookup_weather_by_city(city, days=0, units="FAHRENHEIT"):
    if city == "Atlantis":
        raise Problem(404, "https://weather.example/problems/unknown-city", f"There is no forecast for {city}.")
    celsius = 21 + days % 3
    temperature = celsius if units == "CELSIUS" else celsius * 9 // 5 + 32
    return {"temperature": temperature, "rain": days > 3, "hours": [temperature - 2, temperature, temperature - 1]}


def describe_sky(at_night):
    colour = "BLACK" if at_night else "BLUE"
    return {"text": f"The sky is {colour.lower()}.", "colour": colour}


FUNCTIONS = {"lookup_weather_by_city": lookup_weather_by_city, "describe_sky": describe_sky}


# The rest is the same for every vendor.
class Problem(Exception):
    """A refusal: a problem document (RFC 9457). A model reads the detail."""

    def __init__(self, status, type, detail):
        self.status, self.body = status, {"type": type, "status": status, "detail": detail}


def problem(status, kind, detail):
    return Problem(status, f"urn:a2t:problem:{kind}", detail)


def invalid(detail):
    return problem(400, "invalid-invocation", detail)


def versions_of(tool_id):
    # Ids are UUIDs, whose case does not matter.
    versions = [s for s in SIGNATURES if s["toolId"] == tool_id.lower()]
    if not versions:
        raise problem(404, "unknown-tool", "There is no tool with this id.")
    return versions


def signature(tool_id, number=None):
    versions = versions_of(tool_id)
    for s in versions:
        if number in (None, str(s["version"])):
            return s
    raise problem(404, "unknown-version", f"The newest version is {versions[0]['version']}.")


def page(items, key, query):
    """One page of a list. The cursor is the key of its last item."""
    limit, cursor = query.get("pageLimit", str(PAGE_MAX)), query.get("pageCursor")
    if not is_number(limit) or int(limit) < 1:
        raise problem(400, "invalid-page", "`pageLimit`: expected a positive integer.")
    limit, keys = min(int(limit), PAGE_MAX), [str(key(item)) for item in items]
    if cursor is not None and cursor not in keys:
        raise problem(400, "invalid-page", "`pageCursor`: expected `paging.next` of an earlier page.")
    start = 0 if cursor is None else keys.index(cursor) + 1
    paging = {"pageLimit": limit}
    if start + limit < len(items):
        paging["next"] = keys[start + limit - 1]
    return {"items": items[start:start + limit], "paging": paging}


def get(path, query):
    match path:
        case ["tools"]:
            current = [s for s in SIGNATURES if s["version"] == s["currentVersion"]]
            return page(sorted(current, key=lambda s: s["name"]), lambda s: s["name"], query)
        case ["tools", tool_id]:
            return signature(tool_id)
        case ["tools", tool_id, "versions"]:
            return page(versions_of(tool_id), lambda s: s["version"], query)
        case ["tools", tool_id, "versions", number]:
            return signature(tool_id, number)
    raise problem(404, "not-found", "There is nothing at this path.")


def post(path, body):
    # The last segment ends with `:invoke`, whose colon may be encoded.
    last, _, verb = path[-1].rpartition(":")
    match [*path[:-1], last]:
        case ["tools", tool_id] if verb == "invoke":
            called = signature(tool_id)
        case ["tools", tool_id, "versions", number] if verb == "invoke":
            called = signature(tool_id, number)
        case _:
            raise problem(404, "not-found", "There is nothing at this path.")
    outputs = FUNCTIONS[called["name"]](**arguments(called, body))
    # An earlier version gets only the outputs that it has.
    pairs = [{"name": o["name"], "value": outputs[o["id"]]} for o in called["output_parameters"] if o["id"] in outputs]
    return {"output_parameters": pairs}


def arguments(called, body):
    """The inputs of a call by their ids, checked against the signature."""
    try:
        call = json.loads(body)
    except ValueError:
        raise problem(400, "malformed-json", "The body is not JSON.") from None
    if not isinstance(call, dict) or call.get("name") != called["name"]:
        raise invalid(f"`name`: expected `{called['name']}`, the tool of the path.")
    pairs = call.get("input_parameters")
    if not isinstance(pairs, list) or not all(isinstance(pair, dict) and isinstance(pair.get("name"), str) for pair in pairs):
        raise invalid("`input_parameters`: expected an array of objects with `name` and `value`.")
    inputs = {p["name"]: p for p in called["input_parameters"]}
    values = {}
    for pair in pairs:
        name, value = pair["name"], pair.get("value")
        if name not in inputs:
            raise invalid(f"`{name}` is not an input. The inputs are: {', '.join(inputs)}.")
        if name in values:
            raise invalid(f"`{name}` is there twice.")
        if value is not None and not fits(inputs[name], value):
            raise invalid(f"`{name}`: expected {expected(inputs[name])}, got {json.dumps(value)}.")
        values[name] = value
    # `null` is the same as absent.
    values = {name: value for name, value in values.items() if value is not None}
    for name, p in inputs.items():
        if name not in values and p.get("required", True):
            raise invalid(f"`{name}` is missing: {p['description']}")
    return {inputs[name]["id"]: value for name, value in values.items()}


def fits(p, value):
    match p.get("type", "string"):
        case "int":
            # A `bool` is an `int` in Python, and none in JSON.
            return type(value) is int and value <= p.get("max", 65535)
        case "boolean":
            return isinstance(value, bool)
        case "enum":
            return value in [allowed["name"] for allowed in p["allowed-values"]]
        case "string":
            return isinstance(value, str)


def expected(p):
    match p.get("type", "string"):
        case "int":
            return f"an integer of at most {p.get('max', 65535)}"
        case "boolean":
            return "true or false"
        case "enum":
            return "one of " + ", ".join(allowed["name"] for allowed in p["allowed-values"])
        case "string":
            return "a text"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
        self.answer(lambda: get(segments(url.path), query))

    def do_POST(self):
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers:
            return self.refuse(problem(411, "length-required", "Expected a body with `Content-Length`."))
        if not is_number(length) or int(length) > BODY_MAX:
            return self.refuse(problem(413, "body-too-large", f"A body has at most {BODY_MAX} bytes."))
        body = self.rfile.read(int(length))
        self.answer(lambda: post(segments(urlsplit(self.path).path), body))

    def refuse(self, error):
        # What is not read must not be taken for the next request.
        self.close_connection = True
        self.reply(error.status, "application/problem+json", error.body)

    def answer(self, make):
        try:
            self.reply(200, "application/json", make())
        except Problem as error:
            self.reply(error.status, "application/problem+json", error.body)
        except Exception as error:
            # What went wrong is for you, and not for callers.
            self.log_error("%r", error)
            self.reply(500, "application/problem+json", problem(500, "internal", "The tool failed.").body)

    def reply(self, status, media_type, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def is_number(text):
    # `int` raises an error for thousands of digits.
    return text.isascii() and text.isdigit() and len(text) < 19


def segments(path):
    return [unquote(segment) for segment in path.split("/")[1:]]


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
