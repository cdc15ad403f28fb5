import { expect, test } from "vitest";
import { restAfter, toRestMs } from "./rest.ts";

test("a step is followed by ten times its time, 10 s at most", () => {
  expect([0, 50, 5000].map(toRestMs)).toEqual([0, 500, 10_000]);
});

test("a rest ends when the process stops", async () => {
  const stopping = new AbortController();
  const startedAt = performance.now();
  const rest = restAfter(startedAt - 10_000, stopping.signal);
  stopping.abort();
  await rest;
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
