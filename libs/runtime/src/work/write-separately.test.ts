import { expect, test } from "vitest";
import { OutageError, RefusedWriteError } from "../errors.ts";
import { writeSeparately } from "./write-separately.ts";

test("refused items are isolated, and all others are written once", async () => {
  const written: number[] = [];
  const results = await writeSeparately([1, 2, 3, 4, 5, 6, 7], async (items) => {
    if (items.some((item) => item === 3 || item === 6)) throw new RefusedWriteError("The store", new Error("too odd"));
    written.push(...items);
  });
  expect(written).toEqual([1, 2, 4, 5, 7]);
  expect(results.map((result) => result?.message ?? "written")).toEqual([
    "written",
    "written",
    "The store refuses the write: too odd",
    "written",
    "written",
    "The store refuses the write: too odd",
    "written",
  ]);
});

test("an outage is thrown, even in the middle of the search", async () => {
  let calls = 0;
  const writing = writeSeparately([1, 2], async () => {
    calls += 1;
    if (calls === 1) throw new RefusedWriteError("The store", new Error("too odd"));
    throw new OutageError("The store", new Error("gone"));
  });
  await expect(writing).rejects.toThrow("cannot be reached");
});
