import { executeSql } from "@ruaflow/metadata-store/testing";
import { encodeRecord, joinLines, type ReportMessage } from "@ruaflow/report/message";
import { aRecord } from "@ruaflow/report/testing";
import { OutageError } from "@ruaflow/runtime/errors";
import { createTestJudge } from "@ruaflow/verdicts/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
  const settings = { url: "https://hooks.example.com/", events: ["report.failure"], secret: null, active: true };
  await fixture.metadata.delivery.createWebhook(fixture.organizationId, settings);
});

afterAll(() => fixture.stop());

/** Failing mail that SendGrid signed, and mail that nothing vouches for. */
function createReport(): ReportMessage[] {
  const envelope = (domain: string, result: string) => ({ spf: [{ domain, scope: "mfrom", result }] });
  const signed = {
    dkim: [{ domain: "sendgrid.net", selector: "s", result: "pass" }],
    ...envelope("sendgrid.net", "pass"),
  };
  const records = [
    aRecord({ ordinal: 0, count: 3, sourceIp: "203.0.113.9", authResults: envelope("example.com", "fail") }),
    aRecord({ ordinal: 1, count: 5, sourceIp: "198.51.100.1", authResults: signed }),
  ];
  const totals = { records: 2, recordsSkipped: 0, messages: 8, passed: 0 };
  return fixture
    .createMessages({ rows: 2 })
    .map((message) => ({ ...message, totals, lines: joinLines(records.map(encodeRecord)) }));
}

async function readEvent([first]: readonly ReportMessage[]) {
  const rows = await executeSql(fixture.databaseUrl, "SELECT convert_from(body, 'UTF8') AS body FROM events");
  const events = rows.map(({ body }) => JSON.parse(String(body)));
  return events.find(({ data }) => data.report_id === first?.reportId)?.data;
}

/** Judges the sources of all reports that are stored. */
async function judge(): Promise<void> {
  const judging = createTestJudge(fixture);
  await judging.queueOutdated();
  while (await judging.judgeNext());
}

const most = { class: "misconfigured", cause: "dkim_signed_by_service" };

test("report.failure has class and cause of each source that was judged, and of most of its mail", async () => {
  const first = createReport();
  expect(await fixture.write(first)).toEqual(["written"]);
  const none = { class: null, cause: null };
  expect(await readEvent(first)).toMatchObject({ ...none, source_count: 2, sources: [none, none] });
  await judge();
  const next = createReport();
  expect(await fixture.write(next)).toEqual(["written"]);
  expect(await readEvent(next)).toMatchObject({
    ...most,
    sources: [
      { source_ip: "198.51.100.1", failure_count: 5, ...most },
      { source_ip: "203.0.113.9", failure_count: 3, class: "spoofed", cause: "spoofed_no_identity" },
    ],
  });
});

const failWith = (error: Error) => ({
  records: { ...fixture.records, readVerdicts: () => Promise.reject(error) },
});

test("a report whose verdicts cannot be read is stored with its event, without classes; an outage waits", async () => {
  const messages = createReport();
  expect(await fixture.write(messages, failWith(new Error("it does not fit")))).toEqual(["written"]);
  expect(await readEvent(messages)).toMatchObject({ class: null, cause: null, source_count: 2 });
  const outage = new OutageError("ClickHouse", new Error("away"));
  await expect(fixture.write(createReport(), failWith(outage))).rejects.toThrow(OutageError);
});

test("the class of a source is its class about the domain of the report", async () => {
  await fixture.write(createReport());
  await judge();
  const { verified } = await fixture.metadata.domains.saveVerifiedDomains(fixture.organizationId, ["example.org"]);
  const domainId = verified[0]?.domainId ?? expect.fail("nothing was saved");
  const messages = createReport().map((message) => ({ ...message, domainId }));
  expect(await fixture.write(messages)).toEqual(["written"]);
  expect(await readEvent(messages)).toMatchObject({ class: null, sources: [{ class: null }, { class: null }] });
});

test("verdicts are read once for a batch, of at most a page of sources of each report", async () => {
  const asked: number[] = [];
  const readVerdicts = async (_: string, keys: readonly unknown[]) => {
    asked.push(keys.length);
    return [];
  };
  const reports = [createReport(), createReport(), createReport()].flat();
  await fixture.write(reports, { records: { ...fixture.records, readVerdicts } });
  expect(asked).toEqual([6]);
});
