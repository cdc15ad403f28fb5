import { toReportId, toReportKey } from "@ruaflow/report/identity";
import type { ReportMessage } from "@ruaflow/report/message";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "./testing/start-upload-server.ts";
import { writeReport } from "./testing/write-report.ts";

let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(1024 * 1024);
  sender = await server.createOrganization("example.com");
});

afterAll(() => server.stop());

async function upload(body: string) {
  const headers = { authorization: `Bearer ${sender.key}` };
  const response = await fetch(server.url, { method: "POST", headers, body });
  const { data } = (await response.json()) as { data: { entries: readonly Record<"outcome" | "reason", string>[] } };
  return `${data.entries[0]?.outcome} ${data.entries[0]?.reason}`;
}

async function readMessage(reportId: string): Promise<ReportMessage> {
  const message = (await server.readReports()).find(({ header }) => header.reportId === reportId);
  if (!message) throw new Error(`no message of ${reportId}`);
  return message;
}

/** Stores the report as an earlier release did: with form 1 of its content alone, under this report id. */
async function storeAsBefore({ header, ...facts }: ReportMessage, reportId: string): Promise<void> {
  const { organizationId, domainId, day, submissionId, entry, contentHash, totals, trust = "upload" } = facts;
  const reportKey = toReportKey(organizationId, { ...header, reportId });
  const owner = { organizationId, domainId };
  const place = { submissionId, entry };
  const expected = { expectedRecords: totals.records, expectedMessages: totals.messages };
  const claim = { reportKey, reportId: toReportId(reportKey), ...owner, contentHash, day, ...expected, ...place };
  const { attempt, results } = await server.metadata.reports.claimReports([claim]);
  expect(results).toEqual(["new"]);
  const sums = { reports: 1, messages: 1, passed: 1, spfPassed: 0, dkimPassed: 1 };
  const at = new Date();
  const listed = { reporter: header.reporter, begin: at, end: at, receivedAt: at, trust, trustReason: null };
  const arrival = { ...place, ...owner, outcome: "stored" as const, reason: null, detail: null, path: null };
  const completion = {
    reportKey,
    arrival: { ...arrival, reportId: claim.reportId },
    counted: { ...owner, day, authentic: true, ...sums },
    listed: { ...listed, reportId: claim.reportId },
  };
  await server.metadata.reports.completeReports(attempt, { completions: [completion], arrivals: [] });
}

test("a report stored with the local part of an envelope address is a duplicate when it comes again without", async () => {
  const report = writeReport("example.com", { id: "form-1" })
    .toString()
    .replace("<identifiers>", "<identifiers><envelope_from>user@bounce.example</envelope_from>");
  expect(await upload(report)).toBe("accepted null");
  await storeAsBefore(await readMessage("form-1"), "form-1");
  expect(await upload(report)).toBe("duplicate same-report");
  expect(await upload(report.replace("user@bounce.example", "user@other.example"))).toBe("conflict other-content");
});

test("a report stored with what was left of an end tag in its id is a duplicate when it comes again", async () => {
  const report = writeReport("example.com", { id: "debris" }).toString().replace("</report_id>", "/report_id>");
  expect(await upload(report)).toBe("accepted null");
  await storeAsBefore(await readMessage("debris"), "debris/report_id>");
  expect(await upload(report)).toBe("duplicate same-report");
  expect(await upload(report.replace("<count>1<", "<count>2<"))).toBe("accepted null");
});
