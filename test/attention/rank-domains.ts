import { createIpData } from "@ruaflow/ip-data";
import type { AttentionItem } from "@ruaflow/metadata-store/attention";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { type GeneratedReport, sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { shippedServiceMap } from "@ruaflow/senders";
import { createFactsReader } from "@ruaflow/verdicts/facts";
import { createJudge } from "@ruaflow/verdicts/judge";
import { createAlertRound } from "../../apps/keeper/src/alerts/alert-round.ts";
import { createAttentionRound } from "../../apps/keeper/src/attention/attention-round.ts";
import { createMailVerdictRound } from "../../apps/keeper/src/attention/mail-verdict-round.ts";
import type { Stores } from "../../apps/keeper/src/testing/start-stores.ts";
import type { ReportedDomain } from "./corpus-domains.ts";

const AT_ONCE = 500;
const never = new AbortController().signal;
const logger = createLogger({ app: "test", level: "silent" });

/** The attention list of an organization that has these domains alone, as the keeper finds it. */
export async function rankDomains(
  stores: Stores,
  domains: readonly ReportedDomain[],
  now: Date,
): Promise<readonly AttentionItem[]> {
  const { metadata } = stores;
  for (const table of ["domains", "watch_rounds"]) await executeSql(stores.url, `DELETE FROM ${table}`);
  const { id: organizationId } = await metadata.tenants.createOrganization({ name: "Example", plan: "enterprise" });
  const names = domains.map(({ name }) => name);
  await metadata.domains.createDomains(
    organizationId,
    names.map((name) => ({ name })),
  );
  await metadata.domains.saveVerifiedDomains(organizationId, names);
  const idOf = await metadata.domains.findDomainIds(organizationId, names);
  const placed = domains.map((domain): Placed => {
    const domainId = idOf.get(domain.name);
    if (domainId === undefined) throw new Error(`${domain.name} was not added`);
    return { organizationId, domainId, domain };
  });
  await storeDomains(stores, placed);
  await evaluate(stores, now);
  const perPage = domains.length;
  const { items } = await metadata.attention.listAttention(organizationId, { page: 1, perPage });
  return items;
}

interface Placed {
  readonly organizationId: string;
  readonly domainId: string;
  readonly domain: ReportedDomain;
}

async function storeDomains({ records, url }: Stores, placed: readonly Placed[]): Promise<void> {
  const stored = placed.flatMap(toReports);
  for (let start = 0; start < stored.length; start += AT_ONCE)
    await storeReports(records, stored.slice(start, start + AT_ONCE));
  await executeSql(url, `INSERT INTO report_days VALUES ${placed.flatMap(toDays).join(", ")}`);
  const policies = placed.map(({ domainId, domain: { policy } }) => `('${domainId}', ${toSql(policy)})`);
  await executeSql(
    url,
    `UPDATE domains SET verified_at = '2026-01-01', dmarc_policy = policy FROM (VALUES ${policies.join(", ")}) AS p (id, policy) WHERE domains.id = p.id`,
  );
}

const toSql = (text: string | null) => (text === null ? "NULL" : `'${text}'`);

function toReports({ organizationId, domainId, domain }: Placed): GeneratedReport[] {
  return domain.reports.map(({ day, records }, place) => {
    const report = sampleReport({ organizationId, reportId: `rpt_${domainId}_${place}`, day, records });
    return { ...report, row: { ...report.row, domainId } };
  });
}

/** The sums of each day, as SQL values. */
function toDays({ organizationId, domainId, domain }: Placed): string[] {
  return [...Map.groupBy(domain.reports, ({ day }) => day)].map(([day, reports]) => {
    const all = reports.flatMap(({ records }) => records);
    const sum = (passes: (found: { readonly dkim: string; readonly spf: string }) => boolean) =>
      all.reduce((total, { count, policyEvaluated }) => total + (passes(policyEvaluated) ? count : 0), 0);
    const [spf, dkim] = [sum((found) => found.spf === "pass"), sum((found) => found.dkim === "pass")];
    const sums = [reports.length, sum(() => true), sum((found) => [found.spf, found.dkim].includes("pass")), spf, dkim];
    return `('${organizationId}', '${domainId}', '${day}', ${sums.join(", ")})`;
  });
}

async function evaluate({ metadata, records }: Stores, now: Date): Promise<void> {
  const ipData = await createIpData();
  const readFacts = createFactsReader({ metadata, ipData });
  const at = () => now;
  const onFailure = (_: string, error: unknown): never => {
    throw error;
  };
  const judge = createJudge({ metadata, records, readFacts, services: shippedServiceMap, ipData, now: at, onFailure });
  const { judgeDomain } = judge;
  const shared = { metadata, records, readFacts, judgeDomain, logger, metrics: createMetrics() };
  while (await judge.judgeNext());
  await createAlertRound({ ...shared, alertsEveryMs: 1, now: at })(never);
  const judgeMail = createMailVerdictRound({ ...shared, now: at, rest: async () => undefined });
  while (await judgeMail(never));
  await createAttentionRound({ metadata, logger, metrics: createMetrics(), now: at })(never);
  ipData.close();
}
