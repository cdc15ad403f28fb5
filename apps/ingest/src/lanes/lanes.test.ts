import { bulkReportsTopic } from "@ruaflow/event-log/lanes";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import type { Channel } from "@ruaflow/report";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateReport } from "../../../../test/support/report-generator.ts";
import { startUploadServer, type TestSender, type TestUploadServer } from "../testing/start-upload-server.ts";
import { writeReport } from "../testing/write-report.ts";

const DOMAIN = "example.com";
const RECORDS = 30_000;

let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(64 * 1024 * 1024);
  sender = await server.createOrganization(DOMAIN);
});

afterAll(() => server.stop());

function toSubmission(body: Buffer, channel: Channel) {
  async function* read() {
    yield body;
  }
  return { id: createSubmissionId(), receivedAt: new Date(), channel, name: "r.xml", body: read() };
}

/** Submits a body and returns the id of its submission. */
async function submit(body: Buffer, channel: Channel, organizationId = sender.id): Promise<string> {
  const submission = toSubmission(body, channel);
  const { state } = await server.ingest.submit(submission, { organizationId, addDomains: false });
  expect(state).toBe("accepted");
  return submission.id;
}

/** The chunks of a submission, by lane. */
async function findChunks(submissionId: string) {
  const [live, bulk] = [await server.readReports(), await server.readReports(bulkReportsTopic)];
  const toChunks = (reports: typeof live) =>
    reports
      .filter((report) => report.submissionId === submissionId)
      .map(({ chunk }) => `${chunk.index} of ${chunk.of}`);
  return { live: toChunks(live), bulk: toChunks(bulk) };
}

test("a small report is live", async () => {
  expect(await findChunks(await submit(writeReport(DOMAIN), "upload"))).toEqual({ live: ["0 of 1"], bulk: [] });
});

test("all messages of a large report are in the bulk lane, in order", async () => {
  const report = generateReport({ seed: 1, domain: DOMAIN, begin: 1_790_812_800, records: RECORDS });
  const { live, bulk } = await findChunks(await submit(Buffer.from([...report.xml()].join("")), "upload"));
  expect(live).toEqual([]);
  expect(bulk.length).toBeGreaterThan(4);
  expect(bulk).toEqual(bulk.map((_, index) => `${index} of ${bulk.length}`));
});

test("a preview of a submission counts nothing towards its organization's limit", async () => {
  const other = await server.createOrganization("other.example");
  const body = writeReport("other.example");
  const route = { organizationId: other.id, addDomains: false };
  const preview = () => server.ingest.preview(toSubmission(body, "upload"), route);
  for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 60 }, preview));
  const { live } = await findChunks(await submit(body, "upload", other.id));
  expect(live).toEqual(["0 of 1"]);
});
