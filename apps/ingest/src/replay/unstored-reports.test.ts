import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUploadServer, type TestSender, type TestUploadServer } from "../testing/start-upload-server.ts";
import { writeReport } from "../testing/write-report.ts";
import { replaySubmission } from "./replay-submission.ts";

const toWaiting = (liveMessages: number, bulkSeconds: number) => ({
  live: { messages: liveMessages },
  bulk: { seconds: bulkSeconds },
});
const nothing = toWaiting(0, 0);

let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  server = await startUploadServer(1024 * 1024);
  sender = await server.createOrganization("example.com");
});

afterAll(() => server.stop());

async function upload(id: string): Promise<string> {
  const headers = { authorization: `Bearer ${sender.key}` };
  const body = new Uint8Array(writeReport("example.com", { id, count: 7 }));
  const { data } = (await (await fetch(server.url, { method: "POST", headers, body })).json()) as {
    data: { entries: readonly { submission_id: string }[] };
  };
  return data.entries[0]?.submission_id ?? "";
}

/** As if the submission had arrived this long ago. */
const age = (submissionId: string, seconds: number) =>
  executeSql(
    server.databaseUrl,
    `UPDATE arrivals SET created_at = now() - make_interval(secs => ${seconds}) WHERE submission_id = '${submissionId}'`,
  );

const count = async (waiting = nothing) => (await server.metadata.intake.countUnstoredReports(waiting)).reports;

async function replayLost(submissionId: string) {
  const submission = await server.metadata.intake.readSubmission(null, submissionId);
  if (submission === null) throw new Error("the submission is not there");
  return replaySubmission(submission, { organizationId: null, dryRun: false, isLost: true }, server);
}

/** What the record-writer saves of a report. */
async function finish(submissionId: string): Promise<void> {
  const [arrival] = await server.metadata.intake.readArrivals([submissionId]);
  if (arrival) await server.metadata.intake.saveArrivals([{ ...arrival, outcome: "stored" }]);
}

test("a report that the log has lost is counted until it is replayed, and what is in flight never is", async () => {
  const lost = await upload("lost");
  const waiting = await upload("waiting");
  expect(await count()).toBe(0);
  await age(lost, 8 * 86_400);
  expect(await server.metadata.intake.countUnstoredReports(nothing)).toEqual({
    reports: 1,
    seconds: expect.any(Number),
  });
  expect(await server.metadata.intake.listUnstoredSubmissions(null, nothing)).toEqual([lost]);
  expect(await server.metadata.intake.listUnstoredSubmissions("org_other", nothing)).toEqual([]);

  await executeSql(server.databaseUrl, "DELETE FROM event_log.messages");
  expect(await replayLost(lost)).toMatchObject({ difference: { reports: 1, messages: 7 } });
  expect((await server.readReports()).map(({ submissionId }) => submissionId)).toEqual([lost]);
  // It is in the log anew, and has its time to be written, although it arrived long ago.
  expect(await count()).toBe(0);
  for (const id of [lost, waiting]) await finish(id);
});

test("what waits in the log is waiting, however long", async () => {
  const ids = [await upload("a"), await upload("b"), await upload("c")];
  for (const id of ids) await age(id, 7200);
  expect(await count()).toBe(3);
  expect(await count(toWaiting(3, 0))).toBe(0);
  // One of three messages is gone.
  expect(await count(toWaiting(2, 0))).toBe(1);
  // Behind an import of two hours, and after it.
  expect(await count(toWaiting(0, 7200))).toBe(0);
  expect(await count(toWaiting(0, 3600))).toBe(3);
  for (const id of ids) await finish(id);
  expect(await count()).toBe(0);
});

test("a held report that is released late is in the log since then", async () => {
  const id = await upload("held");
  const [arrival] = await server.metadata.intake.readArrivals([id]);
  if (!arrival) throw new Error("the arrival is not there");
  await executeSql(server.databaseUrl, `UPDATE arrivals SET outcome = 'held' WHERE submission_id = '${id}'`);
  await age(id, 86_400);
  expect(await count()).toBe(0);
  await server.metadata.intake.saveArrivals([arrival]);
  expect(await count()).toBe(0);
  await finish(id);
});
