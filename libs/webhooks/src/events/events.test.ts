import fc from "fast-check";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { EVENT_BYTES_MAX, type Event } from "./create-event.ts";
import { createAlertTriggered, createAttentionChanged, createDnsChanged } from "./domain-events.ts";
import { createEnvelopeSchema, describeEventType, eventTypes, isEventType } from "./event-types.ts";
import type { EventType } from "./payloads.ts";
import { createReportFailure, createReportReceived, type FailingSource } from "./report-events.ts";
import { sampleEvent } from "./sample-event.ts";

const createdAt = new Date("2026-03-04T05:06:07.089Z");
const origin = { organizationId: "org_1", domainId: "dom_1", createdAt, domain: "example.com", clientReference: "C-7" };
const report = {
  ...origin,
  reportId: "rpt_mzxw6ytboiaaaaaaaaaaaaaaaa",
  reporter: "receiver.example",
  totalCount: 3,
  passCount: 2,
  begin: new Date("2026-03-03T00:00:00Z"),
  end: new Date("2026-03-03T23:59:59Z"),
  trust: "dmarc" as const,
  reporterDomain: "receiver.example",
};

function read({ body }: Event) {
  return JSON.parse(Buffer.from(body).toString("utf8"));
}

function expectValid(event: Event): void {
  expect(Value.Errors(createEnvelopeSchema(event.type), read(event))).toEqual([]);
  expect(event.body.length).toBeLessThanOrEqual(EVENT_BYTES_MAX);
}

test("report.received equals the contract byte for byte", () => {
  const event = createReportReceived(report);
  expect(Buffer.from(event.body).toString()).toBe(
    `{"id":"${event.id}","type":"report.received","created_at":"2026-03-04T05:06:07.089Z","data":` +
      '{"report_id":"rpt_mzxw6ytboiaaaaaaaaaaaaaaaa","domain":"example.com","reporter":"receiver.example",' +
      '"total_count":3,"pass_rate":66.7,' +
      '"date_range":{"begin":"2026-03-03T00:00:00.000Z","end":"2026-03-03T23:59:59.000Z"},"trust":"dmarc",' +
      '"reporter_domain":"receiver.example","domain_id":"dom_1","client_reference":"C-7"}}',
  );
});

test("the same facts have the same id and bytes; another type, organization or report has another id", () => {
  const { id, body } = createReportReceived(report);
  expect(createReportReceived({ ...report })).toMatchObject({ id, body });
  expect(id).toMatch(/^evt_[a-z2-7]{26}$/);
  const others = [
    createReportReceived({ ...report, organizationId: "org_2" }),
    createReportReceived({ ...report, reportId: "rpt_other" }),
    createReportFailure(report, { total: 1, sources: [source(1)] }),
  ];
  expect(new Set([id, ...others.map((other) => other?.id)]).size).toBe(4);
});

function source(index: number, text = "fail"): FailingSource {
  const sourceIp = `2001:db8:1111:2222:3333:4444:5555:${index.toString(16)}`;
  return { sourceIp, failed: index, spfResult: text, dkimResult: text, disposition: text };
}

test("report.failure has the sources with the most failures and their number, whatever the order of rows", () => {
  const sources = Array.from({ length: 1000 }, (_, index) => source(index));
  const failing = { ...report, totalCount: 500_000, passCount: 500 };
  const event = createReportFailure(failing, { total: 100_000, sources });
  const { data } = event ? read(event) : { data: null };
  expect(data).toMatchObject({ source_count: 100_000, failure_count: 499_500, total_count: 500_000 });
  expect(data.sources).toHaveLength(20);
  expect(data.sources[0]).toMatchObject({ failure_count: 999, spf_result: "fail" });
  const turned = { total: 100_000, sources: sources.toReversed() };
  expect(createReportFailure(failing, turned)).toEqual(event);
});

test("a report without failing mail has no report.failure", () => {
  expect(createReportFailure({ ...report, passCount: 3 }, { total: 0, sources: [] })).toBeNull();
});

