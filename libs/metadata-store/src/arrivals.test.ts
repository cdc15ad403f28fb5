import { afterAll, beforeAll, expect, test } from "vitest";
import type { Arrival } from "./arrivals.ts";
import { createSubmissionId } from "./submissions.ts";
import { startMetadataStore } from "./testing/index.ts";

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

test("the first outcome of a report stays", async () => {
  const first = arrival();
  await running.store.saveArrivals([first]);
  await running.store.saveArrivals([{ ...first, outcome: "duplicate" }]);
  await running.store.saveArrivals([]);
  expect(await running.store.readArrivals([first.submissionId])).toEqual([{ ...first, createdAt: expect.any(Date) }]);
});

test("the outcomes of submissions are counted and read in order", async () => {
  const one = arrival();
  const two = arrival({ entry: 1, outcome: "refused", reason: "too-large", domainId: null, reportId: null });
  await running.store.saveArrivals([{ ...one, entry: 1 }, one, two]);
  const ids = [one.submissionId, two.submissionId, "sub_unknown"];
  expect(await running.store.countArrivals(ids)).toBe(3);
  const found = await running.store.readArrivals(ids);
  expect(found.map(({ submissionId, entry }) => [submissionId, entry])).toEqual(
    [
      [one.submissionId, 0],
      [one.submissionId, 1],
      [two.submissionId, 1],
    ].sort(),
  );
});

test("an organization sees its own arrivals, newest first, and nobody's only when nobody asks", async () => {
  const own = arrival({ organizationId: "org_list" });
  const refused = arrival({ organizationId: "org_list", outcome: "refused" });
  const nobodys = arrival({ organizationId: null, outcome: "not-aggregate" });
  await running.store.saveArrivals([own]);
  await running.store.saveArrivals([refused, nobodys]);
  const all = await running.store.listArrivals("org_list", { page: 1, perPage: 10 });
  expect(all.items.map(({ submissionId }) => submissionId)).toEqual([refused.submissionId, own.submissionId]);
  expect(all.total).toBe(2);
  const filtered = await running.store.listArrivals("org_list", { outcome: "refused", page: 1, perPage: 10 });
  expect(filtered).toMatchObject({ total: 1, items: [{ submissionId: refused.submissionId }] });
  const unowned = await running.store.listArrivals(null, { page: 1, perPage: 10 });
  expect(unowned).toMatchObject({ total: 1, items: [{ submissionId: nobodys.submissionId }] });
  const second = await running.store.listArrivals("org_list", { page: 2, perPage: 1 });
  expect(second).toMatchObject({ total: 2, items: [{ submissionId: own.submissionId }] });
});

test("a stranger's text cannot make saving fail: NUL is replaced and length is bounded", async () => {
  const hostile = arrival({ detail: `\0${"x".repeat(1_000_000)}`, path: `{"\\,}\0`, reason: "bad" });
  await running.store.saveArrivals([hostile]);
  const [saved] = await running.store.readArrivals([hostile.submissionId]);
  expect(saved?.detail).toHaveLength(1_000);
  expect(saved?.path).toBe(`{"\\,}\u{fffd}`);
});
