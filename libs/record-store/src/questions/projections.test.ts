import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { QueryParams, WritingEngine } from "../engine/engine.ts";
import { migrate } from "../migrations/migrate.ts";
import { insertRecords } from "../rows/insert-records.ts";
import { insertReports } from "../rows/insert-reports.ts";
import { generateReports } from "../testing/generate-reports.ts";
import { toBatch } from "../testing/store-reports.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { countSources } from "./count-sources.ts";
import { countDomainGroups } from "./groups/count-domain-groups.ts";
import { countGroups } from "./groups/read-group-counts.ts";
import { readGroupSums } from "./groups/read-group-sums.ts";
import { listSources } from "./list-sources.ts";
import { readSourceDays } from "./mail/read-source-days.ts";
import { readNewSources } from "./read-new-sources.ts";
import { readStoredDays } from "./read-stored-days.ts";
import { readTotals } from "./read-totals.ts";
import { readDomainDays } from "./watched-domains.ts";

const organizationId = "org_projections";
const filter = { startDate: "2026-01-02", endDate: "2026-01-09" };
const grouped = { ...filter, groupBy: "country", failuresOnly: true } as const;

describe("projections", () => {
  let folder: TemporaryFolder;
  let engine: WritingEngine;
  let domainIds: readonly string[] = [];
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    engine = await createEmbeddedEngine(folder.path);
    await migrate(engine);
    const size = { domains: 4, firstDay: "2026-01-01", days: 10, reportsPerDay: 300, recordsMean: 8 };
    const reports = [...generateReports({ seed: 3, organizationId, ...size })];
    domainIds = [...new Set(reports.map(({ row }) => row.domainId))].slice(0, 2);
    await insertRecords(
      engine,
      reports.map((report) => toBatch(report)),
    );
    await insertReports(
      engine,
      reports.map(({ row }) => row),
    );
  });
  afterAll(async () => {
    await engine.close();
    await folder.remove();
  });

  const toKeys = () => domainIds.map((domainId) => ({ organizationId, domainId }));
  const questions: Record<string, (watched: WritingEngine) => Promise<unknown>> = {
    countSources: (watched) => countSources(watched, organizationId, filter),
    "countSources of one domain": (watched) =>
      countSources(watched, organizationId, { ...filter, domainIds: domainIds.slice(0, 1) }),
    readTotals: (watched) => readTotals(watched, organizationId, filter),
    "readGroupSums of countries": (watched) =>
      readGroupSums(watched, organizationId, { ...grouped, previousStart: "2026-01-01", groupsMax: 10 }),
    readSourceDays: (watched) =>
      readSourceDays(watched, organizationId, { domainIds, counted: "authentic", addresses: ["192.0.2.1"] }),
    "countGroups of days": (watched) => countGroups(watched, organizationId, { ...grouped, groupBy: "day" }),
    "countDomainGroups that overlap": (watched) => {
      const groups = [domainIds, domainIds.slice(0, 1)].map((ids, key) => ({ key: String(key), domainIds: ids }));
      return countDomainGroups(watched, organizationId, { ...filter, failuresOnly: false, groups });
    },
    readStoredDays: (watched) => readStoredDays(watched, toKeys(), []),
    readDomainDays: (watched) => readDomainDays(watched, toKeys(), filter),
    readNewSources: (watched) => readNewSources(watched, toKeys(), { ...filter, failuresMin: 1, sourcesMax: 20 }),
  };

  it("find one source over all domains by its address", async () => {
    const records = { sourceIp: { address: "192.0.2.1", prefixLength: 32 } };
    const asked = { ...filter, groupBy: "domain", failuresOnly: true, records, previousStart: "2026-01-01" } as const;
    const plans = await explain(
      (watched) => readGroupSums(watched, organizationId, { ...asked, groupsMax: 10 }),
      "FROM records",
    );
    expect(plans).toEqual([expect.stringContaining("ReadFromMergeTree (source_dispositions)")]);
  });

  it("find the whole lives of a page's sources by their addresses", async () => {
    const plans = await explain(async (watched) => {
      const { sources } = await listSources(watched, organizationId, { ...filter, page: 1, perPage: 20 });
      return Array.fromAsync(sources);
    }, "min(period_begin)");
    expect(plans).toEqual([expect.stringContaining("ReadFromMergeTree (source_dispositions)")]);
  });

  it.each(Object.entries(questions))("answer %s without reading the records themselves", async (_name, ask) => {
    const plans = await explain(ask, "FROM records");
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).toMatch(/ReadFromMergeTree \((day_sums|source_dispositions)\)/);
  });

  /** The engine's plans for all queries that contain this text. */
  async function explain(ask: (watched: WritingEngine) => Promise<unknown>, text: string): Promise<string[]> {
    const queries: { query: string; params: QueryParams }[] = [];
    const watched: WritingEngine = {
      ...engine,
      select: (query, params) => {
        queries.push({ query, params });
        return engine.select(query, params);
      },
    };
    await ask(watched);
    const plans = queries
      .filter(({ query }) => query.includes(text))
      .map(({ query, params }) => engine.select<{ explain: string }>(`EXPLAIN ${query}`, params));
    return (await Promise.all(plans)).map((plan) => plan.map((line) => line.explain).join("\n"));
  }
});
