import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HoldLimits } from "../limits.ts";
import { createHoldRoom } from "./hold-room.ts";

const limits: HoldLimits = { reportsMax: 3, bytesMax: 1000, allReportsMax: 5, allBytesMax: 1500 };

let running: Awaited<ReturnType<typeof startMetadataStore>>;

beforeAll(async () => {
  running = await startMetadataStore();
});

afterAll(() => running.stop());

/** Saves a submission of this size with reports that wait for a domain that no organization has claimed. */
async function addHeld(organizationId: string, reports: number, bytes: number): Promise<void> {
  const { intake } = running.store;
  const facts = {
    id: createSubmissionId(),
    organizationId,
    channel: "upload",
    name: "x",
    receivedAt: new Date(),
  } as const;
  await intake.archiveSubmissions([{ ...facts, body: Buffer.alloc(bytes) }]);
  const rest = { organizationId, domainId: null, reportId: null, detail: null, path: null, submissionId: facts.id };
  const held = { ...rest, domain: "held.example", outcome: "held", reason: "unknown-domain" } as const;
  await intake.saveArrivals(Array.from({ length: reports }, (_, entry) => ({ ...held, entry })));
}

async function takeAll(organizationId: string, sizes: readonly number[], given: Partial<HoldLimits> = {}) {
  const room = createHoldRoom(running.store, { ...limits, ...given });
  const taken: boolean[] = [];
  for (const size of sizes) taken.push(await room.open(size).tryTake(organizationId));
  return taken;
}

test("an organization holds as many reports and bytes as it may; the first ones stay", async () => {
  expect(await takeAll("org_few", [1, 1, 1, 1])).toEqual([true, true, true, false]);
  expect(await takeAll("org_large", [600, 600, 300])).toEqual([true, false, true]);
});

test("what waits already counts, also after a restart, and the bytes of a submission count once", async () => {
  await addHeld("org_before", 2, 900);
  expect(await takeAll("org_before", [50, 50])).toEqual([true, false]);
  expect(await takeAll("org_before", [200])).toEqual([false]);
  const hold = createHoldRoom(running.store, limits).open(700);
  expect([await hold.tryTake("org_archive"), await hold.tryTake("org_archive")]).toEqual([false, false]);
  const roomy = createHoldRoom(running.store, { ...limits, allBytesMax: 10_000 }).open(700);
  expect([await roomy.tryTake("org_archive"), await roomy.tryTake("org_archive")]).toEqual([true, true]);
});

test("all organizations together hold as much as the service may, and no one alone takes all of it", async () => {
  const room = createHoldRoom(running.store, limits);
  const take = (organizationId: string) => room.open(1).tryTake(organizationId);
  expect(await Promise.all([1, 2, 3, 4].map(() => take("org_one")))).toEqual([true, true, true, false]);
  expect(await take("org_two")).toBe(false);
  expect(await takeAll("org_two", [1], { allReportsMax: 6 })).toEqual([true]);
});

test("room that is released can be taken again", async () => {
  let now = 0;
  const room = createHoldRoom(running.store, { ...limits, reportsMax: 1, allReportsMax: 10 }, () => now);
  const take = () => room.open(1).tryTake("org_again");
  expect([await take(), await take()]).toEqual([true, false]);
  now = 60_000;
  expect(await take()).toBe(true);
});
