import { randomUUID } from "node:crypto";
import type { Event } from "./create-event.ts";
import {
  createAlertTriggered,
  createAttentionChanged,
  createDnsChanged,
  createDomainVerified,
} from "./domain-events.ts";
import type { EventType } from "./payloads.ts";
import { createReportFailure, createReportReceived } from "./report-events.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface SampleOptions {
  readonly organizationId: string;
  readonly now: Date;
  /** To be sent to an endpoint: its body says that it is a sample. Default: false. */
  readonly isTest?: boolean;
}

/**
 * Creates a sample event with example.com and documentation addresses (RFC 5737): to test endpoints, and for the
 * documentation. Each sample has a new id, so that receivers do not take it for a repetition.
 */
export function sampleEvent(type: EventType, { organizationId, now, isTest = false }: SampleOptions): Event {
  const sample = samples[type]({
    isTest,
    organizationId,
    domainId: "dom_sample",
    domain: "example.com",
    clientReference: "C-1024",
    createdAt: now,
  });
  if (sample === null) throw new Error(`${type} has no sample`);
  return sample;
}

interface SampleOrigin extends Pick<Event, "organizationId" | "domainId" | "createdAt"> {
  readonly clientReference: string;
  readonly isTest: boolean;
  readonly domain: string;
}

const samples: Record<EventType, (origin: SampleOrigin) => Event | null> = {
  "report.received": (origin) => createReportReceived(toReport(origin)),
  "report.failure": (origin) =>
    createReportFailure(toReport(origin), {
      total: 1,
      sources: [{ sourceIp: "192.0.2.1", failed: 12, spfResult: "fail", dkimResult: "none", disposition: "reject" }],
    }),
  "domain.verified": (origin) =>
    createDomainVerified({ ...origin, domainId: createSuffix("dom"), method: "dns_token" }),
  "domain.dns_changed": (origin) =>
    createDnsChanged({
      ...origin,
      domainId: createSuffix("dom"),
      record: "dmarc",
      host: "_dmarc.example.com",
      oldValue: "v=DMARC1; p=none; rua=mailto:reports@example.com",
      newValue: "v=DMARC1; p=reject; rua=mailto:reports@example.com",
      differences: ["p: none → reject"],
    }),
  "alert.triggered": (origin) =>
    createAlertTriggered({
      ...origin,
      alertId: createSuffix("alr"),
      rule: "pass_rate",
      summary: "91.2 % of 4,210 messages for example.com passed DMARC in the last 24 hours, below 95 %.",
      value: 91.2,
      threshold: 95,
      sourceIp: null,
      triggeredAt: origin.createdAt,
      clearedAt: null,
    }),
  "domain.attention.opened": (origin) => createAttentionChanged({ ...toAttention(origin), closedAt: null }),
  "domain.attention.closed": (origin) =>
    createAttentionChanged({ ...toAttention(origin), closedAt: new Date(origin.createdAt.getTime() - DAY_MS / 24) }),
};

function toAttention(origin: SampleOrigin) {
  return {
    ...origin,
    attentionId: createSuffix("att"),
    labels: ["retail"],
    reason: "new_senders" as const,
    summary: "3 new sources sent 1,250 messages that fail DMARC in 7 days; the largest is 192.0.2.1 with 900.",
    value: 1250,
    threshold: 50,
    openedAt: new Date(origin.createdAt.getTime() - DAY_MS),
  };
}

function toReport(origin: SampleOrigin) {
  const today = Math.floor(origin.createdAt.getTime() / DAY_MS) * DAY_MS;
  return {
    ...origin,
    reportId: createSuffix("rpt"),
    reporter: "receiver.example",
    totalCount: 250,
    passCount: 238,
    begin: new Date(today - DAY_MS),
    end: new Date(today - 1000),
    trust: "dmarc" as const,
    reporterDomain: "receiver.example",
  };
}

function createSuffix(prefix: string): string {
  return `${prefix}_sample${randomUUID().replaceAll("-", "")}`;
}
