import type { Queryable } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readListedDomains } from "./domains/listed-domains.ts";
import { type Arrival, readWrittenArrivals } from "./intake/arrivals.ts";
import { createSubmissionId } from "./intake/submissions.ts";
import { refreshDomainReports } from "./reports/days/domain-reports.ts";
import { findSiblings } from "./reports/identity/siblings.ts";
import { saveAddresses } from "./sources/collected-reports.ts";
import { type EnrichedSource, saveEnrichments } from "./sources/enrichment.ts";
import { saveOwners } from "./sources/outdated-owners.ts";
import { type ReportFixture, startReportFixture } from "./testing/report-fixture.ts";

const REPORTS = 3_000;
const ASKED = 150;

let fixture: ReportFixture;

beforeAll(async () => {
  fixture = await startReportFixture();
});

afterAll(() => fixture.stop());

/** Runs each query once more after its plan, with what was executed of it, was collected. */
function explain(plans: string[]): Queryable {
  return {
    async query(sql, values) {
      const rows = await fixture.database.query(`EXPLAIN (ANALYZE, TIMING OFF) ${sql}`, values);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
      return fixture.database.query(sql, values);
    },
  };
}

test("a first import, whose tables have no statistics yet, does not read them whole for each batch", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const facts = Array.from({ length: REPORTS }, () => ({ organizationId, domainId: domainIds[0] ?? "" }));
  await fixture.storeReports(facts);
  const arrivals = facts.map((): Arrival => {
    const owner = { organizationId, domainId: domainIds[0] ?? "", reportId: "rpt_a" };
    return {
      ...owner,
      submissionId: createSubmissionId(),
      entry: 0,
      outcome: "stored",
      reason: null,
      detail: null,
      path: null,
    };
  });
  await fixture.store.intake.saveArrivals(arrivals);
  const ledger = await fixture.database.query<{ key: string }>(
    "SELECT encode(report_key, 'hex') AS key FROM report_ledger ORDER BY report_key LIMIT $1",
    [ASKED],
  );

  const plans: string[] = [];
  const siblings = await findSiblings(
    explain(plans),
    ledger.map(({ key }) => key),
  );
  const submissionIds = arrivals.slice(0, ASKED).map(({ submissionId }) => submissionId);
  const written = await readWrittenArrivals(explain(plans), submissionIds);

  expect([siblings.size, written.length]).toEqual([ASKED, ASKED]);
  expect(plans.map((plan) => /Seq Scan on (report_ledger|arrivals)/.exec(plan)?.[1] ?? "by index")).toEqual([
    "by index",
    "by index",
  ]);
});

test("a list of domains reads no days while their sums are kept", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(30);
  await fixture.storeReports(domainIds.map((domainId) => ({ organizationId, domainId })));
  await refreshDomainReports(fixture.database, "2026-01-02", "");

  const plans: string[] = [];
  for (const today of ["2026-01-02", "2026-01-03"])
    await readListedDomains(explain(plans), organizationId, { domainIds, today, counted: "authentic" });

  const [kept, outdated] = plans.map((plan) => /on report_days b .*\((.*)\)/.exec(plan)?.[1]);
  expect(kept).toBe("never executed");
  expect(outdated).toContain("loops=30");
});

test("sums of a new day are brought up to date domain by domain, not compared with those that are done", async () => {
  const { domainIds } = await fixture.createOrganization(3);
  const first = [...domainIds].sort()[0] ?? "";
  const plans: string[] = [];
  const database = {
    ...fixture.database,
    transaction: <Result>(work: (queryable: Queryable) => Promise<Result>) => work(explain(plans)),
  };
  expect(await refreshDomainReports(database, "2026-01-04", first)).toBeNull();
  expect(plans[0]).toMatch(/domains_pkey.*\n\s+Index Cond: \(id > /);
  expect(plans[0]).not.toContain("Join");
});

test("facts of a few sources are saved by index, however many sources there are", async () => {
  const addresses = Array.from({ length: REPORTS }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  await fixture.store.sources.saveAddresses(addresses);
  const found = { asn: 1, organization: "One", country: "DE", dataSets: "own" };
  const looked = { state: "skipped", hostname: null, attempts: 0, dueAfterMs: null, expiresAfterMs: 0 } as const;
  const asked = addresses.slice(0, ASKED).map((address): EnrichedSource => ({ address, ...found, ...looked }));

  const plans: string[] = [];
  await saveEnrichments(explain(plans), asked);
  await saveOwners(explain(plans), asked);
  await saveAddresses(
    explain(plans),
    asked.map(({ address }) => address),
  );

  expect(plans.map((plan) => (/Seq Scan on sources/.test(plan) ? plan : "by index"))).toEqual(
    Array(3).fill("by index"),
  );
  expect(await fixture.store.sources.countSources()).toMatchObject({ due: REPORTS });
  expect(await fixture.store.sources.readSources(addresses)).toHaveLength(ASKED);
});
