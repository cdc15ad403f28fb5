import { createHash } from "node:crypto";
import type { Alert, AlertChange, AlertDomain } from "@ruaflow/metadata-store/watch";
import { createAlertTriggered } from "@ruaflow/webhooks/events";
import type { Finding } from "./finding.ts";
import { NEW_SOURCES_MAX } from "./new-sources.ts";

/** An alert lasts so long at least: a value that trembles around its threshold is not an event each time. */
const LASTS_MS = 3_600_000;

const HASH_DIGITS = 32;

/**
 * What becomes of a domain's alerts: one opens for each threshold that is crossed and has none, and ends when it no longer
 * is. A rule without a finding is not in force.
 */
export function decideChanges(subject: AlertDomain, findings: readonly Finding[], now: Date): AlertChange[] {
  const crossed = new Map(findings.filter(({ isCrossed }) => isCrossed).map((finding) => [toKey(finding), finding]));
  const open = new Set(subject.alerts.map(toKey));
  const isFull = findings.filter(({ rule }) => rule === "new_source").length >= NEW_SOURCES_MAX;
  const ended = subject.alerts.filter((alert) => {
    // Of a full list nobody knows whether the source would have stood on it.
    if (crossed.has(toKey(alert)) || (isFull && alert.rule === "new_source")) return false;
    return now.getTime() - alert.triggeredAt.getTime() >= LASTS_MS;
  });
  const free = NEW_SOURCES_MAX - subject.alerts.filter(({ rule }) => rule === "new_source").length;
  const begun = [...crossed.values()].filter((finding) => !open.has(toKey(finding)));
  const begunSources = begun.filter(({ rule }) => rule === "new_source").slice(0, Math.max(0, free));
  return [
    ...ended.map((alert) => end(subject, alert, { finding: findings.find(isAbout(alert)), now })),
    ...begun.filter(({ rule }) => rule !== "new_source").map((finding) => begin(subject, finding, now)),
    ...begunSources.map((finding) => begin(subject, finding, now)),
  ];
}

function begin(subject: AlertDomain, { isCrossed: _isCrossed, ...facts }: Finding, now: Date): AlertChange {
  const alert = { ...facts, id: createAlertId(subject, facts, now), triggeredAt: now, clearedAt: null };
  return { alert, event: toEvent(subject, alert, facts) };
}

/** Tells the value of now; the alert keeps that of its beginning. */
function end(
  subject: AlertDomain,
  alert: Alert,
  { finding, now }: { readonly finding: Finding | undefined; readonly now: Date },
): AlertChange {
  const cleared = { ...alert, clearedAt: now };
  const { summary, value, threshold } = finding ?? { ...alert, summary: describeEnd(subject, alert) };
  return { alert: cleared, event: toEvent(subject, cleared, { summary, value, threshold }) };
}

function describeEnd({ domain }: AlertDomain, { rule, sourceIp }: Alert): string {
  if (domain.status !== "verified") return "The domain is no longer verified.";
  if (!domain.alertRules[rule].enabled) return "The rule is no longer in force.";
  return `${sourceIp} is no longer new, or no longer sends messages that fail.`;
}

function toEvent(
  { organizationId, domain }: AlertDomain,
  { id, rule, sourceIp, triggeredAt, clearedAt }: Alert,
  values: Pick<Alert, "summary" | "value" | "threshold">,
) {
  const origin = { organizationId, domainId: domain.id, domain: domain.name, createdAt: clearedAt ?? triggeredAt };
  return createAlertTriggered({ ...origin, ...values, alertId: id, rule, sourceIp, triggeredAt, clearedAt });
}

/** Derived from what it is about, like ids of events. */
function createAlertId({ organizationId, domain }: AlertDomain, about: Pick<Alert, "rule" | "sourceIp">, now: Date) {
  const parts = JSON.stringify([organizationId, domain.id, about.rule, about.sourceIp, now.toISOString()]);
  return `alr_${createHash("sha256").update(parts).digest("hex").slice(0, HASH_DIGITS)}`;
}

function toKey({ rule, sourceIp }: Pick<Alert, "rule" | "sourceIp">): string {
  return `${rule} ${sourceIp ?? ""}`;
}

function isAbout(alert: Alert): (finding: Finding) => boolean {
  return (finding) => toKey(finding) === toKey(alert);
}
