import { describe, expect, it } from "vitest";
import { findRange } from "./sorted-ranges.ts";

const rows = [
  "9,9,1,A",
  "10,14,2,B ",
  '20,20,3,"C ""c"", Inc."',
  "90,99,4,Ünïted",
  "95,99,5,D",
  "4294967290,4294967295,6,E",
];

describe("sorted ranges", () => {
  it.each([
    ["8", undefined],
    ["9", { asn: 1, organization: "A" }],
    ["10", { asn: 2, organization: "B" }],
    ["14", { asn: 2, organization: "B" }],
    ["15", undefined],
    ["20", { asn: 3, organization: 'C "c", Inc.' }],
    ["21", undefined],
    ["94", { asn: 4, organization: "Ünïted" }],
    ["96", { asn: 5, organization: "D" }],
    ["100", undefined],
    ["4294967295", { asn: 6, organization: "E" }],
    ["4294967296", undefined],
  ])("have for %s the row %j, both ends of a range included", (address, range) => {
    for (const text of [rows.join("\n"), `${rows.join("\n")}\n`, `${rows.join("\r\n")}\r\n`])
      expect(findRange(Buffer.from(text), address)).toEqual(range);
  });

  it("have every row wherever it is", () => {
    const many = Array.from({ length: 3000 }, (_, index) => index * 37);
    const lines = Buffer.from(
      many.map((first) => `${first},${first + 30},${first + 1},${"x".repeat(first % 90)}y`).join("\n"),
    );
    for (const first of many) {
      expect(findRange(lines, String(first))?.asn).toBe(first + 1);
      expect(findRange(lines, String(first + 30))?.asn).toBe(first + 1);
      expect(findRange(lines, String(first + 31))).toBeUndefined();
    }
  });

  it("have nothing without rows, and no row that is incomplete", () => {
    expect(findRange(Buffer.alloc(0), "1")).toBeUndefined();
    expect(() => findRange(Buffer.from("1,2,a\n"), "1")).toThrow("not a row of ASN data: 1,2,a");
  });
});
