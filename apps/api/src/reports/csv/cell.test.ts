import { describe, expect, test } from "vitest";
import { escapeFormula, toCell } from "./cell.ts";

const signs = ["=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20", "\uFE66", "\uFE62", "\uFE63", "\uFE6B"];
const unseen = [
  "",
  " ",
  "\t",
  "\r",
  "\n",
  "\u00A0",
  "\u3000",
  "\uFEFF",
  "\u200B",
  "\u202E",
  "\u0000",
  "\u001B",
  " \t\u200B ",
];

describe("a text that a spreadsheet could run", () => {
  test("begins with an apostrophe, even if invisible characters precede its sign", () => {
    for (const before of unseen) {
      for (const sign of signs) {
        const text = `${before}${sign}HYPERLINK("http://example.com")`;
        expect(escapeFormula(text)).toBe(`'${text}`);
      }
    }
  });

  test("may also begin with a tab or a line break", () => {
    for (const text of ["\tx", "\rx", "\nx", "\t"]) expect(escapeFormula(text)).toBe(`'${text}`);
  });
});

test("other texts do not change", () => {
  for (const text of ["", "google.com", "a=b", "1-2", "user@example.com", " x", "'=1", '"=1"', "müller.example"]) {
    expect(escapeFormula(text)).toBe(text);
  }
});

test("a cell is the value at the end of its path; a list is JSON, an absent value is null", () => {
  const row = { a: { b: 1 }, list: [{ x: "y" }], none: null };
  expect(toCell(row, ["a", "b"])).toBe(1);
  expect(toCell(row, ["list"])).toBe('[{"x":"y"}]');
  expect(toCell(row, ["none"])).toBeNull();
  expect(toCell(row, ["none", "deeper"])).toBeNull();
});
