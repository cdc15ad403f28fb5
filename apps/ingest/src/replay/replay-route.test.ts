import { setTimeout as sleep } from "node:timers/promises";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { UNTRUSTED_LIMITS } from "../limits.ts";
import { startUploadServer, type TestSender, type TestUploadServer } from "../testing/start-upload-server.ts";
import { writeMail, writeReport } from "../testing/write-report.ts";

interface ReplayBody {
  readonly data?: {
    readonly dry_run: boolean;
    readonly state_before: string;
    readonly state: string;
    readonly difference: { readonly reports: number; readonly records: number; readonly messages: number };
    readonly entries: readonly { readonly outcome: string; readonly reason: string | null }[];
  };
  readonly code?: string;
}

let dns: TestDnsServer;
let server: TestUploadServer;
let sender: TestSender;

beforeAll(async () => {
  dns = await startDnsServer();
  // Nothing is held: reports on unknown domains are refused.
  const unclaimed = { ...UNTRUSTED_LIMITS.unclaimed, reportsMax: 0 };
  server = await startUploadServer(1024 * 1024, { dnsServers: [dns.address], unclaimed });
  sender = await server.createOrganization("example.com");
});

afterAll(async () => {
  await server.stop();
  await dns.stop();
});

async function upload(body: Uint8Array): Promise<string> {
  const headers = { authorization: `Bearer ${sender.key}` };
  const response = await fetch(server.url, { method: "POST", headers, body: new Uint8Array(body) });
  const { data } = (await response.json()) as { data: { entries: readonly { submission_id: string }[] } };
  return data.entries[0]?.submission_id ?? "";
}

async function replay(id: string, { key = sender.key, query = "" } = {}) {
  const url = new URL(`/v1/submissions/${id}/replay${query}`, server.url);
  const response = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, ...((await response.json()) as ReplayBody) };
}

const readState = async (id: string) => (await server.metadata.intake.readSubmission(sender.id, id))?.state;
const countInLog = async (id: string) =>
  (await server.readReports()).filter(({ submissionId }) => submissionId === id).length;

test("a report refused for its domain counts once its domain is there and it is replayed", async () => {
  const id = await upload(writeReport("later.example"));
  expect((await replay(id)).data).toMatchObject({
    state_before: "refused",
    state: "refused",
    difference: { reports: 0 },
  });
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["later.example"]);
  const preview = await replay(id, { query: "?dry_run=true" });
  expect(preview.data).toMatchObject({ dry_run: true, state_before: "refused", state: "accepted" });
  expect(preview.data?.difference.reports).toBe(1);
  expect(preview.data?.difference.messages).toBeGreaterThan(0);
  expect([await readState(id), await countInLog(id)]).toEqual(["refused", 0]);
  const replayed = await replay(id);
  expect(replayed.data?.difference).toEqual(preview.data?.difference);
  expect([await readState(id), await countInLog(id)]).toEqual(["accepted", 1]);
});

test.each([
  ["about an unknown domain", writeReport("mailed.example"), "accepted"],
  ["that could not be read", writeReport("mailed.example").subarray(0, 300), "refused"],
])("the replay of a mail %s knows what the mail proved on arrival", async (_what, report, state) => {
  dns.setTxt("_dmarc.google.com", "v=DMARC1; p=reject");
  dns.setTxt("google.com", "v=spf1 ip4:192.0.2.1 -all");
  const transfer = { clientAddress: "192.0.2.1", helo: "mx.google.com", mailFrom: "bounces@google.com" };
  const submission = {
    id: createSubmissionId(),
    receivedAt: new Date(),
    channel: "smtp",
    name: "mail",
    transfer,
  } as const;
  const body = (async function* () {
    yield writeMail("r.xml", report);
  })();
  await server.ingest.submit({ ...submission, body }, { organizationId: sender.id, addDomains: false });
  expect(await server.metadata.intake.readMailProof(submission.id)).toMatchObject({ fromDomain: "google.com" });
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["mailed.example"]);
  expect((await replay(submission.id)).data?.state).toBe(state);
  const [replayed] = (await server.readReports()).filter(({ submissionId }) => submissionId === submission.id);
  expect(replayed?.trust).toBe(state === "accepted" ? "dmarc" : undefined);
});

test("replays of one submission at once say together what newly counts", async () => {
  const ids = await Promise.all([1, 2, 3].map(() => upload(writeReport("at-once.example"))));
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["at-once.example"]);
  const answers = await Promise.all(ids.flatMap((id) => [1, 2, 3, 4].map(() => replay(id))));
  expect(answers.map(({ data }) => data?.state)).toEqual(answers.map(() => "accepted"));
  expect(answers.reduce((sum, { data }) => sum + (data?.difference.reports ?? 0), 0)).toBe(3);
});

