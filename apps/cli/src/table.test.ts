import { expect, test } from "vitest";
import { type Row, toTable } from "./table.ts";

const rows: readonly Row[] = [
  { id: "key_1", name: "a\u001b[31mb", active: true, scopes: ["reports:read", "keys:admin"], used: null },
  { id: "key_22", name: "日本", active: false, scopes: [], used: new Date("2026-01-31T12:00:00Z") },
];

test("columns are aligned, without rules, colours or control characters", () => {
  expect(toTable(rows)).toBe(
    [
      "id      name     active  scopes                   used",
      "key_1   a?[31mb  yes     reports:read keys:admin",
      "key_22  日本     no                               2026-01-31T12:00:00.000Z",
      "",
    ].join("\n"),
  );
});

const long = "https://example.com/a-long-path-that-does-not-fit-into-a-column-of-a-terminal-of-this-width";

test.each([60, 80, 120])("a table fits a terminal of %i columns, and nothing of it is cut off", (width) => {
  const text = toTable([{ id: "wh_1", url: long, events: "report.received" }], width);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(width);
  const [, ...lines] = text.split("\n");
  expect(lines.map((line) => line.slice(6).split("  ")[0]?.trim()).join("")).toBe(long);
});

test("rows that would need narrow columns are blocks of lines", () => {
  const [first] = toTable([{ id: "wh_1", url: long, events: "report.received", active: true }], 40).split("\n\n");
  expect(first?.split("\n").slice(0, 2)).toEqual(["id      wh_1", `url     ${long}`]);
  expect(
    toTable(
      [
        { id: "1", at: "2" },
        { id: "3", at: "" },
      ],
      3,
    ),
  ).toBe("id  1\nat  2\n\nid  3\nat\n");
});

test("in a file or pipe each row is one line, however long", () => {
  expect(toTable([{ id: "wh_1", url: long.repeat(5), event: "x" }]).split("\n")).toHaveLength(3);
});
