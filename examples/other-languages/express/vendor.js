// Tools for agents with Express. Start it with: node vendor.js 8000

import { readFileSync } from "node:fs";
import express from "express";
import { Invalid, readArguments } from "./arguments.js";

// All versions of all tools, the newest version of each tool first.
const signatures = JSON.parse(readFileSync(new URL("../tools.json", import.meta.url)));

class Problem extends Error {
  constructor(status, type, detail) {
    super(detail);
    Object.assign(this, { status, type });
  }
}

// Your own code: one function for each tool, with the names of its inputs and outputs.
const functions = {
  lookup_weather_by_city({ city, days = 0, units = "FAHRENHEIT" }) {
    if (city !== "Omaha") {
      throw new Problem(404, "https://weather.example/problems/unknown-city", `There is no forecast for ${city}.`);
    }
    const celsius = 21 + (days % 3);
    return { temperature: units === "CELSIUS" ? celsius : Math.floor((celsius * 9) / 5) + 32, rain: days > 3 };
  },
};

// The rest is the same for every vendor.
const app = express();
app.use(express.json({ limit: "256kb" }));

// Some clients encode the colon of `:invoke`.
app.use((request, response, next) => {
  request.url = request.url.replace(/%3Ainvoke$/i, ":invoke");
  next();
});
app.get("/tools", ({ query }, response) => {
  response.json(page(signatures.filter((s) => s.version === s.currentVersion), query));
});
app.get("/tools/:tool", ({ params }, response) => response.json(find(params)));
app.get("/tools/:tool/versions/:version", ({ params }, response) => response.json(find(params)));
app.get("/tools/:tool/versions", ({ params, query }, response) => {
  const { toolId } = find(params);
  response.json(page(signatures.filter((s) => s.toolId === toolId), query));
});
app.post(["/tools/:tool\\:invoke", "/tools/:tool/versions/:version\\:invoke"], async ({ params, body }, response) => {
  const called = find(params);
  const outputs = await functions[called.name](readArguments(called, body));
  const named = called.output_parameters.map((output) => output.name).filter((name) => name in outputs);
  response.json({ output_parameters: named.map((name) => ({ name, value: outputs[name] })) });
});
app.use((error, request, response, next) => {
  const { status, type, message } = problem(error);
  const body = JSON.stringify({ type, status, detail: message });
  response.status(status).type("application/problem+json").send(body);
});

function problem(error) {
  if (error instanceof Invalid) {
    return new Problem(400, "urn:a2t:problem:invalid-invocation", error.message);
  }
  if (error instanceof Problem) {
    return error;
  }
  // Errors below 500 are those of the body, which is not JSON or too large.
  return error.status < 500 ? new Problem(error.status, "about:blank", error.message) : new Problem(500, "about:blank", "The tool failed.");
}

function find({ tool, version }) {
  const versions = signatures.filter((s) => s.toolId === tool.toLowerCase());
  if (versions.length === 0) {
    throw new Problem(404, "urn:a2t:problem:unknown-tool", "There is no tool with this id.");
  }
  const found = versions.find((s) => version === undefined || String(s.version) === version);
  if (!found) {
    throw new Problem(404, "urn:a2t:problem:unknown-version", `The newest version is ${versions[0].version}.`);
  }
  return found;
}

function page(items, { pageCursor = "0", pageLimit = "100" }) {
  const [cursor, limit] = [Number(pageCursor), Number(pageLimit)];
  if (!Number.isInteger(cursor) || cursor < 0 || !Number.isInteger(limit) || limit < 1) {
    throw new Problem(400, "urn:a2t:problem:invalid-page", "pageCursor or pageLimit is not valid.");
  }
  const next = cursor + limit < items.length ? { next: String(cursor + limit) } : {};
  return { items: items.slice(cursor, cursor + limit), paging: { pageLimit: limit, ...next } };
}

const server = app.listen(Number(process.argv[2] ?? 8000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/tools`);
});
