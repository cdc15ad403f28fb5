import { setTimeout as sleep } from "node:timers/promises";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DOOR_LIMITS } from "./limits.ts";
import { startReleases } from "./release-held.ts";
import { startDoor, type TestDoor, type TestSender } from "./testing/start-door.ts";
import { writeReport } from "./testing/write-report.ts";

let door: TestDoor;
let sender: TestSender;

beforeAll(async () => {
  door = await startDoor(1024 * 1024);
  sender = await door.createOrganization("example.com");
});

afterAll(() => door.stop());

/** Uploads a report that waits for its domain; the id of its submission. */
async function hold(domain: string): Promise<string> {
  const submission = { id: `sub_${domain}`, receivedAt: new Date(), channel: "upload", name: "r.xml" } as const;
  const body = (async function* () {
    yield writeReport(domain);
  })();
  const { entries } = await door.ingest.submit(
    { ...submission, body },
    { organizationId: sender.id, addDomains: false },
  );
  expect(entries.map(({ outcome }) => outcome)).toEqual(["held"]);
  return submission.id;
}

async function releaseUntil(done: () => Promise<void>): Promise<void> {
  const logger = createLogger({ app: "test", level: "silent" });
  const releases = startReleases({ ingest: door.ingest, metadata: door.metadata, logger });
  await vi.waitFor(done, { timeout: 10_000, interval: 50 }).finally(() => releases.stop());
}

const readOutcomes = async (id: string) =>
  (await door.metadata.intake.readArrivals([id])).map(({ outcome }) => outcome);

test("a released report is in the log once, however long nobody reads the log", async () => {
  await door.metadata.domains.createDomain(sender.id, "waiting.example");
  const id = await hold("waiting.example");
  await door.metadata.domains.saveVerifiedDomains(sender.id, ["waiting.example"]);
  const countInLog = async () => (await door.readReports()).filter(({ submissionId }) => submissionId === id).length;
  await releaseUntil(async () => expect(await countInLog()).toBe(1));
  expect(await readOutcomes(id)).toEqual(["accepted"]);
  // The record-writer stands still, and every lease runs out.
  await executeSql(door.databaseUrl, "UPDATE arrivals SET released_at = now() - interval '1 hour'");
  expect(await door.metadata.domains.claimHeldSubmissions(10)).toEqual([]);
  expect(await countInLog()).toBe(1);
});

test("a report that is released waits for room among the uploads in hand", async () => {
  await door.metadata.domains.createDomain(sender.id, "patient.example");
  const id = await hold("patient.example");
  await door.metadata.domains.saveVerifiedDomains(sender.id, ["patient.example"]);
  const entered = vi.spyOn(door.ingest.inHand, "enter");
  const share = door.ingest.inHand.tryEnter(DOOR_LIMITS.inHandBytesMax);
  const logger = createLogger({ app: "test", level: "silent" });
  const releases = startReleases({ ingest: door.ingest, metadata: door.metadata, logger });
  try {
    await vi.waitFor(() => expect(entered).toHaveBeenCalled(), { timeout: 10_000, interval: 50 });
    await sleep(500);
    expect(await readOutcomes(id)).toEqual(["held"]);
    share?.leave();
    await vi.waitFor(async () => expect(await readOutcomes(id)).toEqual(["accepted"]), { timeout: 10_000 });
    expect(door.ingest.inHand.tryEnter(DOOR_LIMITS.inHandBytesMax)).not.toBeNull();
  } finally {
    share?.leave();
    await releases.stop();
  }
});
