import { ask } from "../support/service.ts";
import type { Question } from "./ask.ts";
import { SHARED_NETWORK } from "./fill/shared-sources.ts";

const DAY_MS = 86_400_000;
const PERIOD_DAYS = 30;
/** Different periods and sources are asked for in turn, so that not one cached answer is measured. */
const VARIANTS = 5;

/** Names of the API's parameters and their values, in one place. */
export const asked = {
  attention: "/api/v1/domains/attention",
  domains: "/api/v1/domains",
  aggregate: "/api/v1/reports/aggregate",
  completeness: "/api/v1/reports/completeness",
  sources: "/api/v1/reports/sources",
  failures: "/api/v1/reports/failures",
  reports: "/api/v1/reports",
  byClient: "group_by=client_reference",
  byDomain: "group_by=domain",
  byLabel: "group_by=label",
  byService: "group_by=service",
  byClass: "group_by=class",
  byRateOfPass: "sort=pass_rate",
  source: (address: string) => `source_ip=${address}`,
  client: (reference: string) => `client_reference=${reference}`,
  label: (label: string) => `label=${label}`,
} as const;

export interface Portfolio {
  /** `YYYY-MM-DD` */
  readonly lastDay: string;
  readonly domainIds: readonly string[];
  readonly references: readonly string[];
}

/** Reads which clients there are from the list of domains. */
export async function readReferences(url: string, key: string): Promise<string[]> {
  interface Listed {
    readonly data: readonly { readonly client_reference?: string | null; readonly id: string }[];
  }
  const { body } = await ask<Listed>({ url }, key, `${asked.domains}?per_page=100`);
  return [...new Set(body.data.flatMap(({ client_reference }) => client_reference ?? []))];
}

/** The promised figures. */
export function toPortfolioQuestions({ lastDay }: Portfolio): Question[] {
  const periods = variants((index) => toPeriod(lastDay, index));
  const address = (index: number) => SHARED_NETWORK.replace(/\d+\/\d+$/, String(index + 1));
  return [
    { name: "attention", paths: [asked.attention], goals: { one: 300 } },
    {
      name: "aggregate of all domains by client_reference",
      paths: periods.map((period) => `${asked.aggregate}?${period}&${asked.byClient}`),
      goals: { one: 500 },
    },
    {
      name: "list of domains by pass rate",
      paths: variants((index) => `${asked.domains}?${asked.byRateOfPass}&page=${index + 1}`),
      goals: { one: 100 },
    },
    {
      name: "failures of one source over all domains",
      paths: periods.map(
        (period, index) => `${asked.failures}?${period}&${asked.source(address(index))}&${asked.byDomain}`,
      ),
      goals: { one: 300 },
    },
  ];
}

/** What else a provider asks of all domains and of one client; without goals. */
export function toFurtherQuestions({ lastDay, references }: Portfolio): Question[] {
  const period = toPeriod(lastDay, 0);
  const ofClients = (path: string) =>
    references.slice(0, VARIANTS).map((name) => `${path}?${period}&${asked.client(name)}`);
  return [
    { name: "aggregate of all domains by label", paths: [`${asked.aggregate}?${period}&${asked.byLabel}`] },
    { name: "sources of all domains by domain", paths: [`${asked.sources}?${period}&${asked.byDomain}`] },
    { name: "aggregate of one client", paths: ofClients(asked.aggregate) },
    { name: "sources of one client", paths: ofClients(asked.sources) },
    {
      name: "failures of a label by domain",
      paths: [`${asked.failures}?${period}&${asked.label("priority")}&${asked.byDomain}`],
    },
  ].filter(({ paths }) => paths.length > 0);
}