test("a replay that died leaves a submission that is found under refused, and can be replayed again", async () => {
  const id = await upload(writeReport("died.example"));
  await server.metadata.intake.beginReplay(id);
  expect(await server.metadata.intake.readSubmission(sender.id, id)).toMatchObject({
    state: "refused",
    outcomes: [{ outcome: "refused", reason: "replaying" }],
  });
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["died.example"]);
  expect((await replay(id)).data?.state).toBe("accepted");
  expect(await countInLog(id)).toBe(1);
});

test("what the record-writer says during a replay stays", async () => {
  const id = await upload(writeReport("fast.example"));
  const [refused] = await server.metadata.intake.readArrivals([id]);
  await server.metadata.intake.beginReplay(id);
  if (refused) {
    await server.metadata.intake.saveArrivals([{ ...refused, outcome: "stored", reason: null }]);
    await server.metadata.intake.saveArrivals([{ ...refused, outcome: "accepted", reason: null }]);
  }
  await server.metadata.intake.endReplay(id);
  expect((await server.metadata.intake.readArrivals([id])).map(({ outcome }) => outcome)).toEqual(["stored"]);
});

test("entries that the new reading does not find are forgotten", async () => {
  const id = await upload(writeReport("shrunk.example"));
  const [refused] = await server.metadata.intake.readArrivals([id]);
  if (refused) await server.metadata.intake.saveArrivals([{ ...refused, entry: 7 }]);
  await replay(id);
  expect((await server.metadata.intake.readArrivals([id])).map(({ entry }) => entry)).toEqual([0]);
});

test("a stored report stays as it is, and without bytes nothing is changed", async () => {
  const stored = await upload(writeReport("example.com"));
  await executeSql(server.databaseUrl, `UPDATE arrivals SET outcome = 'stored' WHERE submission_id = '${stored}'`);
  await replay(stored);
  expect((await server.metadata.intake.readArrivals([stored])).map(({ outcome }) => outcome)).toEqual(["stored"]);
  const bare = await upload(writeReport("gone.example"));
  await executeSql(server.databaseUrl, `DELETE FROM submission_bodies WHERE submission_id = '${bare}'`);
  expect(await replay(bare)).toMatchObject({ status: 404, code: "not_found" });
  expect((await server.metadata.intake.readArrivals([bare])).map(({ reason }) => reason)).toEqual(["unknown-domain"]);
});

test("damaged bytes are a clear answer, and change nothing", async () => {
  const id = await upload(writeReport("damaged.example"));
  await executeSql(server.databaseUrl, `UPDATE submission_bodies SET bytes = 'x' WHERE submission_id = '${id}'`);
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["damaged.example"]);
  for (const query of ["?dry_run=true", ""]) {
    const { status, code, ...problem } = await replay(id, { query });
    expect([status, code]).toEqual([404, "not_found"]);
    expect(problem).toMatchObject({ detail: expect.stringContaining("are damaged") });
  }
  expect((await server.metadata.intake.readArrivals([id])).map(({ reason }) => reason)).toEqual(["unknown-domain"]);
});

test.each(["", "?dry_run=true"])("a replay%s waits for room in the budget of uploads", async (query) => {
  const id = await upload(writeReport("patient.example"));
  const share = await server.ingest.budget.enter(UNTRUSTED_LIMITS.inFlightBytesMax);
  const entered = vi.spyOn(server.ingest.budget, "enter");
  const onAnswer = vi.fn();
  const answer = replay(id, { query }).finally(onAnswer);
  await expect.poll(() => entered).toHaveBeenCalledOnce();
  await sleep(200);
  expect(onAnswer).not.toHaveBeenCalled();
  share.leave();
  expect((await answer).status).toBe(200);
  (await server.ingest.budget.enter(UNTRUSTED_LIMITS.inFlightBytesMax)).leave();
  entered.mockRestore();
});

test("two replays at once count a report once", async () => {
  const id = await upload(writeReport("twice.example"));
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["twice.example"]);
  const both = await Promise.all([replay(id), replay(id)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  // The log may have it twice: the ledger counts it once.
  expect(await readState(id)).toBe("accepted");
});

test("another organization's submission, a shared one and an unknown one are the same 404", async () => {
  const id = await upload(writeReport("mine.example"));
  const other = await server.createOrganization("other.example");
  const [arrival] = await server.metadata.intake.readArrivals([id]);
  const shared = await upload(writeReport("shared.example"));
  if (arrival) {
    const second = { ...arrival, submissionId: shared, entry: 1, organizationId: other.id };
    await server.metadata.intake.saveArrivals([second]);
  }
  const answers = [
    await replay(id, { key: other.key }),
    await replay("sub_unknown", { key: other.key }),
    await replay(shared, { key: other.key }),
    await replay(shared),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual(Array(4).fill([404, "not_found"]));
  const reader = await sender.createKey("reports:read");
  expect((await replay(id, { key: reader })).status).toBe(403);
});
