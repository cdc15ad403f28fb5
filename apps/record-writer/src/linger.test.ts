import { expect, test } from "vitest";
import { toLingerFactor } from "./record-writer.ts";

test("several writers wait longer by their number, within a limit", () => {
  expect([1, 1 / 2, 1 / 3, 1 / 100].map(toLingerFactor)).toEqual([1, 2, 3, 5]);
});

test("a writer without partitions waits as one alone", () => {
  expect(toLingerFactor(0)).toBe(1);
});
