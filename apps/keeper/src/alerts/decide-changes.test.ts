import type { Domain } from "@ruaflow/metadata-store/domains";
import type { Alert, AlertDomain } from "@ruaflow/metadata-store/watch";
import { expect, test } from "vitest";
import { sampleDomain } from "../testing/sample-domain.ts";
import { decideChanges } from "./decide-changes.ts";
import type { Finding } from "./finding.ts";
import { NEW_SOURCES_MAX } from "./new-sources.ts";

const now = new Date("2026-03-31T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const toSubject = (alerts: readonly Alert[], changes: Partial<Domain> = {}): AlertDomain => ({
  organizationId: "org_1",
  domain: { ...sampleDomain, ...changes },
  alerts,
  countUnauthenticated: false,
});
const toFinding = (changes: Partial<Finding> = {}): Finding => ({
  rule: "pass_rate",
  sourceIp: null,
  summary: "It is low.",
  value: 80,
  threshold: 90,
  isCrossed: true,
  ...changes,
});
const toSource = (index: number) => toFinding({ rule: "new_source", sourceIp: `192.0.2.${index}` });
const toAlert = (changes: Partial<Alert> = {}): Alert => {
  const { isCrossed: _isCrossed, ...facts } = toFinding();
  return { ...facts, id: "alr_1", triggeredAt: minutesAgo(60), clearedAt: null, ...changes };
};
const readEvent = ({ event }: { event: { body: Uint8Array } }) => JSON.parse(Buffer.from(event.body).toString()).data;

test("a crossed threshold opens an alert once", () => {
  const [change, ...others] = decideChanges(toSubject([]), [toFinding()], now);
  expect(others).toEqual([]);
  expect(change?.alert).toMatchObject({
    id: expect.stringMatching(/^alr_[0-9a-f]{32}$/),
    triggeredAt: now,
    clearedAt: null,
  });
  expect(change && readEvent(change)).toMatchObject({
    state: "triggered",
    value: 80,
    cleared_at: null,
    domain_id: "dom_1",
  });
  expect(decideChanges(toSubject([toAlert()]), [toFinding({ value: 70 })], now)).toEqual([]);
});

test("equal decisions at the same time have equal ids", () => {
  const decide = () => decideChanges(toSubject([]), [toFinding(), toSource(1)], now);
  expect(decide()).toEqual(decide());
  expect(new Set(decide().map(({ alert }) => alert.id)).size).toBe(2);
});

test("an alert ends when its threshold is no longer crossed, with the current value in the event", () => {
  const alert = toAlert();
  const finding = toFinding({ value: 95, isCrossed: false, summary: "It is high." });
  const [change] = decideChanges(toSubject([alert]), [finding], now);
  expect(change?.alert).toEqual({ ...alert, clearedAt: now });
  expect(change && readEvent(change)).toMatchObject({
    state: "cleared",
    value: 95,
    summary: "It is high.",
    alert_id: "alr_1",
  });
});

test("an alert lasts at least one hour, so that a value near the threshold does not cause many events", () => {
  const finding = toFinding({ isCrossed: false });
  expect(decideChanges(toSubject([toAlert({ triggeredAt: minutesAgo(59) })]), [finding], now)).toEqual([]);
  expect(decideChanges(toSubject([toAlert({ triggeredAt: minutesAgo(60) })]), [finding], now)).toHaveLength(1);
});

test("a disabled rule ends its alerts, and so does a domain that is no longer verified", () => {
  const { alertRules } = sampleDomain;
  const rules = { ...alertRules, pass_rate: { ...alertRules.pass_rate, enabled: false } };
  const [off] = decideChanges(toSubject([toAlert()], { alertRules: rules }), [], now);
  expect(off && readEvent(off).summary).toBe("The rule is disabled.");
  const [failed] = decideChanges(toSubject([toAlert()], { status: "failed" }), [], now);
  expect(failed && readEvent(failed).summary).toBe("The domain is no longer verified.");
});

test("the number of open alerts about new sources is limited", () => {
  const findings = Array.from({ length: 100 }, (_, index) => toSource(index));
  const begun = decideChanges(toSubject([]), findings, now).map(({ alert }) => alert);
  expect(begun).toHaveLength(NEW_SOURCES_MAX);
  const others = Array.from({ length: 100 }, (_, index) => toSource(100 + index));
  const open = begun.map((alert) => ({ ...alert, triggeredAt: minutesAgo(600) }));
  expect(decideChanges(toSubject(open), others, now)).toEqual([]);
  const [first] = begun;
  expect(decideChanges(toSubject(open), [toSource(0)], now).map(({ alert }) => alert.id)).not.toContain(first?.id);
  expect(decideChanges(toSubject(open), [toSource(0)], now)).toHaveLength(NEW_SOURCES_MAX - 1);
});
