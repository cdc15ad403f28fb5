import { hash } from "node:crypto";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { toReportId } from "@ruaflow/report/identity";
import type { ReportMessage } from "@ruaflow/report/message";
import { isOutage } from "@ruaflow/runtime/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "../testing/start-upload-server.ts";
import { writeMail, writeReport } from "../testing/write-report.ts";
import { replaySubmission } from "./replay-submission.ts";

const period = { startDate: "2020-01-01", endDate: "2030-01-01" };

let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(1024 * 1024);
  sender = await server.createOrganization("example.com");
});

afterAll(() => server.stop());

/** A report as today's reader gets it, in gb2312 with this name. */
function inGb2312(id: string, name: Buffer): Buffer {
  const [before = "", after = ""] = writeReport("example.com", { id, count: 7 })
    .toString()
    .split("google.com</org_name>");
  const declared = before.replace('version="1.0"', 'version="1.0" encoding="gb2312"');
  return Buffer.concat([Buffer.from(declared), name, Buffer.from(`</org_name>${after}`)]);
}

async function upload(body: Uint8Array): Promise<string> {
  const headers = { authorization: `Bearer ${sender.key}` };
  const response = await fetch(server.url, { method: "POST", headers, body: new Uint8Array(body) });
  const { data } = (await response.json()) as { data: { entries: readonly { submission_id: string }[] } };
  return data.entries[0]?.submission_id ?? "";
}

/** What the record-writer does with a report. */
async function store({ header, totals, ...facts }: ReportMessage): Promise<void> {
  const { reportKey, organizationId, domainId, day, submissionId, entry, contentHash, reportId } = facts;
  const owner = { organizationId, domainId };
  const place = { submissionId, entry };
  const { records: expectedRecords, messages: expectedMessages } = totals;
  const claim = { reportKey, reportId, ...owner, contentHash, day, expectedRecords, expectedMessages, ...place };
  const { attempt } = await server.metadata.reports.claimReports([claim]);
  const counted = { ...owner, day, authentic: true, reports: 1, messages: 7, passed: 7, spfPassed: 0, dkimPassed: 7 };
  const at = new Date();
  const listed = {
    reportId,
    reporter: header.reporter,
    begin: at,
    end: at,
    receivedAt: at,
    trust: "upload" as const,
    trustReason: null,
  };
  const arrival = { ...place, ...owner, reportId, outcome: "stored" as const, reason: null, detail: null, path: null };
  await server.metadata.reports.completeReports(attempt, {
    completions: [{ reportKey, arrival, counted, listed }],
    arrivals: [],
  });
}

/** Stores a report under a name that could not be read, and keeps bytes of which it can be read. */
async function storeMisread(id: string, name: Buffer): Promise<{ submissionId: string; reportId: string }> {
  const misread = writeReport("example.com", { id, count: 7 }).toString().replace("google.com<", "\ufffd\ufffd\ufffd<");
  const submissionId = await upload(Buffer.from(misread));
  const [message] = await readMessages(submissionId);
  if (!message) throw new Error("the report is not in the log");
  await store(message);
  await keepBytes(submissionId, inGb2312(id, name));
  return { submissionId, reportId: toReportId(message.reportKey) };
}

async function keepBytes(submissionId: string, bytes: Buffer): Promise<void> {
  const sql = (text: string) => executeSql(server.databaseUrl, text);
  const where = `WHERE submission_id = '${submissionId}'`;
  await sql(`UPDATE submission_bodies SET compressed = false, bytes = '\\x${bytes.toString("hex")}' ${where}`);
  const facts = `sha256 = '\\x${hash("sha256", bytes)}', size_bytes = ${bytes.length}`;
  await sql(`UPDATE submissions SET ${facts} WHERE id = '${submissionId}'`);
}

const readMessages = async (id: string) =>
  (await server.readReports()).filter(({ submissionId }) => submissionId === id);

async function replay(submissionId: string, dryRun = false) {
  const submission = await server.metadata.intake.readSubmission(null, submissionId);
  if (submission === null) throw new Error("the submission is not there");
  return replaySubmission(submission, { organizationId: null, dryRun }, server);
}

async function readState(submissionId: string) {
  const { metadata } = server;
  const [day] = await metadata.reports.readReportDays(sender.id, period);
  const { reports } = await metadata.reports.listReports(sender.id, { ...period, page: 1, perPage: 99 });
  const [arrival] = await metadata.intake.readArrivals([submissionId]);
  const misread = await metadata.reports.listMisreadSubmissions(sender.id);
  return {
    messages: day?.messages ?? 0,
    reporters: reports.map(({ reporter }) => reporter),
    outcome: `${arrival?.outcome} ${arrival?.reason}`,
    isMisread: misread.includes(submissionId),
  };
}

const name = Buffer.from("d6d0b9fab5e7d0c5", "hex");

