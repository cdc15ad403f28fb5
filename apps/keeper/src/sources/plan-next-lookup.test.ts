import { expect, test } from "vitest";
import { planNextLookup } from "./plan-next-lookup.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const hostname = "mail.example.com";

test.each([
  [0, HOUR_MS],
  [3599, HOUR_MS],
  [7200, 2 * HOUR_MS],
  [2 ** 31, 30 * DAY_MS],
])("a confirmed name with a TTL of %i s expires after %i ms", (ttlS, expiresAfterMs) => {
  const plan = planNextLookup({ kind: "confirmed", hostname, ttlS }, 3);
  expect(plan).toEqual({ state: "confirmed", hostname, attempts: 0, dueAfterMs: null, expiresAfterMs });
});

test.each([
  [0, DAY_MS],
  [1, 2 * DAY_MS],
  [4, 16 * DAY_MS],
  [50, 30 * DAY_MS],
])("without a confirmed name for the %i. time the next lookup is at most after %i ms", (attempts, expiresAfterMs) => {
  const rest = { attempts: attempts + 1, dueAfterMs: null, expiresAfterMs };
  expect(planNextLookup({ kind: "absent" }, attempts)).toEqual({ state: "absent", hostname: null, ...rest });
  const unconfirmed = planNextLookup({ kind: "unconfirmed", hostname }, attempts);
  expect(unconfirmed).toEqual({ state: "unconfirmed", hostname, ...rest });
});

test("a failed lookup is repeated after 5 minutes, ever later, and six times at most", () => {
  const failed = { kind: "failed", reason: "ETIMEOUT" } as const;
  const plans = Array.from({ length: 7 }, (_, attempts) => planNextLookup(failed, attempts));
  expect(plans.map(({ dueAfterMs }) => dueAfterMs && dueAfterMs / 60_000)).toEqual([5, 20, 80, 320, 1280, null, null]);
  expect(plans.map(({ attempts }) => attempts)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("a name that was not looked up is not looked up again by itself", () => {
  const expected = { state: "skipped", hostname: null, attempts: 0, dueAfterMs: null, expiresAfterMs: DAY_MS };
  expect(planNextLookup(null, 2)).toEqual(expected);
});
