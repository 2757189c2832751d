"""Checks the inputs of a call against the signature of its tool. The same for every vendor."""

import json


class Invalid(Exception):
    pass


def arguments(called, call):
    given = call.get("input_parameters")
    if not isinstance(given, list) or not all(isinstance(pair, dict) and isinstance(pair.get("name"), str) for pair in given):
        raise Invalid("`input_parameters`: expected an array of objects with `name` and `value`.")
    if call.get("name", called["name"]) != called["name"]:
        raise Invalid(f"`name`: expected `{called['name']}`, the tool of the path.")
    if len({pair["name"] for pair in given}) < len(given):
        raise Invalid("`input_parameters`: an input is there twice.")
    values = {pair["name"]: pair.get("value") for pair in given if pair.get("value") is not None}
    inputs = {p["name"]: p for p in called["input_parameters"]}
    for name in values:
        if name not in inputs:
            raise Invalid(f"`{name}` is not an input. The inputs are: {', '.join(inputs)}.")
    for name, p in inputs.items():
        if name not in values and p.get("required", True):
            raise Invalid(f"`{name}` is missing: {p['description']}")
        if name in values and not fits(p, values[name]):
            raise Invalid(f"`{name}`: expected {expected(p)}, got {json.dumps(values[name])}.")
    return values


def fits(p, value):
    match p.get("type", "string"):
        case "int":
            return type(value) is int and p.get("min", value) <= value <= p.get("max", 65535)
        case "boolean":
            return isinstance(value, bool)
        case "enum":
            return value in [allowed["name"] for allowed in p["allowed-values"]]
        case "string":
            return isinstance(value, str) and len(value) <= p.get("max-length", len(value))


def expected(p):
    match p.get("type", "string"):
        case "int":
            return f"an integer from {p.get('min', '-2^63')} to {p.get('max', 65535)}"
        case "boolean":
            return "true or false"
        case "enum":
            return "one of " + ", ".join(allowed["name"] for allowed in p["allowed-values"])
        case "string":
            return f"a text of at most {p['max-length']} characters" if "max-length" in p else "a text"
