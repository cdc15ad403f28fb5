import { setTimeout } from "node:timers/promises";
import { ask } from "../support/service.ts";
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

/** A new store has everything still to be compared, which would go on for an hour; the store is the only one that is full at once. */
const SETTINGS = { RUAFLOW_RECONCILE_EVERY_HOURS: "0" };

/** A provider's store with a key of its own, at rest. */
export interface PortfolioStore {
  readonly store: FilledStore;
  readonly key: string;
  readonly portfolio: Portfolio;
}

/** Fills or reopens a store of one provider, and waits for the first rounds of the keeper. */
export async function openPortfolio(name: string, spec: FillSpec, context: PartContext): Promise<PortfolioStore> {
  const store = await openFilledStore(name, spec, context, SETTINGS);
  const [provider] = store.filled.organizations;
  const key = await store.createKey(provider?.id ?? "");
  const { url } = store.service;
  await untilAlertsRest({ url, key }, context);
  const references = await readReferences(url, key);
  return { store, key, portfolio: { lastDay: store.filled.lastDay, domainIds: provider?.domainIds ?? [], references } };
}

/** Measures on one provider with thousands of domains of many clients; notes of its size are added. */
export async function withPortfolio(
  context: PartContext,
  measure: (portfolio: Portfolio, asking: Asking) => Promise<PartOutput>,
): Promise<PartOutput> {
  const { store, key, portfolio } = await openPortfolio("portfolio", toPortfolio(context.options), context);
  try {
    const requests = Math.min(context.options.requests, ROUND_REQUESTS_MAX);
    const { figures, notes } = await measure(portfolio, { url: store.service.url, key, requests });
    return { figures, notes: [...toNotes(store), ...notes] };
  } finally {
    await store.stop();
  }
}

const REST_MS = 20_000;
const ASK_EVERY_MS = 1000;

/** The first round of alert rules on a new store opens thousands of alerts. */
async function untilAlertsRest({ url, key }: Pick<Asking, "url" | "key">, { progress }: PartContext): Promise<void> {
  const count = async () => {
    const { body } = await ask<{ readonly meta: { readonly total: number } }>(
      { url },
      key,
      "/api/v1/alerts?per_page=1",
    );
    return body.meta.total;
  };
  let [known, restsSince] = [-1, performance.now()];
  while (performance.now() - restsSince < REST_MS) {
    const now = await count();
    if (now !== known) {
      progress(`waiting until alert rules are evaluated: ${now} alerts`);
      [known, restsSince] = [now, performance.now()];
    }
    await setTimeout(ASK_EVERY_MS);
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
