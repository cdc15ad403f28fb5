import type { Engines } from "@ruaflow/embedded";
import { type GeneratedReport, generateReports } from "@ruaflow/record-store/testing";
import { shareSources } from "./shared-sources.ts";
import type { FilledOrganization, OrganizationSpec } from "./spec.ts";
import { type StoredBatch, storeBatch } from "./store-batch.ts";

const DAY_MS = 86_400_000;
const BATCH_REPORTS = 10_000;
/** The generator holds the source addresses of each domain, so domains are generated in groups. */
const DOMAINS_PER_GROUP = 200;

export interface Filling {
  readonly engines: Engines;
  readonly organization: OrganizationSpec;
  readonly lastDay: string;
  readonly days: number;
  readonly seed: number;
}

/** Creates an organization and stores its reports; the next batch is generated while one is stored. */
export async function fillOrganization(
  filling: Filling,
  onStored: (stored: StoredBatch) => void,
): Promise<FilledOrganization> {
  const { metadata } = filling.engines;
  const { id } = await metadata.tenants.createOrganization({ name: filling.organization.name, plan: "enterprise" });
  const reportsOf = new Map<string, number>();
  const domainIds = new Map<string, string>();
  let reports = 0;
  let storing: Promise<void> = Promise.resolve();
  for (const batch of inBatches(generateAll(filling, id))) {
    await storing;
    storing = storeBatch(batch, { ...filling, organizationId: id, domainIds }).then(onStored);
    reports += batch.length;
    for (const { row } of batch) {
      const { domain } = row.header.policyPublished;
      reportsOf.set(domain, (reportsOf.get(domain) ?? 0) + 1);
    }
  }
  await storing;
  const largestFirst = [...reportsOf].sort(([, a], [, b]) => b - a).map(([name]) => domainIds.get(name) ?? "");
  return { id, reports, domainIds: largestFirst };
}

/** The reports of a portfolio are those of its first domains, which are copied afterwards. */
function generateAll(filling: Filling, organizationId: string): Iterable<GeneratedReport> {
  const { organization } = filling;
  if (organization.portfolio === undefined) return generate(filling, organizationId);
  const { times } = organization.portfolio;
  const first = { ...organization, domains: organization.domains / times, reports: organization.reports / times };
  return shareSources(generate({ ...filling, organization: first }, organizationId));
}

function* generate(filling: Filling, organizationId: string): Generator<GeneratedReport> {
  const { organization, lastDay, days, seed } = filling;
  const { domains, recordsMean } = organization;
  const firstDay = new Date(Date.parse(lastDay) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  for (let first = 0; first < domains; first += DOMAINS_PER_GROUP) {
    const some = Math.min(DOMAINS_PER_GROUP, domains - first);
    const reports = Math.max(1, Math.round((organization.reports * some) / domains));
    const reportsPerDay = Math.ceil(reports / days);
    const size = { domains: some, firstDay, days: Math.min(days, reports), reportsPerDay, recordsMean };
    const generated = generateReports({ seed: seed * 100_000 + first, organizationId, ...size });
    yield* take(generated, reports);
  }
}

function* take<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  for (const item of items) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}

function* inBatches<Item>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_REPORTS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
