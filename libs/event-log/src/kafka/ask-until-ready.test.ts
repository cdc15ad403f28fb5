import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askUntilReady, START_WITHIN_MS } from "./ask-until-ready.ts";
import { isKafkaNotReady } from "./kafkajs/errors.ts";

const loading = Object.assign(new Error("The coordinator is loading"), { retriable: true, type: "COORDINATOR_LOAD" });
const exhausted = Object.assign(new Error("Retries exceeded"), { retriable: false, cause: loading });
const unreachable = Object.assign(new Error("Retries exceeded"), {
  retriable: false,
  cause: Object.assign(new Error("connect ECONNREFUSED"), { retriable: true, code: "ECONNREFUSED" }),
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());

/** A broker that fails with `error` until `readyAfterMs` have passed. */
function createBroker(readyAfterMs: number, error: Error) {
  const readyAt = performance.now() + readyAfterMs;
  return async () => {
    if (performance.now() < readyAt) throw error;
    return "ready";
  };
}

/** The answer or the error, when the clock of the test has run for two minutes. */
async function outcome(answer: Promise<string>): Promise<unknown> {
  const settled = answer.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  return settled;
}

test.each([
  ["a coordinator that loads", loading],
  ["a coordinator that loads while kafkajs itself repeats the request", exhausted],
  ["a topic without leaders", new TypeError("undefined has no partitions")],
])("a start waits up to a minute for %s", async (_, error) => {
  expect(await outcome(askUntilReady(createBroker(55_000, error), isKafkaNotReady, START_WITHIN_MS))).toBe("ready");
  expect(await outcome(askUntilReady(createBroker(65_000, error), isKafkaNotReady, START_WITHIN_MS))).toBe(error);
});

test("a question that a person or a metric waits for is given up after a few seconds", async () => {
  expect(await outcome(askUntilReady(createBroker(2500, loading), isKafkaNotReady))).toBe("ready");
  expect(await outcome(askUntilReady(createBroker(10_000, loading), isKafkaNotReady))).toBe(loading);
});

test("a broker that cannot be reached, or refuses, is reported at once", async () => {
  for (const error of [unreachable, new Error("SASL authentication failed")]) {
    const ask = vi.fn(createBroker(1000, error));
    expect(await outcome(askUntilReady(ask, isKafkaNotReady, START_WITHIN_MS))).toBe(error);
    expect(ask).toHaveBeenCalledTimes(1);
  }
});
