import { startDnsServer } from "@ruaflow/dns/testing";
import { ask } from "../../support/service.ts";
import { askMixed, type MixedClient, type RoutedRequest } from "../ask-mixed.ts";
import { countCpu } from "../count-cpu.ts";
import type { Figure } from "../figure.ts";
import type { FilledOrganization, FillSpec } from "../fill/spec.ts";
import { openFilledStore } from "../filled-store.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";

/** Half of the clients have their own organization; each of the others has one domain of a large organization. */
const CLIENTS = 50;
const DAYS = 90;
const PERIOD_DAYS = 30;
const RECORDS_MEAN = 8;
const DAY_MS = 86_400_000;
/** Requests of each client per route; each opens different reports. */
const ROUNDS = 3;
const ROUTES = 7;
const DOMAINS_LISTED_MIN = 25;

/** A new store has everything still to be compared, which would take as much CPU as the answers. */
const SETTINGS = { RUAFLOW_RECONCILE_EVERY_HOURS: "0" };

const GOALS: Readonly<Record<string, NonNullable<Figure["goal"]>>> = {
  "all routes": { atLeast: 250 },
  "all routes, p95": { atMost: 400 },
  "CPU per answer, with PostgreSQL": { atMost: 5 },
};

/** Fifty clients with different requests. */
export const mixedPart: Part = {
  name: "mixed",
  title: `${CLIENTS} clients with different questions on all routes, over HTTP, embedded mode`,
  run: measure,
};

async function measure(context: PartContext): Promise<PartOutput> {
  const { options, progress } = context;
  const dns = await startDnsServer();
  try {
    const spec = toSpec(options.mixedReports);
    const store = await openFilledStore("mixed", spec, context, { ...SETTINGS, RUAFLOW_DNS_SERVERS: dns.address });
    try {
      const { url } = store.service;
      progress("preparing the clients");
      const clients = await toClients(store.filled, { url, createKey: store.createKey });
      progress("asking");
      await askMixed({
        url,
        clients: clients.map(({ key, requests }) => ({ key, requests: requests.slice(0, ROUTES) })),
      });
      const { result: answered, cpuSeconds } = await countCpu(() => askMixed({ url, clients }));
      const answers = clients.reduce((sum, { requests }) => sum + requests.length, 0);
      const cpu = { name: "CPU per answer, with PostgreSQL", unit: "ms", values: [(cpuSeconds * 1000) / answers] };
      const figures = [...answered, cpu].map((one) => ({ ...one, ...(GOALS[one.name] && { goal: GOALS[one.name] }) }));
      const reports = store.filled.organizations.reduce((sum, organization) => sum + organization.reports, 0);
      const notes = [
        `${reports.toLocaleString("en")} reports of ${DAYS} days in ${spec.organizations.length} organizations`,
      ];
      return { figures, notes };
    } finally {
      await store.stop();
    }
  } finally {
    await dns.stop();
  }
}

function toSpec(reports: number): FillSpec {
  const alone = CLIENTS / 2;
  const toOrganization = (name: string, domains: number, share: number) => ({
    name,
    domains,
    reports: Math.max(200, Math.round(reports * share)),
    recordsMean: RECORDS_MEAN,
  });
  const small = Array.from({ length: alone }, (_, index) => toOrganization(`Small ${index + 1}`, 5, 0.5 / alone));
  return { days: DAYS, organizations: [toOrganization("Large", CLIENTS, 0.5), ...small] };
}

interface Place {
  readonly url: string;
  createKey(organizationId: string): Promise<string>;
}

export async function toClients(
  { organizations, lastDay }: { readonly organizations: readonly FilledOrganization[]; readonly lastDay: string },
  place: Place,
): Promise<MixedClient[]> {
  const clients: MixedClient[] = [];
  for (const [index, organization] of organizations.entries()) {
    const key = await place.createKey(organization.id);
    const domainIds = organization.domainIds.slice(0, index === 0 ? CLIENTS / 2 : 1);
    for (const domainId of domainIds) {
      const perPage = DOMAINS_LISTED_MIN + clients.length;
      const requests = await toRequests(domainId, { url: place.url, key, lastDay, perPage });
      clients.push({ key, requests: rotate(requests, clients.length) });
    }
  }
  return clients;
}

interface Asker {
  readonly url: string;
  readonly key: string;
  readonly lastDay: string;
  /** Domains per page of their list, different for each client. */
  readonly perPage: number;
}

async function toRequests(domainId: string, { url, key, lastDay, perPage }: Asker): Promise<RoutedRequest[]> {
  const firstDay = new Date(Date.parse(lastDay) - (PERIOD_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const query = `start_date=${firstDay}&end_date=${lastDay}&domain_id=${domainId}`;
  const list = `/api/v1/reports?${query}`;
  const { body } = await ask<{ data: readonly { readonly id: string }[] }>({ url }, key, list);
  const one = (id: string): RoutedRequest[] => [
    { route: "list of reports", path: list },
    { route: "one report", path: `/api/v1/reports/${id}` },
    { route: "aggregate", path: `/api/v1/reports/aggregate?${query}` },
    { route: "sources", path: `/api/v1/reports/sources?${query}` },
    { route: "failures", path: `/api/v1/reports/failures?${query}` },
    { route: "list of domains", path: `/api/v1/domains?per_page=${perPage}` },
    { route: "one domain", path: `/api/v1/domains/${domainId}` },
  ];
  return body.data.slice(0, ROUNDS).flatMap(({ id }) => one(id));
}

/** Rotates the requests, so that the clients do not use the same route at the same time. */
function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
