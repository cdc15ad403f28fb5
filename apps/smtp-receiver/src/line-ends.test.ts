import { expect, test } from "vitest";
import { createLineEndCheck } from "./line-ends.ts";

const cases: readonly (readonly [text: string, isBare: boolean])[] = [
  ["a\r\nb\r\n", false],
  ["\r\n\r\n.\r\n", false],
  ["a\0b\r\n", false],
  ["", false],
  ["a\nb", true],
  ["\n", true],
  ["a\rb", true],
  ["\r\r\n", true],
  ["\r\n\n", true],
];

test.each(cases)("in %j a bare CR or LF is found: %s, however the input is split", (text, isBare) => {
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at <= bytes.length; at += 1) {
    const check = createLineEndCheck();
    expect([check(bytes.subarray(0, at)), check(bytes.subarray(at))].includes(true)).toBe(isBare);
  }
});
