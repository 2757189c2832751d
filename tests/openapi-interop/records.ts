// The generated type of an output that is a list of records, and of the error that has it as a member.
import type { operations } from "./openapi";

type Book = operations["invoke_Book_a_flight"]["responses"];
type Pair = Book[200]["content"]["application/json"]["output_parameters"][number];
type Legs = Extract<Pair, { name: "legs" }>["value"];
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

const price: Equal<Legs[number]["price"], number> = true;
const kind: Equal<Legs[number]["class"], "ECONOMY" | "FIRST" | null | undefined> = true;
const gate: Equal<Legs[number]["gate"], { name: string } | null | undefined> = true;
const rows: Equal<Legs[number]["rows"], (number | null)[][]> = true;
const bare: Legs = [{ price: 0.5, rows: [[1, null], []] }];
// @ts-expect-error: no price
const none: Legs = [{ rows: [] }];
// @ts-expect-error: an integer or `null`
const text: Legs = [{ price: 0.5, rows: [["1"]] }];

export { price, kind, gate, rows, bare, none, text };
