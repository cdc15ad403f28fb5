import { createHash } from "node:crypto";
import type { Alert, AlertChange, AlertDomain } from "@ruaflow/metadata-store/watch";
import { createAlertTriggered } from "@ruaflow/webhooks/events";
import type { Evaluated } from "./evaluate-domains.ts";
import type { Finding } from "./finding.ts";
import { NEW_SOURCES_MAX } from "./new-sources.ts";

/** Minimum duration of an alert, so that a value near its threshold does not cause many events. */
const DURATION_MS_MIN = 3_600_000;

const HASH_DIGITS = 32;

/**
 * Decides how a domain's alerts change: an alert opens when a threshold is crossed, and ends when it is no longer crossed. A
 * rule without a finding is disabled.
 */
export function decideChanges(subject: AlertDomain, findings: readonly Finding[], now: Date): AlertChange[] {
  const crossed = new Map(findings.filter(({ isCrossed }) => isCrossed).map((finding) => [toKey(finding), finding]));
  const open = new Set(subject.alerts.map(toKey));
  const isFull = findings.filter(({ rule }) => rule === "new_source").length >= NEW_SOURCES_MAX;
  const ended = subject.alerts.filter((alert) => {
    // A full list may have left this source out, so its alert stays open.
    if (crossed.has(toKey(alert)) || (isFull && alert.rule === "new_source")) return false;
    return now.getTime() - alert.triggeredAt.getTime() >= DURATION_MS_MIN;
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

/** What the alerts that are open and stay so would say now. */
export function findCurrentValues({ subject, findings }: Evaluated) {
  return subject.alerts.flatMap((alert) => {
    const finding = findings.find(isAbout(alert));
    if (finding === undefined || !finding.isCrossed) return [];
    const { summary, value, threshold } = finding;
    return [{ id: alert.id, summary, value, threshold }];
  });
}

function begin(subject: AlertDomain, { isCrossed: _isCrossed, ...facts }: Finding, now: Date): AlertChange {
  const alert = { ...facts, id: createAlertId(subject, facts, now), triggeredAt: now, clearedAt: null };
  return { alert, event: toEvent(subject, alert, facts) };
}

/** The event has the current value; the alert keeps the value of its start. */
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
  if (!domain.alertRules[rule].enabled) return "The rule is disabled.";
  return `${sourceIp} is no longer new, or no longer sends messages that fail.`;
}

function toEvent(
  { organizationId, domain }: AlertDomain,
  { id, rule, sourceIp, triggeredAt, clearedAt, class: of = null, cause = null }: Alert,
  values: Pick<Alert, "summary" | "value" | "threshold">,
) {
  const { id: domainId, name, clientReference } = domain;
  const origin = { organizationId, domainId, domain: name, clientReference, createdAt: clearedAt ?? triggeredAt };
  return createAlertTriggered({
    ...origin,
    ...values,
    alertId: id,
    rule,
    sourceIp,
    triggeredAt,
    clearedAt,
    class: of,
    cause,
  });
}

/** Derived from the alert's facts, like event ids. */
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
