import { noMetrics } from "@ruaflow/runtime/metrics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollector } from "./collector.ts";
import type { Item, Source } from "./source.ts";
import { BODY_BYTES_MAX, startIngest, type TestIngest, writeReport } from "./testing/start-ingest.ts";

let running: TestIngest;

beforeAll(async () => {
  running = await startIngest();
});

afterAll(() => running.stop());

const winmail = Buffer.from("789f3e22", "hex");
const bodies: readonly (readonly [reason: string, body: Buffer])[] = [
  ["no-report", Buffer.from("From: a@a.example\r\nSubject: hello\r\n\r\nNo report here.\r\n")],
  ["truncated", writeReport(1).subarray(0, 900)],
  ["winmail-dat", winmail],
  ["unknown-domain", writeReport(2, "other.example")],
  ["too-large", Buffer.alloc(BODY_BYTES_MAX + 1, 32)],
];

/** Collects the bodies from a source, and returns the submission of each by its reason. */
async function collect(organizationId: string | null): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = new Set(bodies.map(([reason]) => reason));
  const toItem = ([name, body]: (typeof bodies)[number]): Item => ({
    key: name,
    name,
    sizeBytes: body.length,
    async *open() {
      yield body;
    },
    async acknowledge({ submissionId, entries }) {
      waiting.delete(name);
      found.set(entries[0]?.reason ?? "", submissionId);
    },
  });
  const source: Source = {
    name: "fake",
    channel: "folder",
    organizationId,
    async *list() {
      yield* bodies.filter(([name]) => waiting.has(name)).map(toItem);
    },
    async close() {},
  };
  const { ingest, logger } = running;
  const collector = createCollector({ ingest, logger, metrics: noMetrics, sources: [source], everyMs: 50 });
  try {
    await expect.poll(() => waiting.size, { timeout: 20_000 }).toBe(0);
  } finally {
    await collector.stop();
  }
  return found;
}

/** The reasons of the submissions that the organization sees of these. */
async function listSeen(organizationId: string | null, submissions: ReadonlyMap<string, string>): Promise<string[]> {
  const { intake } = running.metadata;
  const { items } = await intake.listSubmissions(organizationId, { page: 1, perPage: 100 });
  const listed = new Set(items.map(({ id }) => id));
  const seen: string[] = [];
  for (const [reason, id] of submissions) {
    const isRead = (await intake.readSubmission(organizationId, id)) !== null;
    expect([reason, isRead]).toEqual([reason, listed.has(id)]);
    if (isRead) seen.push(reason);
  }
  return seen;
}

test("the owner of a source sees what came through it: the only organization, then who is named, and no other", async () => {
  const { metadata, organizationId: first } = running;
  const all = bodies.map(([reason]) => reason).toSorted();
  const whileAlone = await collect(null);
  expect([...whileAlone.keys()].toSorted()).toEqual(all);
  expect((await listSeen(first, whileAlone)).toSorted()).toEqual(all);

  const { id: second } = await metadata.tenants.createOrganization({ name: "Second", plan: "free" });
  const ofTwo = await collect(null);
  for (const id of [first, second]) expect(await listSeen(id, ofTwo)).toEqual([]);
  expect((await listSeen(null, ofTwo)).toSorted()).toEqual(all);

  const named = await collect(second);
  expect((await listSeen(second, named)).toSorted()).toEqual(all);
  expect(await listSeen(first, named)).toEqual([]);

  expect((await listSeen(first, whileAlone)).toSorted()).toEqual(all);
  expect(await listSeen(second, whileAlone)).toEqual([]);
});

test("what an organization saw stays visible to it after the operator has read it again", async () => {
  const { metadata, ingest, organizationId } = running;
  const { items } = await metadata.intake.listSubmissions(organizationId, { page: 1, perPage: 100 });
  const refused = items.find(({ outcomes }) => outcomes[0]?.reason === "unknown-domain");
  if (!refused) throw new Error("nothing was refused");
  const { id, channel, name, receivedAt } = refused;
  await metadata.intake.beginReplay(id);
  const facts = { id, channel: channel ?? "folder", name: name ?? "", receivedAt };
  await ingest.resubmit(
    { ...facts, body: metadata.intake.readSubmissionBody(id) },
    { organizationId: null, addDomains: false },
  );
  await metadata.intake.endReplay(id);
  expect(await metadata.intake.readSubmission(organizationId, id)).not.toBeNull();
});
