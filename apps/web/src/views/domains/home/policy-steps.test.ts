import { expect, test } from "vitest";
import type { DnsChange } from "../../../chart/policy-changes.ts";
import { findSince, readPolicy, toSteps } from "./policy-steps.ts";

const toChange = (day: string, old: string | null, now: string | null, record: DnsChange["record"] = "dmarc") =>
  ({ record, old, new: now, checked_at: `${day}T10:00:00.000Z`, differences: [] }) as unknown as DnsChange;

const NONE = "v=DMARC1; p=none; rua=mailto:a@example.com";
const NONE_ELSEWHERE = "v=DMARC1; p=none; rua=mailto:b@example.com";
const REJECT = "v=DMARC1; p=reject; rua=mailto:a@example.com";

test.for([
  ["none", ["current", "next", "later"]],
  ["quarantine", ["past", "current", "next"]],
  ["reject", ["past", "past", "current"]],
  [null, ["next", "later", "later"]],
] as const)("with the policy %s the steps are %j", ([policy, states]) => {
  expect(toSteps(policy).map(({ state }) => state)).toEqual(states);
});

test("a policy is published since the record that stated it first, whatever else changed later", () => {
  const history = [
    toChange("2026-11-20", REJECT, `${REJECT}; fo=1`),
    toChange("2026-11-12", "token", "other", "verification"),
    toChange("2026-11-10", NONE, REJECT),
    toChange("2026-10-01", null, NONE),
  ];
  expect(findSince(history, "reject")).toEqual({ at: "2026-11-10T10:00:00.000Z", isAtLeast: false });
});

test("a policy that was there at the first check is published at least since then", () => {
  const history = [toChange("2026-11-10", NONE_ELSEWHERE, NONE), toChange("2026-10-01", null, NONE_ELSEWHERE)];
  expect(findSince(history, "none")).toEqual({ at: "2026-10-01T10:00:00.000Z", isAtLeast: true });
});

test("a policy that the newest record does not state has no date: it is inherited, or the record is gone", () => {
  expect(findSince([], "reject")).toBeNull();
  expect(findSince([toChange("2026-10-01", null, NONE)], "reject")).toBeNull();
  expect(findSince([toChange("2026-11-01", NONE, null), toChange("2026-10-01", null, NONE)], "none")).toBeNull();
  expect(findSince([toChange("2026-10-01", null, NONE)], null)).toBeNull();
});

test.for([
  ["v=DMARC1;p=Reject", "reject"],
  ["v=DMARC1; sp=none; p = quarantine ;", "quarantine"],
  ["v=DMARC1; sp=reject", null],
  [null, null],
] as const)("the policy of %j is %s", ([record, policy]) => {
  expect(readPolicy(record)).toBe(policy);
});
