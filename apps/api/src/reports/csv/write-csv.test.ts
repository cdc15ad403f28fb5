import { Type } from "typebox";
import { expect, test } from "vitest";
import { readCsv } from "../../testing/index.ts";
import { toColumns } from "./columns.ts";
import { writeCsv } from "./write-csv.ts";

const schema = Type.Object({
  name: Type.String(),
  count: Type.Integer(),
  range: Type.Object({ begin: Type.String(), inner: Type.Object({ on: Type.Boolean() }) }),
  note: Type.Union([Type.String(), Type.Null()]),
  list: Type.Array(Type.Object({ a: Type.String() })),
});
const row = { name: "x", count: 1, range: { begin: "b", inner: { on: true } }, note: null, list: [] };

async function write(items: Iterable<object>): Promise<string[]> {
  const pieces: string[] = [];
  const table = { columns: toColumns(schema), items, toRow: (item: object) => item };
  for await (const piece of writeCsv(table)) pieces.push(piece);
  return pieces;
}

test("columns are the fields of the schema, nested fields with dots", () => {
  expect(toColumns(schema).map(({ name }) => name)).toEqual([
    "name",
    "count",
    "range.begin",
    "range.inner.on",
    "note",
    "list",
  ]);
});

test("lines end with CRLF, texts are quoted, an empty text differs from null", async () => {
  const text = (await write([row, { ...row, name: 'say "x",\r\ny', note: "", list: [{ a: "=1" }] }])).join("");
  expect(text).toBe(
    [
      '"name","count","range.begin","range.inner.on","note","list"',
      '"x",1,"b",true,,"[]"',
      '"say ""x"",\r\ny",1,"b",true,"","[{""a"":""=1""}]"',
      "",
    ].join("\r\n"),
  );
});

test("a table without rows consists of its header", async () => {
  expect((await write([])).join("")).toBe('"name","count","range.begin","range.inner.on","note","list"\r\n');
});

test("every row is written once, in order, in pieces of bounded size", async () => {
  const items = Array.from({ length: 2345 }, (_, count) => ({ ...row, count }));
  const pieces = await write(items);
  expect(pieces.length).toBe(24);
  expect(readCsv(pieces.join("")).map(({ count }) => Number(count))).toEqual(items.map(({ count }) => count));
});
