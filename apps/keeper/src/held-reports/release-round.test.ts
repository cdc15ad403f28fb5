import { setTimeout as sleep } from "node:timers/promises";
import type { Submission } from "@ruaflow/dmarc";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import {
  startUploadServer,
  type TestSender,
  type TestUploadServer,
  writeMail,
  writeReport,
} from "@ruaflow/ingest/testing";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startLoops } from "../start-loops.ts";
import { createReleaseRound } from "./release-round.ts";

const BYTES_MAX = 64 * 1024 * 1024;

let server: TestUploadServer;
let sender: TestSender;
let dns: TestDnsServer;

beforeAll(async () => {
  dns = await startDnsServer();
  server = await startUploadServer(1024 * 1024, { dnsServers: [dns.address], inFlightBytesMax: BYTES_MAX });
  sender = await server.createOrganization("example.com");
});

afterAll(async () => {
  await server.stop();
  await dns.stop();
});

/** Submits a report that is held for its domain, by default as an upload; returns the id of its submission. */
async function hold(domain: string, mail: Pick<Submission, "channel" | "transfer"> = { channel: "upload" }) {
  const submission = { id: `sub_${domain}`, receivedAt: new Date(), name: "r.xml" } as const;
  const report = writeReport(domain);
  const body = (async function* () {
    yield mail.channel === "upload" ? report : writeMail("r.xml", report);
  })();
  const { entries } = await server.ingest.submit(
    { ...submission, ...mail, body },
    { organizationId: sender.id, addDomains: false },
  );
  expect(entries.map(({ outcome }) => outcome)).toEqual(["held"]);
  return submission.id;
}

function startReleases() {
  const options = { logger: createLogger({ app: "test", level: "silent" }), metrics: createMetrics() };
  const loop = { name: "releases", everyMs: 100, lock: null, work: createReleaseRound(server), failure: "failed" };
  return startLoops(() => [loop], options);
}

async function releaseUntil(done: () => Promise<void>): Promise<void> {
  const releases = startReleases();
  await vi.waitFor(done, { timeout: 10_000, interval: 50 }).finally(() => releases.stop());
}

const readOutcomes = async (id: string) =>
  (await server.metadata.intake.readArrivals([id])).map(({ outcome }) => outcome);

test("a released report is in the log once, however long the log is not read", async () => {
  await server.metadata.domains.createDomain(sender.id, "waiting.example");
  const id = await hold("waiting.example");
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["waiting.example"]);
  const countInLog = async () => (await server.readReports()).filter(({ submissionId }) => submissionId === id).length;
  await releaseUntil(async () => expect(await countInLog()).toBe(1));
  expect(await readOutcomes(id)).toEqual(["accepted"]);
  // The record-writer is down, and every lease expires.
  await executeSql(server.databaseUrl, "UPDATE arrivals SET released_at = now() - interval '1 hour'");
  expect(await server.metadata.domains.claimHeldSubmissions(10)).toEqual([]);
  expect(await countInLog()).toBe(1);
});

test("a held report whose stored bytes are damaged is dropped with its reason, and holds up no other", async () => {
  await server.metadata.domains.createDomain(sender.id, "damaged.example");
  const [id, missing] = [await hold("damaged.example"), await hold("a.damaged.example")];
  await executeSql(server.databaseUrl, `UPDATE submission_bodies SET bytes = 'x' WHERE submission_id = '${id}'`);
  await executeSql(server.databaseUrl, `DELETE FROM submission_bodies WHERE submission_id = '${missing}'`);
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["damaged.example"]);
  await releaseUntil(async () => {
    const arrivals = await server.metadata.intake.readArrivals([id, missing]);
    expect(arrivals.map(({ outcome, reason }) => `${outcome} ${reason}`).sort()).toEqual([
      "dropped body-damaged",
      "dropped body-missing",
    ]);
  });
});

test("a released report keeps what its mail proved on arrival", async () => {
  dns.setTxt("_dmarc.google.com", "v=DMARC1; p=reject");
  dns.setTxt("google.com", "v=spf1 ip4:192.0.2.1 -all");
  await server.metadata.domains.createDomain(sender.id, "mailed.example");
  const transfer = { clientAddress: "192.0.2.1", helo: "mx.google.com", mailFrom: "bounces@google.com" };
  const id = await hold("mailed.example", { channel: "smtp", transfer });
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["mailed.example"]);
  await releaseUntil(async () => expect(await readOutcomes(id)).toEqual(["accepted"]));
  const released = (await server.readReports()).find(({ submissionId }) => submissionId === id);
  expect(released).toMatchObject({ trust: "dmarc", trustReason: null, channel: "smtp" });
});

test("the release of a report waits for room in the budget of uploads", async () => {
  await server.metadata.domains.createDomain(sender.id, "patient.example");
  const id = await hold("patient.example");
  await server.metadata.domains.saveVerifiedDomains(sender.id, ["patient.example"]);
  const share = await server.ingest.budget.enter(BYTES_MAX);
  const entered = vi.spyOn(server.ingest.budget, "enter");
  const releases = startReleases();
  try {
    await vi.waitFor(() => expect(entered).toHaveBeenCalled(), { timeout: 10_000, interval: 50 });
    await sleep(500);
    expect(await readOutcomes(id)).toEqual(["held"]);
    share.leave();
    await vi.waitFor(async () => expect(await readOutcomes(id)).toEqual(["accepted"]), { timeout: 10_000 });
    (await server.ingest.budget.enter(BYTES_MAX)).leave();
  } finally {
    share.leave();
    await releases.stop();
  }
});
