import { expect, test } from "vitest";
import { decideNextStep, RETRIES_MAX } from "./retry-schedule.ts";
import type { AttemptOutcome } from "./send/attempt-outcome.ts";

const steady = { random: () => 0.5, factor: 1 };

function outcome(changes: Partial<AttemptOutcome>): AttemptOutcome {
  return { status: 500, error: null, detail: "", latencyMs: 1, retryAfterMs: null, answer: Buffer.of(), ...changes };
}

function delaySeconds(changes: Partial<AttemptOutcome>, retries = 0, random = 0.5): number | string {
  const step = decideNextStep(outcome(changes), retries, { random: () => random, factor: 1 });
  return step.kind === "retry" ? step.afterMs / 1000 : step.kind;
}

test("there are five retries, after 30 s, 3.5 min, 24.5 min, 2 h 51.5 min and 20 h", () => {
  const delays = [0, 1, 2, 3, 4, 5].map((retries) => delaySeconds({}, retries));
  expect(delays).toEqual([30, 210, 1470, 10_290, 72_030, "exhausted"]);
  expect(RETRIES_MAX).toBe(5);
});

test("each delay varies by up to a fifth", () => {
  expect([delaySeconds({}, 1, 0), delaySeconds({}, 1, 1)]).toEqual([168, 252]);
});

test.each([200, 201, 202, 204, 299])("status %i is a delivery", (status) => {
  expect(decideNextStep(outcome({ status }), 0, steady)).toEqual({ kind: "delivered" });
});

test.each([199, 300, 301, 302, 307, 308, 400, 404, 429, 500, 503])("status %i is not a delivery", (status) => {
  expect(decideNextStep(outcome({ status }), 0, steady).kind).toBe("retry");
});

test("a 2xx whose body does not end in time is not a delivery", () => {
  expect(delaySeconds({ status: 200, error: "timeout" })).toBe(60);
});

test("410 disables the webhook at any attempt", () => {
  expect([0, 5].map((retries) => delaySeconds({ status: 410 }, retries))).toEqual(["gone", "gone"]);
});

test("Retry-After of 429 and 503 extends a delay to at most twice its length, and never shortens it", () => {
  const asked = (status: number, seconds: number) => delaySeconds({ status, retryAfterMs: seconds * 1000 }, 1);
  expect([asked(503, 1), asked(503, 300), asked(503, 86_400), asked(429, 300)]).toEqual([210, 300, 420, 300]);
  expect(asked(500, 300)).toBe(210);
});

test("after a timeout or a 429 the delay is at least one minute", () => {
  expect([delaySeconds({ status: 429 }), delaySeconds({ status: null, error: "timeout" })]).toEqual([60, 60]);
  expect(delaySeconds({ status: 429 }, 1)).toBe(210);
});

test("a factor scales every delay", () => {
  expect(decideNextStep(outcome({}), 4, { ...steady, factor: 0.001 })).toEqual({ kind: "retry", afterMs: 72_030 });
});
