import { expect, test } from "vitest";
import { toLingerFactor, toWriteBytes } from "./record-writer.ts";

test("several writers wait longer by their number, within a limit", () => {
  expect([1, 1 / 2, 1 / 3, 1 / 100].map(toLingerFactor)).toEqual([1, 2, 3, 5]);
});

test("a writer without partitions waits as one alone", () => {
  expect(toLingerFactor(0)).toBe(1);
});

test("a chunk of a large report fills a write, which waits for nothing", () => {
  const toBytes = (of: number) =>
    toWriteBytes({ messages: [{ chunk: { index: 0, of, firstOrdinal: 0 } }], bytes: 700 });
  expect(toBytes(1)).toBe(700);
  expect(toBytes(2)).toBeGreaterThanOrEqual(4 * 2 ** 20);
});
