import { expect, test } from "vitest";
import { OutageError, RefusedWriteError } from "../errors.ts";
import { writeApart } from "./write-apart.ts";

test("what a store refuses stands alone in the end, and all else is written once", async () => {
  const written: number[] = [];
  const results = await writeApart([1, 2, 3, 4, 5, 6, 7], async (items) => {
    if (items.some((item) => item === 3 || item === 6)) throw new RefusedWriteError("The store", new Error("too odd"));
    written.push(...items);
  });
  expect(written).toEqual([1, 2, 4, 5, 7]);
  expect(results.map((result) => result?.message ?? "written")).toEqual([
    "written",
    "written",
    "The store refuses what was to be written: too odd",
    "written",
    "written",
    "The store refuses what was to be written: too odd",
    "written",
  ]);
});

test("an outage is handed on, also in the middle of the search", async () => {
  let calls = 0;
  const writing = writeApart([1, 2], async () => {
    calls += 1;
    if (calls === 1) throw new RefusedWriteError("The store", new Error("too odd"));
    throw new OutageError("The store", new Error("gone"));
  });
  await expect(writing).rejects.toThrow("cannot be reached");
});
