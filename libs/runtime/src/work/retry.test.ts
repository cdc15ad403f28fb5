import { expect, test } from "vitest";
import { OutageError } from "../errors.ts";
import { retryUntilDone } from "./retry.ts";

const away = new OutageError("The store", new Error("refused"));
const fast = { pauseMinMs: 1, pauseMaxMs: 2 };

/** Work that fails with each of these in turn, then succeeds. */
function failing(...failures: readonly unknown[]) {
  const left = [...failures];
  return async () => {
    if (left.length > 0) throw left.shift();
    return "done";
  };
}

test("outages are waited out, and each is told", async () => {
  const told: unknown[] = [];
  const outages = Array.from({ length: 30 }, () => away);
  const result = retryUntilDone(failing(...outages), { ...fast, onRetry: (error) => told.push(error) });
  expect(await result).toBe("done");
  expect(told).toEqual(outages);
});

test("what is not an outage is thrown as it is, at once", async () => {
  const broken = new TypeError("broken");
  const told: unknown[] = [];
  await expect(retryUntilDone(failing(away, broken), { ...fast, onRetry: (error) => told.push(error) })).rejects.toBe(
    broken,
  );
  expect(told).toEqual([away]);
});

test("the caller decides what is retried: a TypeError and a thrown text too", async () => {
  const told: unknown[] = [];
  const options = { ...fast, shouldRetry: () => true, onRetry: (error: unknown) => told.push(error) };
  const failures = [new TypeError("not yet"), "text"];
  expect(await retryUntilDone(failing(...failures), options)).toBe("done");
  expect(told).toEqual(failures);
});

test("attempts can be limited", async () => {
  await expect(retryUntilDone(failing(away, away, away), { ...fast, retriesMax: 2 })).rejects.toBe(away);
  expect(await retryUntilDone(failing(away, away), { ...fast, retriesMax: 2 })).toBe("done");
});

test("an abort ends the waiting with its reason", async () => {
  const stopping = new AbortController();
  const result = retryUntilDone(failing(away), {
    signal: stopping.signal,
    pauseMinMs: 60_000,
    pauseMaxMs: 60_000,
    onRetry: () => setImmediate(() => stopping.abort("stopped")),
  });
  await expect(result).rejects.toBe("stopped");
});

test("an attempt that succeeds after the abort has succeeded", async () => {
  const stopping = new AbortController();
  const work = async () => {
    stopping.abort();
    return "done";
  };
  expect(await retryUntilDone(work, { signal: stopping.signal })).toBe("done");
});
