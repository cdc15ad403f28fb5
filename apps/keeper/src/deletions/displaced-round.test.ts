import { startApi } from "@ruaflow/api/testing";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { expect, onTestFinished, test } from "vitest";
import { createDisplacedRound } from "./displaced-round.ts";

test("the rows of a displaced report are deleted in the background", async () => {
  const api = await startApi();
  onTestFinished(() => api.stop());
  const organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain("example.com");
  const day = "2026-10-01";
  const [displaced, stays] = [
    await organization.storeReport({ domain, day, trust: "none" }),
    await organization.storeReport({ domain, day, trust: "dmarc" }),
  ];
  await executeSql(
    api.databaseUrl,
    `INSERT INTO displaced_reports (report_id, organization_id, domain_id, day)
     VALUES ('${displaced}', '${organization.id}', '${domain.id}', '${day}')`,
  );
  expect(await createDisplacedRound(api)(new AbortController().signal)).toBe(false);
  const reports = [displaced, stays].map((reportId) => ({ domainId: domain.id, day, reportId }));
  const rows = await api.records.readBack(organization.id, reports);
  expect(rows).toMatchObject([{ rows: 0, reportRows: 0 }, { reportRows: 1 }]);
  expect(await api.metadata.reports.listDisplacedReports()).toEqual([]);
}, 60_000);
