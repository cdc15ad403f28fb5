import { startApi, type TestApi, type TestOrganization } from "@ruaflow/api/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDeletions } from "../testing/index.ts";
import { deleteOldReports } from "./delete-old-reports.ts";

interface ListBody {
  readonly data: readonly { readonly date_range: { readonly begin: string } }[];
}

// For the keeper, too: by the machine's clock it would delete more.
const now = () => new Date("2026-10-15T23:00:00Z");

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi({ now });
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

async function listDays(domainId: string): Promise<string[]> {
  const { body } = await organization.ask<ListBody>({ url: `/api/v1/reports?domain_id=${domainId}&sort=date_range` });
  return body.data.map(({ date_range }) => date_range.begin.slice(0, 10));
}

test("reports beyond their domain's retention are deleted when a keeper starts, and stay deleted", async () => {
  const domain = await organization.addVerifiedDomain("retention.example");
  const unlimited = await organization.addVerifiedDomain("forever.example");
  const days = ["2026-08-15", "2026-08-16", "2026-09-30"];
  for (const day of days) {
    await organization.storeReport({ domain, day, reporterReportId: day });
    await organization.storeReport({ domain: unlimited, day });
  }
  const url = `/api/v1/domains/${domain.id}`;
  await organization.ask({ method: "PUT", url, body: { retention_days: 60 } });
  startDeletions({ ...api, now });
  await expect.poll(() => listDays(domain.id), { timeout: 20_000 }).toEqual(["2026-08-16", "2026-09-30"]);
  expect(await listDays(unlimited.id)).toEqual(days);
  await expect(organization.storeReport({ domain, day: "2026-08-15", reporterReportId: "2026-08-15" })).rejects.toThrow(
    "duplicate",
  );
});

/** Opens a gate once something has begun. */
function createGate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}

test("an answer that is computed while reports are removed is wholly of before or wholly of after", async () => {
  const domain = await organization.addVerifiedDomain("snapshot.example");
  for (const day of ["2026-09-01", "2026-10-10"]) await organization.storeReport({ domain, day });
  const [counted, removed] = [createGate(), createGate()];
  let questions = 0;
  const server = await api.createServer({
    records: {
      ...api.records,
      async readTotals(...asked) {
        questions += 1;
        const totals = await api.records.readTotals(...asked);
        counted.open();
        return totals;
      },
    },
    metadata: {
      ...api.metadata,
      reports: {
        ...api.metadata.reports,
        // The sums are read after the sources, and only once the old reports are gone.
        async readReportDays(...asked) {
          await removed.opened;
          return api.metadata.reports.readReportDays(...asked);
        },
      },
    },
  });
  const url = `/api/v1/reports/aggregate?domain_id=${domain.id}&start_date=2026-08-01&end_date=2026-09-30`;
  const asking = organization.ask<{ data: { totals: object } }>({ url, server });
  await counted.opened;
  await api.metadata.domains.updateDomainSettings(organization.id, {
    domainId: domain.id,
    changes: { retentionDays: 30 },
  });
  await deleteOldReports({ ...api, now });
  removed.open();
  expect((await asking).body.data.totals).toEqual({ emails: 0, reports: 0, sources: 0 });
  expect(questions).toBe(2);
});

test("a removal in one database is announced before it begins, so that no answer of the meantime is kept", async () => {
  const domain = await organization.addVerifiedDomain("settled.example");
  await organization.storeReport({ domain, day: "2026-09-01" });
  await api.metadata.domains.updateDomainSettings(organization.id, {
    domainId: domain.id,
    changes: { retentionDays: 30 },
  });
  const states: boolean[] = [];
  const { reports } = api.metadata;
  const isSettled = async () => (await reports.readAnswerVersions([organization.id])).map((one) => one.isSettled);
  const removeOldReports: typeof reports.removeOldReports = async (...asked) => {
    await reports.removeOldReports(...asked);
    states.push(...(await isSettled()));
  };
  await deleteOldReports({ ...api, metadata: { ...api.metadata, reports: { ...reports, removeOldReports } }, now });
  expect([new Set(states), await isSettled()]).toEqual([new Set([false]), [true]]);
});
