"""Tools for agents with FastAPI. Start it with: uvicorn vendor:app --port 8000"""

import json
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from arguments import Invalid, arguments

# All versions of all tools, the newest version of each tool first.
SIGNATURES = json.loads((Path(__file__).parent.parent / "tools.json").read_text())

app = FastAPI()


class Problem(Exception):
    def __init__(self, status, type, detail):
        self.status, self.body = status, {"type": type, "status": status, "detail": detail}


# Your own code: one function for each tool, with the names of its inputs and outputs.
def lookup_weather_by_city(city, days=0, units="FAHRENHEIT"):
    if city != "Omaha":
        raise Problem(404, "https://weather.example/problems/unknown-city", f"There is no forecast for {city}.")
    celsius = 21 + days % 3
    return {"temperature": celsius if units == "CELSIUS" else celsius * 9 // 5 + 32, "rain": days > 3}


FUNCTIONS = {"lookup_weather_by_city": lookup_weather_by_city}


# The rest is the same for every vendor.
@app.get("/tools")
def tools(pageCursor: int = 0, pageLimit: int = 100):
    return page([s for s in SIGNATURES if s["version"] == s["currentVersion"]], pageCursor, pageLimit)


@app.get("/tools/{tool_id}")
@app.get("/tools/{tool_id}/versions/{version}")
def signature(tool_id: str, version: str | None = None):
    versions = [s for s in SIGNATURES if s["toolId"] == tool_id.lower()]
    if not versions:
        raise Problem(404, "urn:a2t:problem:unknown-tool", "There is no tool with this id.")
    for s in versions:
        if version in (None, str(s["version"])):
            return s
    raise Problem(404, "urn:a2t:problem:unknown-version", f"The newest version is {versions[0]['version']}.")


@app.get("/tools/{tool_id}/versions")
def versions(tool_id: str, pageCursor: int = 0, pageLimit: int = 100):
    return page([s for s in SIGNATURES if s["toolId"] == signature(tool_id)["toolId"]], pageCursor, pageLimit)


def page(items, cursor, limit):
    if cursor < 0 or limit < 1:
        raise Problem(400, "urn:a2t:problem:invalid-page", "pageCursor or pageLimit is not valid.")
    following = {"next": str(cursor + limit)} if cursor + limit < len(items) else {}
    return {"items": items[cursor:cursor + limit], "paging": {"pageLimit": limit, **following}}


@app.post("/tools/{tool_id}:invoke")
@app.post("/tools/{tool_id}/versions/{version}:invoke")
def invoke(tool_id: str, call: dict, version: str | None = None):
    called = signature(tool_id, version)
    outputs = FUNCTIONS[called["name"]](**arguments(called, call))
    named = [output["name"] for output in called["output_parameters"]]
    return {"output_parameters": [{"name": name, "value": outputs[name]} for name in named if name in outputs]}


@app.exception_handler(Problem)
def answer(request, problem):
    return JSONResponse(problem.body, problem.status, media_type="application/problem+json")


@app.exception_handler(Invalid)
def invalid(request, error):
    return answer(request, Problem(400, "urn:a2t:problem:invalid-invocation", str(error)))


@app.exception_handler(RequestValidationError)
def malformed(request, error):
    first = error.errors()[0]
    return invalid(request, f"{' '.join(map(str, first['loc']))}: {first['msg']}")
