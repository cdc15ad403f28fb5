import { expect, test } from "vitest";
import { createFairCache } from "./fair-cache.ts";

/** With its entry, a value of 2,000 bytes takes 2,512. */
const BYTES = 2512;

const create = (all: number, owner: number) =>
  createFairCache<number>({ all: all * BYTES, owner: owner * BYTES, sizeOf: (value) => value });
const key = (owner: string, name: number) => ({ owner, name: String(name) });

test("an owner's values stay within its limit, and those asked for last stay", () => {
  const cache = create(100, 3);
  for (const name of [1, 2, 3]) cache.save(key("a", name), 2000);
  cache.find(key("a", 1));
  cache.save(key("a", 4), 2000);
  expect([1, 2, 3, 4].map((name) => cache.find(key("a", name)) !== undefined)).toEqual([true, false, true, true]);
});

test("all values stay within their limit: one owner with many cannot drive out all others", () => {
  const cache = create(5, 3);
  for (const owner of ["a", "b", "c"]) cache.save(key(owner, 1), 2000);
  cache.find(key("a", 1));
  for (let name = 0; name < 100; name += 1) cache.save(key("greedy", name), 2000);
  const left = ["a", "b", "c"].filter((owner) => cache.find(key(owner, 1)) !== undefined);
  expect(left).toEqual(["a", "c"]);
  const greedy = [96, 97, 98, 99].map((name) => cache.find(key("greedy", name)) !== undefined);
  expect(greedy).toEqual([false, true, true, true]);
});

test("a newer value takes the place of an older one, whose bytes no longer count", () => {
  const cache = create(2, 2);
  cache.save(key("a", 1), 2000);
  for (let round = 0; round < 10; round += 1) cache.save(key("a", 2), 1990 + round);
  expect(cache.find(key("a", 2))).toBe(1999);
  expect(cache.find(key("a", 1))).toBe(2000);
});

test("a value beyond the limit is not kept, and leaves nothing behind", () => {
  const cache = create(1, 1);
  cache.save(key("a", 1), 4000);
  expect(cache.find(key("a", 1))).toBeUndefined();
  cache.save(key("a", 2), 2000);
  expect(cache.find(key("a", 2))).toBe(2000);
});
