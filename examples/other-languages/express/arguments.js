// Checks the inputs of a call against the signature of its tool. The same for every vendor.

export class Invalid extends Error {}

export function readArguments(called, body) {
  const given = body?.input_parameters;
  if (!Array.isArray(given) || !given.every((pair) => typeof pair?.name === "string")) {
    throw new Invalid("`input_parameters`: expected an array of objects with `name` and `value`.");
  }
  if ((body.name ?? called.name) !== called.name) {
    throw new Invalid(`\`name\`: expected \`${called.name}\`, the tool of the path.`);
  }
  if (new Set(given.map((pair) => pair.name)).size < given.length) {
    throw new Invalid("`input_parameters`: an input is there twice.");
  }
  const values = new Map(given.filter((pair) => pair.value != null).map((pair) => [pair.name, pair.value]));
  const inputs = new Map(called.input_parameters.map((p) => [p.name, p]));
  for (const name of values.keys()) {
    if (!inputs.has(name)) {
      throw new Invalid(`\`${name}\` is not an input. The inputs are: ${[...inputs.keys()].join(", ")}.`);
    }
  }
  for (const [name, p] of inputs) {
    if (!values.has(name) && (p.required ?? true)) {
      throw new Invalid(`\`${name}\` is missing: ${p.description}`);
    }
    if (values.has(name) && !fits(p, values.get(name))) {
      throw new Invalid(`\`${name}\`: expected ${expected(p)}, got ${JSON.stringify(values.get(name))}.`);
    }
  }
  return Object.fromEntries(values);
}

function fits(p, value) {
  switch (p.type ?? "string") {
    case "int":
      return Number.isInteger(value) && value >= (p.min ?? value) && value <= (p.max ?? 65535);
    case "boolean":
      return typeof value === "boolean";
    case "enum":
      return p["allowed-values"].some((allowed) => allowed.name === value);
    default:
      return typeof value === "string" && [...value].length <= (p["max-length"] ?? Infinity);
  }
}

function expected(p) {
  switch (p.type ?? "string") {
    case "int":
      return `an integer from ${p.min ?? "-2^63"} to ${p.max ?? 65535}`;
    case "boolean":
      return "true or false";
    case "enum":
      return `one of ${p["allowed-values"].map((allowed) => allowed.name).join(", ")}`;
    default:
      return p["max-length"] ? `a text of at most ${p["max-length"]} characters` : "a text";
  }
}
