import { expect, test } from "vitest";
import { toTable } from "./to-table.ts";

test("each column is one parameter, after those that the statement has already", () => {
  const items = [
    { id: "a", count: 1 },
    { id: "b", count: 2 },
  ];
  const { sql, values } = toTable(
    items,
    [
      ["id", "text", ({ id }) => id],
      ["count", "int", ({ count }) => count],
    ],
    { alias: "t", after: 2 },
  );
  expect(sql).toBe("unnest($3::text[], $4::int[]) AS t (id, count)");
  expect(values).toEqual([
    ["a", "b"],
    [1, 2],
  ]);
});

test("a place numbers the items", () => {
  const { sql } = toTable(["a"], [["name", "text", (name) => name]], { alias: "t", place: "place" });
  expect(sql).toBe("unnest($1::text[]) WITH ORDINALITY AS t (name, place)");
});
