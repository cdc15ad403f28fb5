import { afterAll, beforeAll, expect, test } from "vitest";
import { startMetadataStore } from "../testing/index.ts";
import type { Arrival } from "./arrivals.ts";
import { createSubmissionId } from "./submissions.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;

beforeAll(async () => {
  running = await startMetadataStore();
});

afterAll(() => running.stop());

function arrival(facts: Partial<Arrival> = {}): Arrival {
  return {
    submissionId: createSubmissionId(),
    entry: 0,
    organizationId: "org_a",
    domainId: "dom_a",
    reportId: "rpt_a",
    outcome: "stored",
    reason: null,
    detail: null,
    path: "report.xml",
    ...facts,
  };
}

test("the first final outcome of a report stays", async () => {
  const first = arrival();
  await running.store.intake.saveArrivals([first]);
  await running.store.intake.saveArrivals([{ ...first, outcome: "duplicate" }]);
  await running.store.intake.saveArrivals([]);
  expect(await running.store.intake.readArrivals([first.submissionId])).toEqual([
    { ...first, domain: null, proof: null, createdAt: expect.any(Date) },
  ]);
});

test("the outcomes of submissions are read in order", async () => {
  const one = arrival();
  const two = arrival({ entry: 1, outcome: "refused", reason: "too-large", domainId: null, reportId: null });
  await running.store.intake.saveArrivals([{ ...one, entry: 1 }, one, two]);
  const ids = [one.submissionId, two.submissionId, "sub_unknown"];
  const found = await running.store.intake.readArrivals(ids);
  expect(found.map(({ submissionId, entry }) => [submissionId, entry])).toEqual(
    [
      [one.submissionId, 0],
      [one.submissionId, 1],
      [two.submissionId, 1],
    ].sort(),
  );
});

test("entries that still wait in the log are not among the written ones", async () => {
  const written = arrival({ outcome: "refused", reason: "unsettled", detail: "Why." });
  const { submissionId } = written;
  await running.store.intake.saveArrivals([written, { ...written, entry: 1, outcome: "accepted" }]);
  expect(await running.store.intake.readWrittenArrivals([submissionId, "sub_unknown"])).toEqual([
    { submissionId, entry: 0, outcome: "refused", reason: "unsettled", detail: "Why." },
  ]);
});

test("untrusted text cannot make saving fail: NUL is replaced and length is bounded", async () => {
  const hostile = arrival({ detail: `\0${"x".repeat(1_000_000)}`, path: `{"\\,}\0`, reason: "bad" });
  await running.store.intake.saveArrivals([hostile]);
  const [saved] = await running.store.intake.readArrivals([hostile.submissionId]);
  expect(saved?.detail).toHaveLength(1_000);
  expect(saved?.path).toBe(`{"\\,}\u{fffd}`);
});

test("a proof is saved with its outcome, stays without a new one, and is saved with an outcome that comes too late", async () => {
  const proof = {
    trust: "dmarc",
    reason: null,
    from: "a@b.example",
    reporterDomain: "b.example",
    evidence: null,
  } as const;
  const first = arrival({ outcome: "accepted" });
  const later = { ...proof, from: "later@b.example" };
  const read = async () => (await running.store.intake.readArrivals([first.submissionId]))[0];
  await running.store.intake.saveArrivals([{ ...first, proof }]);
  expect(await read()).toMatchObject({ outcome: "accepted", proof });
  await running.store.intake.saveArrivals([{ ...first, proof: later }]);
  expect(await read()).toMatchObject({ outcome: "accepted", proof: later });
  await running.store.intake.saveArrivals([{ ...first, outcome: "stored" }]);
  expect(await read()).toMatchObject({ outcome: "stored", proof: later });
  await running.store.intake.saveArrivals([{ ...first, proof }]);
  expect(await read()).toMatchObject({ outcome: "stored", proof });
});
