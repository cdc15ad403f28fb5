import type { Asking } from "./ask.ts";
import type { FillSpec } from "./fill/spec.ts";
import { type FilledStore, openFilledStore } from "./filled-store.ts";
import type { PartContext, PartOutput } from "./part.ts";
import { type Portfolio, readReferences } from "./portfolio-questions.ts";

/** Two periods of 30 days, and days by which they are shifted. */
const DAYS = 90;
const RECORDS_MEAN = 8;
/** Domains that are generated; the others are copies of them. */
const GENERATED_DOMAINS = 200;
const DOMAINS_PER_CLIENT = 20 / 3;
const ROUND_REQUESTS_MAX = 40;

/** A provider's domains; every client has six or seven of them. */
export function toPortfolio({ domains, records }: { readonly domains: number; readonly records: number }): FillSpec {
  const times = Math.max(1, Math.floor(domains / GENERATED_DOMAINS));
  const size = {
    domains: Math.floor(domains / times) * times,
    reports: Math.floor(records / RECORDS_MEAN / times) * times,
  };
  const portfolio = { times, references: Math.max(1, Math.round(domains / DOMAINS_PER_CLIENT)) };
  return { days: DAYS, organizations: [{ name: "Provider", ...size, recordsMean: RECORDS_MEAN, portfolio }] };
}

/** Measures on one provider with thousands of domains of many clients; notes of its size are added. */
export async function withPortfolio(
  context: PartContext,
  measure: (portfolio: Portfolio, asking: Asking) => Promise<PartOutput>,
): Promise<PartOutput> {
  const store = await openFilledStore("portfolio", toPortfolio(context.options), context);
  try {
    const [provider] = store.filled.organizations;
    const key = await store.createKey(provider?.id ?? "");
    const asking = { url: store.service.url, key, requests: Math.min(context.options.requests, ROUND_REQUESTS_MAX) };
    const references = await readReferences(asking.url, key);
    const portfolio = { lastDay: store.filled.lastDay, domainIds: provider?.domainIds ?? [], references };
    const { figures, notes } = await measure(portfolio, asking);
    return { figures, notes: [...toNotes(store), ...notes] };
  } finally {
    await store.stop();
  }
}

function toNotes({ filled }: FilledStore): string[] {
  const [provider] = filled.spec.organizations;
  const reports = filled.organizations.reduce((sum, organization) => sum + organization.reports, 0);
  const text = (value = 0) => value.toLocaleString("en");
  return [
    `${text(filled.records)} records, ${text(reports)} reports, ${filled.spec.days} days, ${text(provider?.domains)} domains of ${text(provider?.portfolio?.references)} clients;`,
    "each figure: the value of each round; clients and service share the machine.",
  ];
}
