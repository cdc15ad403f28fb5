import { afterEach, expect, test, vi } from "vitest";
import { printNumbers } from "./print-numbers.ts";

const exitCode = process.exitCode;

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
});

function print(rows: readonly (readonly [string, string])[]) {
  let text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  const compared = rows.map(([backup, restored], index) => ({ what: `number ${index}`, backup, restored }));
  printNumbers(compared, { json: false, sentence: "Done." });
  return { text, code: process.exitCode };
}

test("equal numbers are shown without those that are 0, and the exit code stays", () => {
  const { text, code } = print([
    ["7", "7"],
    ["0", "0"],
  ]);
  expect(text).toContain("All 2 numbers are equal. Done.");
  expect(text).toContain("number 0");
  expect(text).not.toContain("number 1");
  expect(code).toBe(exitCode);
});

test("one number that differs makes the exit code 1, and is shown among thousands", () => {
  const equal = Array.from({ length: 5000 }, () => ["1", "1"] as const);
  const { text, code } = print([...equal, ["2", "0"]]);
  expect(text).toContain("Of 5001 numbers, 1 differ");
  expect(text.match(/number \d+/g)).toEqual(["number 5000"]);
  expect(code).toBe(1);
});