test("a report whose reporter could not be read gets the right one, and counts once before, meanwhile and after", async () => {
  const { submissionId, reportId } = await storeMisread("r-1", name);
  const before = { messages: 7, reporters: ["\ufffd\ufffd\ufffd"], outcome: "stored null", isMisread: true };
  expect(await readState(submissionId)).toEqual(before);
  expect(await replay(submissionId, true)).toMatchObject({ mended: 1, difference: { reports: 0, messages: 0 } });
  expect(await readState(submissionId)).toEqual(before);

  expect(await replay(submissionId)).toMatchObject({ mended: 1, difference: { reports: 0, messages: 0 } });
  expect(await readState(submissionId)).toEqual({
    messages: 0,
    reporters: [],
    outcome: "accepted null",
    isMisread: false,
  });
  const displaced = await server.metadata.reports.listDisplacedReports();
  expect(displaced.map((report) => report.reportId)).toEqual([reportId]);
  // Both have keys of their own, so that either may stand in the first partition.
  const message = (await readMessages(submissionId)).find(({ header }) => header.reporter === "中国电信");
  if (!message) throw new Error("the report is not in the log again");
  await store(message);
  const after = { messages: 7, reporters: ["中国电信"], outcome: "stored null", isMisread: false };
  expect(await readState(submissionId)).toEqual(after);

  expect(await replay(submissionId)).toMatchObject({ mended: 0, difference: { reports: 0 } });
  expect(await readMessages(submissionId)).toHaveLength(2);
  expect(await readState(submissionId)).toEqual(after);
});

test("one that came again under its right name in the meantime is left as the only one", async () => {
  const { submissionId } = await storeMisread("r-2", name);
  const again = await upload(inGb2312("r-2", name));
  const [message] = await readMessages(again);
  if (message) await store(message);
  expect(await replay(submissionId)).toMatchObject({ mended: 1, difference: { reports: 0 } });
  const { messages, outcome, isMisread } = await readState(submissionId);
  expect({ messages, outcome, isMisread }).toEqual({
    messages: 14,
    outcome: "duplicate same-report",
    isMisread: false,
  });
});

test("one that still cannot be read, and one whose bytes are damaged, stay as they are", async () => {
  const unreadable = await storeMisread("r-3", name);
  const still = writeReport("example.com", { id: "r-3", count: 7 })
    .toString()
    .replace("google.com<", "\ufffd\ufffd\ufffd<");
  await keepBytes(unreadable.submissionId, Buffer.from(still));
  const damaged = await storeMisread("r-4", name);
  await executeSql(
    server.databaseUrl,
    `UPDATE submission_bodies SET bytes = 'x' WHERE submission_id = '${damaged.submissionId}'`,
  );
  for (const { submissionId } of [unreadable, damaged]) {
    expect(await replay(submissionId)).toMatchObject({ mended: 0 });
    expect(await readState(submissionId)).toMatchObject({ outcome: "stored null", isMisread: true });
  }
});

test("a replay that dies leaves the report where refused ones are looked for", async () => {
  const { submissionId, reportId } = await storeMisread("r-5", name);
  const { messages } = await readState(submissionId);
  await server.metadata.reports.withdrawMisreadReports(submissionId, [reportId]);
  await server.metadata.reports.withdrawMisreadReports(submissionId, [reportId]);
  expect(await readState(submissionId)).toMatchObject({ messages: messages - 7, outcome: "refused replaying" });
  expect(await replay(submissionId)).toMatchObject({ stateBefore: "refused", difference: { reports: 1 } });
  expect(await readMessages(submissionId)).toHaveLength(2);
});

test("one whose encoding only its mail says gets the right reporter, too", async () => {
  const { submissionId } = await storeMisread("r-7", name);
  const undeclared = Buffer.from(inGb2312("r-7", name).toString("latin1").replace(' encoding="gb2312"', ""), "latin1");
  const mail = writeMail("r.xml", undeclared).toString().replace("application/gzip", "text/xml; charset=gb2312");
  await keepBytes(submissionId, Buffer.from(mail));
  expect(await replay(submissionId)).toMatchObject({ mended: 1, difference: { reports: 0 } });
  const reporters = (await readMessages(submissionId)).map(({ header }) => header.reporter);
  expect(reporters.toSorted()).toEqual(["中国电信", "\ufffd\ufffd\ufffd"]);
});

test("a replay that waits for the end of an outage says what it did in all", async () => {
  const { submissionId } = await storeMisread("r-8", name);
  const submission = await server.metadata.intake.readSubmission(null, submissionId);
  if (submission === null) throw new Error("the submission is not there");
  let outages = 0;
  const retry = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      outages += 1;
      server.setLogAway(false);
      return work();
    }
  };
  server.setLogAway(true);
  const replayed = await replaySubmission(submission, { organizationId: null, dryRun: false }, { ...server, retry });
  expect(outages).toBe(1);
  expect(replayed).toMatchObject({ mended: 1, difference: { reports: 0 }, after: { state: "accepted" } });
  expect(await readMessages(submissionId)).toHaveLength(2);
});

test("what an earlier replay has accepted does not newly count again while it is on its way", async () => {
  const body = writeReport("later.example", { id: "r-9", count: 7 });
  const submissionId = await upload(body);
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["later.example"]);
  expect(await replay(submissionId)).toMatchObject({ difference: { reports: 1, messages: 7 } });
  expect(await replay(submissionId, true)).toMatchObject({ difference: { reports: 0 } });
  expect(await replay(submissionId)).toMatchObject({ difference: { reports: 0, messages: 0 } });
});

test("a preview reads the submission once", async () => {
  const { submissionId } = await storeMisread("r-6", name);
  const submission = await server.metadata.intake.readSubmission(null, submissionId);
  if (submission === null) throw new Error("the submission is not there");
  let reads = 0;
  const preview: typeof server.ingest.preview = (...args) => {
    reads += 1;
    return server.ingest.preview(...args);
  };
  const context = { metadata: server.metadata, ingest: { ...server.ingest, preview } };
  expect(await replaySubmission(submission, { organizationId: null, dryRun: true }, context)).toMatchObject({
    mended: 1,
    after: { entries: [{ outcome: "accepted" }] },
  });
  expect(reads).toBe(1);
});
