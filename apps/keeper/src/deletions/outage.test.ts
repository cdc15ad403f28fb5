import { startApi, type TestApi, type TestOrganization } from "@ruaflow/api/testing";
import type { HttpServer } from "@ruaflow/http";
import type { RecordStore } from "@ruaflow/record-store";
import type { RowChange } from "@ruaflow/runtime/row-change";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDeletionRound } from "./deletion-round.ts";

const now = () => new Date("2026-10-15T12:00:00Z");

let api: TestApi;
let organization: TestOrganization;
let server: HttpServer;
/** Questions to ClickHouse. */
let questions = 0;

beforeAll(async () => {
  api = await startApi({ now });
  organization = await api.createOrganization();
  const readTotals: RecordStore["readTotals"] = (...asked) => {
    questions += 1;
    return api.records.readTotals(...asked);
  };
  server = await api.createServer({ records: { ...api.records, readTotals } });
});
afterAll(() => api.stop());

/** ClickHouse deletes, or not, and the response is lost. */
let outage: { readonly deletesRows: boolean } | null = null;

async function deleteDomains(change: RowChange, domains: Parameters<RecordStore["deleteDomains"]>[1]): Promise<void> {
  if (outage === null) return api.records.deleteDomains(change, domains);
  const { deletesRows } = outage;
  const ids = domains.map(({ organizationId }) => organizationId);
  await change.run(ids, {
    async work() {
      if (deletesRows) await api.records.deleteDomains(change, domains);
      throw new Error("ClickHouse is away");
    },
    hasEnded: async () => outage === null,
  });
}

async function ask() {
  const before = questions;
  const url = "/api/v1/reports/aggregate";
  const { body } = await organization.ask<{ data: { totals: { reports: number } } }>({ url, server });
  return { reports: body.data.totals.reports, isComputed: questions > before };
}

test("after an outage during a deletion answers are cached as soon as the deletion succeeded, and none is of before it", async () => {
  const [gone, stays] = [
    await organization.addVerifiedDomain("gone.example"),
    await organization.addVerifiedDomain("stays.example"),
  ];
  for (const domain of [gone, stays]) await organization.storeReport({ domain, day: "2026-10-10" });
  expect(await ask()).toEqual({ reports: 2, isComputed: true });
  expect(await ask()).toEqual({ reports: 2, isComputed: false });

  await api.metadata.domains.beginDeletion(organization.id, gone.id);
  const round = createDeletionRound({
    ...{ metadata: api.metadata, records: { ...api.records, deleteDomains }, now },
    ...{ bodyDays: { rawDays: null, quarantineDays: 90 }, unprovenDays: 7 },
  });
  const { signal } = new AbortController();
  for (const deletesRows of [false, true]) {
    outage = { deletesRows };
    await expect(round(signal)).rejects.toThrow("ClickHouse is away");
    expect(await ask()).toEqual({ reports: 1, isComputed: true });
    expect(await ask()).toEqual({ reports: 1, isComputed: true });
  }

  outage = null;
  await round(signal);
  expect(await ask()).toEqual({ reports: 1, isComputed: true });
  expect(await ask()).toEqual({ reports: 1, isComputed: false });
});