/** Whose mail it is, why it fails, and what a domain may publish. */
export function toAnswerQuestions({ lastDay, domainIds, references }: Portfolio): Question[] {
  const period = toPeriod(lastDay, 0);
  const ofDomains = (path: string) => domainIds.slice(0, VARIANTS).map((id) => `${path}?${period}&domain_id=${id}`);
  const ofClients = (path: string) =>
    references.slice(0, VARIANTS).map((name) => `${path}?${period}&${asked.client(name)}`);
  const withVerdicts = (path: string) => `${path}&verdicts=true&page=1`;
  return [
    {
      name: "sources of one domain by service",
      paths: ofDomains(asked.sources).map((path) => `${path}&${asked.byService}`),
      goals: { one: 150 },
    },
    {
      name: "readiness of one domain",
      paths: domainIds.slice(0, VARIANTS).map((id) => `${asked.domains}/${id}/readiness?${period}`),
      goals: { one: 300 },
    },
    {
      name: "reporters of one domain",
      paths: domainIds.slice(0, VARIANTS).map((id) => `${asked.domains}/${id}/reporters?${period}`),
      goals: { one: 150 },
    },
    { name: "completeness of the newest days", paths: [asked.completeness], goals: { one: 1_000 } },
    {
      name: "completeness of one client",
      paths: references.slice(0, VARIANTS).map((name) => `${asked.completeness}?${asked.client(name)}`),
    },
    { name: "failures of one domain with verdicts", paths: ofDomains(asked.failures).map(withVerdicts) },
    { name: "failures of one client with verdicts", paths: ofClients(asked.failures).map(withVerdicts) },
    {
      name: "failures of one client by class",
      paths: ofClients(asked.failures).map((path) => `${path}&${asked.byClass}`),
    },
  ];
}

/** Questions that the API could answer before there were groups, to see that they take no longer. */
export function toOldQuestions({ lastDay, domainIds }: Portfolio): Question[] {
  const period = toPeriod(lastDay, 0);
  const oneDomain = (path: string) => domainIds.slice(0, VARIANTS).map((id) => `${path}?${period}&domain_id=${id}`);
  return [
    { name: "aggregate, one domain, 30 days", paths: oneDomain(asked.aggregate) },
    { name: "aggregate, whole organization, 30 days", paths: [`${asked.aggregate}?${period}`] },
    { name: "sources, one domain, 30 days", paths: oneDomain(asked.sources) },
    { name: "sources, whole organization, first page", paths: [`${asked.sources}?${period}&page=1&per_page=100`] },
    { name: "failures, one domain, 30 days", paths: oneDomain(asked.failures) },
    { name: "failures, whole organization, first page", paths: [`${asked.failures}?${period}&page=1&per_page=100`] },
    { name: "list of reports, first page", paths: [`${asked.reports}?per_page=100`] },
    { name: "list of domains, first page", paths: [`${asked.domains}?per_page=100`] },
    { name: "one domain", paths: domainIds.slice(0, VARIANTS).map((id) => `${asked.domains}/${id}`) },
  ];
}

/** The questions of one of many providers: its own periods, client and order. */
export function toMixedQuestions(
  portfolio: Portfolio,
  client: number,
): { readonly route: string; readonly path: string }[] {
  const shifted = {
    ...portfolio,
    references: rotate(portfolio.references, client),
    domainIds: rotate(portfolio.domainIds, client),
  };
  const questions = [
    ...toPortfolioQuestions(shifted),
    ...toFurtherQuestions(shifted).slice(2, 4),
    ...toOldQuestions(shifted).slice(0, 1),
  ];
  return rotate(
    questions.map(({ name, paths }) => ({ route: name, path: paths[client % paths.length] ?? "" })),
    client,
  );
}

function variants<Item>(toItem: (index: number) => Item): Item[] {
  return Array.from({ length: VARIANTS }, (_, index) => toItem(index));
}

/** Thirty days that end `before` days before the last one. */
export function toPeriod(lastDay: string, before: number): string {
  const end = Date.parse(lastDay) - before * DAY_MS;
  const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
  return `start_date=${toDay(end - (PERIOD_DAYS - 1) * DAY_MS)}&end_date=${toDay(end)}`;
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
