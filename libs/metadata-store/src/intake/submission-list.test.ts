import { afterAll, beforeAll, expect, test } from "vitest";
import { executeSql, startMetadataStore } from "../testing/index.ts";
import type { Arrival } from "./arrivals.ts";
import { createSubmissionId } from "./submissions.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;

beforeAll(async () => {
  running = await startMetadataStore();
});

afterAll(() => running.stop());

/** Entries by organization, as one letter each, and the minute at which each arrived. */
const SUBMISSIONS: readonly (readonly [organizations: string, minutes: readonly number[]])[] = [
  ["a", [5]],
  ["ab", [1, 2]],
  ["ba", [9, 8]],
  ["baa", [1, 7, 6]],
  ["aaa", [20, 3, 21]],
  ["bb", [4, 4]],
  ["a", [5]],
];

async function save([organizations, minutes]: (typeof SUBMISSIONS)[number]): Promise<void> {
  const id = createSubmissionId();
  const receivedAt = new Date("2026-01-01T00:00:00Z");
  const facts = { id, organizationId: null, channel: "import", name: "reports.zip", receivedAt } as const;
  await running.store.intake.recordSubmissions([{ ...facts, sizeBytes: 3, sha256: null }]);
  const none = { domainId: null, reportId: null, detail: null, path: null };
  const entries = [...organizations].map(
    (organization, entry): Arrival => ({
      ...{ ...none, submissionId: id, entry, organizationId: `org_${organization}` },
      ...(entry === 1 ? { outcome: "refused", reason: "not-xml" } : { outcome: "stored", reason: null }),
    }),
  );
  await running.store.intake.saveArrivals(entries);
  for (const [entry, minute] of minutes.entries()) {
    await executeSql(
      running.url,
      `UPDATE arrivals SET created_at = timestamptz '2026-01-01' + interval '${minute} min' WHERE submission_id = '${id}' AND entry = ${entry}`,
    );
  }
}

test("the pages without a filter together are the list: each submission once, by its first own entry", async () => {
  for (const submission of SUBMISSIONS) await save(submission);
  for (const organizationId of ["org_a", "org_b", "org_c"]) {
    // A filter that all submissions pass.
    const whole = await running.store.intake.listSubmissions(organizationId, {
      channel: "import",
      page: 1,
      perPage: 100,
    });
    expect(whole.total).toBe(whole.items.length);
    for (const perPage of [1, 2, 100]) {
      const pages = Array.from({ length: Math.ceil(whole.total / perPage) + 1 }, (_, index) =>
        running.store.intake.listSubmissions(organizationId, { page: index + 1, perPage }),
      );
      const read = await Promise.all(pages);
      expect(read.flatMap(({ items }) => items)).toEqual(whole.items);
      expect(new Set(read.map(({ total }) => total))).toEqual(new Set([whole.total]));
    }
  }
});
