import { expect, test } from "vitest";
import { listNextSteps } from "./next-steps.ts";
import type { ListedDomain } from "./words.ts";

const healthy: ListedDomain = {
  id: "dom_1",
  domain: "example.com",
  status: "verified",
  dmarc_policy: "reject",
  pass_rate: 100,
  created_at: "2026-11-01T00:00:00.000Z",
  verified_at: "2026-11-01T00:00:00.000Z",
  labels: [],
  client_reference: null,
  messages: 1000,
  pass_rate_change: 0,
  latest_day: "2026-11-24",
  last_report_at: "2026-11-25T00:00:00.000Z",
  dns_state: "ok",
  report_mailbox: "service",
  dmarc_policy_inherited_from: null,
  dns_checked_at: "2026-11-25T00:00:00.000Z",
  open_alerts: 0,
};
const tabs = (changes: Partial<ListedDomain>) => listNextSteps({ ...healthy, ...changes }).map(({ tab }) => tab);

test("a domain at reject without alerts needs nothing", () => {
  expect(tabs({})).toEqual([]);
});

test("before it is verified nothing else counts", () => {
  expect(tabs({ status: "pending", dns_state: "missing", messages: 0, last_report_at: null })).toEqual(["dns"]);
  expect(listNextSteps({ ...healthy, status: "failed" })[0]?.text).toMatch(/verify the domain again/);
});

test("a wrong record comes first, then alerts, then the policy", () => {
  expect(tabs({ dns_state: "different", open_alerts: 2, dmarc_policy: "none" })).toEqual([
    "dns",
    "alerts",
    "readiness",
  ]);
});

test("what DNS did not tell is no fault of the domain", () => {
  expect(tabs({ dns_state: "unknown" })).toEqual([]);
  expect(tabs({ dns_state: "unchecked" })).toEqual([]);
});

test("the next policy depends on the present one and on the pass rate", () => {
  expect(listNextSteps({ ...healthy, dmarc_policy: "none", pass_rate: 99 })[0]?.text).toMatch(/ready for quarantine/);
  expect(listNextSteps({ ...healthy, dmarc_policy: "quarantine", pass_rate: 50 })[0]?.text).toMatch(/becomes reject/);
  expect(tabs({ dmarc_policy: "none", messages: 0 })).toEqual([]);
});
