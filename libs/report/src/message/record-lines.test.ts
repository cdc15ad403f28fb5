import { expect, test } from "vitest";
import { countLines, joinLines, readFirstOrdinal, splitLines } from "./record-lines.ts";

test.each([[[]], [["0,1"]], [["12345678901234,é", '7,"\\n"', "8"]]])(
  "lines become bytes and lines again: %j",
  (lines) => {
    const bytes = joinLines(lines);
    expect(splitLines(bytes)).toEqual(lines);
    expect(countLines(bytes)).toBe(lines.length);
    expect(readFirstOrdinal(bytes)).toBe(lines.length === 0 ? null : Number.parseInt(lines[0] ?? "", 10));
  },
);

test("bytes that begin within a larger buffer are read from there on", () => {
  const bytes = new Uint8Array(Buffer.from("xx3,a\n4,b")).subarray(2);
  expect([splitLines(bytes), countLines(bytes), readFirstOrdinal(bytes)]).toEqual([["3,a", "4,b"], 2, 3]);
});
