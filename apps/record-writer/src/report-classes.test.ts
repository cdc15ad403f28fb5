import { executeSql } from "@ruaflow/metadata-store/testing";
import { encodeRecord, joinLines, type ReportMessage } from "@ruaflow/report/message";
import { aRecord } from "@ruaflow/report/testing";
import { OutageError } from "@ruaflow/runtime/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { classifyFailures } from "./classify-failures.ts";
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

test("report.failure has class and cause of each source, and of most of its mail", async () => {
  const messages = createReport();
  expect(await fixture.write(messages)).toEqual(["written"]);
  const most = { class: "misconfigured", cause: "dkim_signed_by_service" };
  expect(await readEvent(messages)).toMatchObject({
    ...most,
    sources: [
      { source_ip: "198.51.100.1", failure_count: 5, ...most },
      { source_ip: "203.0.113.9", failure_count: 3, class: "spoofed", cause: "spoofed_no_identity" },
    ],
  });
});

const failWith = (error: Error) => ({
  records: { ...fixture.records, readSourceMail: () => Promise.reject(error) },
});

test("a report whose mail cannot be judged is stored with its event, without classes; an outage waits", async () => {
  const messages = createReport();
  expect(await fixture.write(messages, failWith(new Error("it does not fit")))).toEqual(["written"]);
  expect(await readEvent(messages)).toMatchObject({ class: null, cause: null, source_count: 2 });
  const outage = new OutageError("ClickHouse", new Error("away"));
  await expect(fixture.write(createReport(), failWith(outage))).rejects.toThrow(OutageError);
});

interface Question {
  readonly filter: { readonly startDate: string; readonly endDate: string; readonly domainIds: readonly string[] };
  readonly addresses: readonly string[];
}

/** The question that classifying these reports asks. */
async function findQuestion(reports: Parameters<typeof classifyFailures>[2]["reports"], countsAll = false) {
  const asked: Question[] = [];
  const readSourceMail = async (_: string, question: unknown) => {
    asked.push(question as Question);
    return [];
  };
  const context = fixture.createContext({ records: { ...fixture.records, readSourceMail } });
  await classifyFailures(context, fixture.organizationId, { reports, countsAll });
  return asked[0] ?? expect.fail("nothing was asked");
}

const toFailing = (domainId: string, day: string, sources: readonly (readonly [string, number])[]) => ({
  report: { domainId, day },
  failing: {
    ...{ reportId: "rpt", total: sources.length },
    sources: sources.map(([sourceIp, failed]) => ({
      ...{ sourceIp, failed, spfResult: "fail", dkimResult: "fail", disposition: "none" },
    })),
  },
});

test("of a batch with very many sources and domains, those with most failing mail are classified", async () => {
  const reports = Array.from({ length: 300 }, (_, place) =>
    toFailing(`dom_${place % 100}`, "2026-01-01", [[`2001:db8::${place}`, place]]),
  );
  const { addresses, filter } = await findQuestion(reports);
  expect([addresses.length, filter.domainIds.length]).toEqual([150, 50]);
  expect(addresses[0]).toBe("2001:db8::299");
  const ofOne = await findQuestion([
    toFailing(
      "dom_1",
      "2026-01-01",
      Array.from({ length: 500 }, (_, place) => [`2001:db8::${place}`, place] as const),
    ),
  ]);
  expect(ofOne.addresses).toHaveLength(200);
});

test("mail of a month before the reports is read, of 120 days at most, and unproven mail only where it counts", async () => {
  const at = (...days: readonly string[]) => days.map((day) => toFailing("dom_1", day, [["192.0.2.1", 1]]));
  expect(await findQuestion(at("2026-03-01", "2026-03-04"))).toMatchObject({
    filter: { startDate: "2026-01-30", endDate: "2026-03-04", counted: "authentic" },
  });
  expect(await findQuestion(at("2019-01-01", "2026-03-04"), true)).toMatchObject({
    filter: { startDate: "2025-11-04", endDate: "2026-03-04", counted: "all" },
  });
});
