import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openSortedFile } from "./sorted-file.ts";
import { findRange } from "./sorted-ranges.ts";

const folder = mkdtempSync(join(tmpdir(), "ruaflow-ranges-"));

afterAll(() => rmSync(folder, { recursive: true }));

function open(text: string) {
  const path = join(folder, String(text.length));
  writeFileSync(path, text);
  return openSortedFile(path);
}

it.each([1, 30, 90, 700])(
  "finds what is found in memory, wherever lines begin (names of up to %i characters)",
  (length) => {
    const firsts = Array.from({ length: 4000 }, (_, index) => index * 37);
    const row = (first: number) => `${first},${first + 30},${first + 1},${"x".repeat(first % length)}y`;
    for (const end of ["", "\n"]) {
      const text = firsts.map(row).join("\n") + end;
      const [file, lines] = [open(text), Buffer.from(text)];
      for (const first of firsts)
        for (const address of [first, first + 30, first + 31].map(String))
          expect(file.find(address)).toEqual(findRange(lines, address));
      expect(file.find("0")).toEqual({ asn: 1, organization: "y" });
      file.close();
    }
  },
);

it("has nothing without rows, before the first and behind the last one", () => {
  expect(open("").find("1")).toBeUndefined();
  const file = open("10,20,1,A\n");
  expect([file.find("9"), file.find("21"), file.find("20")?.asn]).toEqual([undefined, undefined, 1]);
});

it("is closed", () => {
  const file = open("10,20,1,A\n11,12,2,B\n");
  file.close();
  file.close();
  expect(() => file.find("10")).toThrow("was closed");
});
