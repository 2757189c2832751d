// Calls that the generated types take, and others that they do not.
import type { components, operations } from "./openapi";

type Body<Name extends keyof operations> = operations[Name] extends {
    requestBody: { content: { "application/json": infer Json } };
} ? Json : never;
type Reply<Name extends keyof operations> = operations[Name] extends {
    responses: { 200: { content: { "application/json": infer Json } } };
} ? Json : never;
type Find = Body<"invoke_find_days_by_weather">;
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

const year = { name: "year", value: 2012 } as const;
const right: Find = {
    name: "find_days_by_weather",
    input_parameters: [{ name: "city", value: "SEATTLE" }, { name: "weather", value: "SNOW" }, year],
};
const optional: Find = { input_parameters: [year, { name: "month", value: null }] };
const first: Body<"invokeVersion1_find_days_by_weather"> = right;

// @ts-expect-error: another tool's name
const other: Find = { name: "lookup_weather_of_day", input_parameters: [] };
// @ts-expect-error: no pairs
const none: Find = { name: "find_days_by_weather" };
// @ts-expect-error: no such input
const unknown: Find = { input_parameters: [{ name: "town", value: "SEATTLE" }] };
// @ts-expect-error: no such value
const value: Find = { input_parameters: [{ name: "city", value: "OMAHA" }] };
// @ts-expect-error: another type
const text: Find = { input_parameters: [{ name: "year", value: "2012" }] };
// @ts-expect-error: null is for optional inputs
const nothing: Find = { input_parameters: [{ name: "year", value: null }] };
// @ts-expect-error: no value
const half: Find = { input_parameters: [{ name: "year" }] };

type Pair = Reply<"invoke_find_days_by_weather">["output_parameters"][number];
const pairs: Equal<
    Pair,
    | { name: "matches"; value: number }
    | { name: "days"; value: unknown }
> = true;
type Weather = Extract<Reply<"invokeVersion1_lookup_weather_of_day">["output_parameters"][number], { name: "weather" }>;
const kinds: Equal<Weather["value"], "SUN" | "FOG" | "DRIZZLE" | "RAIN" | "SNOW"> = true;
const problem: components["schemas"]["Problem"] = { type: "", title: "", status: 400, detail: "" };
// @ts-expect-error: no such operation
type Gone = operations["invoke_forget"];

export { right, optional, first, other, none, unknown, value, text, nothing, half, pairs, kinds, problem };
export type { Gone };
