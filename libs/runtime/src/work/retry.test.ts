import { expect, test } from "vitest";
import { OutageError } from "../errors.ts";
import { retryUntilDone } from "./retry.ts";

const outage = new OutageError("The store", new Error("refused"));
const fast = { pauseMinMs: 1, pauseMaxMs: 2 };

/** Work that fails with each of `failures` in turn, then succeeds. */
function failing(...failures: readonly unknown[]) {
  const left = [...failures];
  return async () => {
    if (left.length > 0) throw left.shift();
    return "done";
  };
}

test("outages are waited out, and each is reported", async () => {
  const reported: unknown[] = [];
  const outages = Array.from({ length: 30 }, () => outage);
  const result = retryUntilDone(failing(...outages), { ...fast, onRetry: (error) => reported.push(error) });
  expect(await result).toBe("done");
  expect(reported).toEqual(outages);
});

test("an error that is not an outage is thrown unchanged, at once", async () => {
  const broken = new TypeError("broken");
  const reported: unknown[] = [];
  await expect(
    retryUntilDone(failing(outage, broken), { ...fast, onRetry: (error) => reported.push(error) }),
  ).rejects.toBe(broken);
  expect(reported).toEqual([outage]);
});

test("the caller decides which errors are retried, including a TypeError and a thrown string", async () => {
  const reported: unknown[] = [];
  const options = { ...fast, shouldRetry: () => true, onRetry: (error: unknown) => reported.push(error) };
  const failures = [new TypeError("not yet"), "text"];
  expect(await retryUntilDone(failing(...failures), options)).toBe("done");
  expect(reported).toEqual(failures);
});

test("attempts can be limited", async () => {
  await expect(retryUntilDone(failing(outage, outage, outage), { ...fast, retriesMax: 2 })).rejects.toBe(outage);
  expect(await retryUntilDone(failing(outage, outage), { ...fast, retriesMax: 2 })).toBe("done");
});

test("an abort ends the wait with its reason", async () => {
  const stopping = new AbortController();
  const result = retryUntilDone(failing(outage), {
    signal: stopping.signal,
    pauseMinMs: 60_000,
    pauseMaxMs: 60_000,
    onRetry: () => setImmediate(() => stopping.abort("stopped")),
  });
  await expect(result).rejects.toBe("stopped");
});

test("an attempt that succeeds after the abort counts as a success", async () => {
  const stopping = new AbortController();
  const work = async () => {
    stopping.abort();
    return "done";
  };
  expect(await retryUntilDone(work, { signal: stopping.signal })).toBe("done");
});