test("an event with untrusted text matches its schema and stays within its size limit", () => {
  const worst = "\u{1f600}".repeat(200);
  const strings = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.constant(worst),
    fc.constant('"'.repeat(999)),
  );
  fc.assert(
    fc.property(strings, (text) => {
      expectValid(createReportReceived({ ...report, reporter: text, domain: text }));
      const failure = createReportFailure(
        { ...report, reporter: text, domain: text },
        { total: 30, sources: Array.from({ length: 30 }, (_, index) => source(index, text)) },
      );
      if (failure) expectValid(failure);
      const record = { record: "dmarc", host: text, oldValue: text, newValue: text } as const;
      expectValid(createDnsChanged({ ...origin, domain: text, ...record, differences: Array(50).fill(text) }));
      const alert = { alertId: "alr_1", rule: "new_source", value: 1, threshold: 2, triggeredAt: createdAt } as const;
      expectValid(
        createAlertTriggered({ ...origin, ...alert, summary: text, domain: text, sourceIp: text, clearedAt: null }),
      );
      const labels = Array(30).fill(text);
      expectValid(createAttentionChanged({ ...attention, domain: text, clientReference: text, labels, summary: text }));
    }),
  );
});

test("control characters and direction changes are removed from untrusted text", () => {
  const { data } = read(createReportReceived({ ...report, reporter: "a\r\nb\u0000\u001b[31m\u202ec\u2028d" }));
  expect(data.reporter).toBe("ab[31mcd");
});

test("the end of an alert is another event about the same alert", () => {
  const facts = {
    ...origin,
    alertId: "alr_1",
    rule: "pass_rate",
    summary: "s",
    value: 90,
    threshold: 95,
    sourceIp: null,
    triggeredAt: createdAt,
  } as const;
  const triggered = createAlertTriggered({ ...facts, clearedAt: null });
  const cleared = createAlertTriggered({ ...facts, clearedAt: new Date("2026-03-05T00:00:00Z") });
  expect(cleared.id).not.toBe(triggered.id);
  expect(read(triggered).data).toMatchObject({ alert_id: "alr_1", state: "triggered", cleared_at: null });
  expect(read(cleared).data).toMatchObject({ alert_id: "alr_1", state: "cleared" });
});

const attention = {
  ...origin,
  attentionId: "att_1",
  labels: ["retail"],
  reason: "silence",
  summary: "No report has arrived for 3 days.",
  value: 3,
  threshold: 3,
  openedAt: createdAt,
  closedAt: null,
} as const;

test("a reason for attention has an event when it opens, another when it is new again, and one when it closes", () => {
  const opened = createAttentionChanged(attention);
  const again = createAttentionChanged({ ...attention, createdAt: new Date("2026-03-06T00:00:00Z") });
  const closed = createAttentionChanged({ ...attention, closedAt: new Date("2026-03-07T00:00:00Z") });
  expect(new Set([opened.id, again.id, closed.id]).size).toBe(3);
  expect(createAttentionChanged({ ...attention }).id).toBe(opened.id);
  expect([opened.type, again.type, closed.type].map((type) => type.replace("domain.attention.", ""))).toEqual([
    "opened",
    "opened",
    "closed",
  ]);
  expect(read(opened).data).toMatchObject({ attention_id: "att_1", labels: ["retail"], closed_at: null });
  expect(read(closed).data).toMatchObject({ attention_id: "att_1", closed_at: "2026-03-07T00:00:00.000Z" });
});

test.each(eventTypes)("the sample of %s matches its schema, and each sample has a new id", (type: EventType) => {
  const options = { organizationId: "org_1", now: createdAt };
  const event = sampleEvent(type, options);
  expectValid(event);
  expect(sampleEvent(type, { ...options, now: new Date(1) }).id).not.toBe(event.id);
  expect(sampleEvent(type, options).id).not.toBe(event.id);
  expect(isEventType(type) && describeEventType(type)).toBeTruthy();
});

test.each(eventTypes)("%s names its domain, the domain's id and the client's reference", (type) => {
  const { data } = read(sampleEvent(type, { organizationId: "org_1", now: createdAt }));
  expect(data).toMatchObject({ domain: "example.com", domain_id: expect.stringMatching(/^dom_/) });
  expect(data.client_reference).toBe("C-1024");
});

test("a sample that is sent to an endpoint says so", () => {
  const options = { organizationId: "org_1", now: createdAt };
  const event = sampleEvent("report.received", { ...options, isTest: true });
  expectValid(event);
  expect([read(event).test, read(sampleEvent("report.received", options)).test]).toEqual([true, undefined]);
});

test("unknown names and names of object properties are not event types", () => {
  expect(["toString", "report", ""].filter(isEventType)).toEqual([]);
});
