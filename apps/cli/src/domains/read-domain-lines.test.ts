import { expect, test } from "vitest";
import { readDomainLines } from "./read-domain-lines.ts";

const read = (text: string) => readDomainLines(text).map((row) => [row.line, row.given, row.clientReference]);

test("a list has one name per line, whatever ends the lines", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    expect(read(["a.example", "", "  b.example ", "# c.example", " # d, e", "f.example"].join(end))).toEqual([
      [1, "a.example", null],
      [3, "b.example", null],
      [6, "f.example", null],
    ]);
  }
  expect(read("")).toEqual([]);
});

test("quoted cells may contain separators, quotes and line breaks", () => {
  const rows = ['"a.example","Acme, ""Ltd"""', '"b.example" ; "two\r\nlines"', 'c.example,"x;y"'].join("\r\n");
  expect(read(rows)).toEqual([
    [1, "a.example", 'Acme, "Ltd"'],
    [2, "b.example", "two lines"],
    [4, "c.example", "x;y"],
  ]);
});

test("a byte-order mark and a header are no part of the list, also with a comment before the header", () => {
  expect(read('\ufeff"Domain","Client"\r\na.example,1')).toEqual([[2, "a.example", "1"]]);
  expect(read("# customers\nname\na.example")).toEqual([[3, "a.example", null]]);
  expect(read("a.example\ndomain")).toContainEqual([2, "domain", null]);
});

test("the reference is the second column, also where that is empty", () => {
  expect(read("a.example\t\tthird\nb.example,,third\nc.example;2;third;4")).toEqual([
    [1, "a.example", null],
    [2, "b.example", null],
    [3, "c.example", "2"],
  ]);
  expect(read(',reference\na"b.example')).toEqual([[2, 'a"b.example', null]]);
});

test("quotes that cannot be understood are an error that names the line", () => {
  expect(() => read('a.example\n"b.example\nc.example')).toThrow(/not valid CSV: .*line 3/);
  expect(() => read('a.example\nb.example,"Acme" Ltd')).toThrow(/not valid CSV: .*line 2/);
});
