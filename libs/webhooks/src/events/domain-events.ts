import { DIFFERENCES_MAX, LABELS_MAX, toEventText, toReference } from "./bounds.ts";
import { createEvent, type Event, type EventOrigin } from "./create-event.ts";
import type { EventData } from "./payloads.ts";

interface DomainOrigin extends EventOrigin {
  /** Lower-case A-label. */
  readonly domain: string;
}

export interface DomainVerifiedFacts extends DomainOrigin {
  readonly method: EventData<"domain.verified">["method"];
}

/** Creates the event of a claim that became verified at `createdAt`. */
export function createDomainVerified(facts: DomainVerifiedFacts): Event {
  const verifiedAt = facts.createdAt.toISOString();
  const data = { ...toDomain(facts), method: facts.method, verified_at: verifiedAt };
  return createEvent("domain.verified", facts, { subject: [facts.domainId, verifiedAt], data });
}

export interface DnsChangedFacts extends DomainOrigin {
  readonly record: EventData<"domain.dns_changed">["record"];
  /** The name that was looked up. */
  readonly host: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  /** In words; those beyond the limit are left out. */
  readonly differences: readonly string[];
}

/** Creates the event of a record that changed since the last check, found at `createdAt`. */
export function createDnsChanged(facts: DnsChangedFacts): Event {
  const checkedAt = facts.createdAt.toISOString();
  const data = {
    ...toDomain(facts),
    record: facts.record,
    host: toEventText(facts.host),
    old: facts.oldValue && toEventText(facts.oldValue),
    new: facts.newValue && toEventText(facts.newValue),
    differences: facts.differences.slice(0, DIFFERENCES_MAX).map((difference) => toEventText(difference)),
    checked_at: checkedAt,
  };
  const subject = [facts.domainId, facts.record, facts.host, checkedAt];
  return createEvent("domain.dns_changed", facts, { subject, data });
}

export interface AlertFacts extends DomainOrigin {
  readonly alertId: string;
  readonly rule: EventData<"alert.triggered">["rule"];
  readonly summary: string;
  readonly value: number;
  readonly threshold: number;
  readonly sourceIp: string | null;
  /** Class and cause of most of the failing mail that the alert is about; `null` or absent: none. */
  readonly class?: string | null;
  readonly cause?: string | null;
  readonly triggeredAt: Date;
  /** `null` while the threshold is crossed; otherwise the event reports the end. */
  readonly clearedAt: Date | null;
}

/** Creates the event of an alert: one when the threshold is crossed, and one when it no longer is. */
export function createAlertTriggered(facts: AlertFacts): Event {
  const state = facts.clearedAt === null ? "triggered" : "cleared";
  const data = {
    ...toDomain(facts),
    alert_id: facts.alertId,
    rule: facts.rule,
    state,
    summary: toEventText(facts.summary),
    value: facts.value,
    threshold: facts.threshold,
    source_ip: facts.sourceIp && toEventText(facts.sourceIp, 45),
    class: facts.class ?? null,
    cause: facts.cause ?? null,
    triggered_at: facts.triggeredAt.toISOString(),
    cleared_at: facts.clearedAt?.toISOString() ?? null,
  } as const;
  return createEvent("alert.triggered", facts, { subject: [facts.alertId, state], data });
}

export interface AttentionFacts extends DomainOrigin {
  readonly attentionId: string;
  readonly labels: readonly string[];
  readonly reason: EventData<"domain.attention.opened">["reason"];
  readonly summary: string;
  readonly value: number;
  readonly threshold: number;
  readonly openedAt: Date;
  /** `null`: the reason is new since `createdAt`; otherwise the event reports its end. */
  readonly closedAt: Date | null;
}

/** Creates the event of a reason for attention: one when it is new, and one when it ended. */
export function createAttentionChanged(facts: AttentionFacts): Event {
  const { attentionId, closedAt, createdAt } = facts;
  const type = closedAt === null ? "domain.attention.opened" : "domain.attention.closed";
  const data = {
    ...toDomain(facts),
    labels: facts.labels.slice(0, LABELS_MAX).map((label) => toEventText(label)),
    attention_id: attentionId,
    reason: facts.reason,
    summary: toEventText(facts.summary),
    value: facts.value,
    threshold: facts.threshold,
    opened_at: facts.openedAt.toISOString(),
    closed_at: closedAt?.toISOString() ?? null,
  };
  // A reason that was acknowledged and became much worse is new once more.
  return createEvent(type, facts, { subject: [attentionId, (closedAt ?? createdAt).toISOString()], data });
}

function toDomain({ domainId, domain, clientReference }: DomainOrigin) {
  return { domain_id: domainId, domain: toEventText(domain), ...toReference(clientReference) };
}
