import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ListedSource } from "@ruaflow/metadata-store/sources";
import type { Environment } from "@ruaflow/runtime/settings";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";

const SOURCES_PER_STEP = 5000;
const PRINT_EVERY_MS = 2000;

interface ListOptions {
  readonly after: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** Prints addresses and what is known of them. */
export async function printSources(environment: Environment, { json = false, ...range }: ListOptions): Promise<void> {
  const sources = await withStores(environment, ({ metadata }) => metadata.sources.listSources(range));
  if (json) printJson(sources.map(toJson));
  else printRows(sources.map(toRow), { json: false });
}

/** Makes every source due, and prints how many they were. The keeper looks them up at its own pace. */
export async function refreshSources(environment: Environment, { json }: { readonly json: boolean }): Promise<void> {
  const refreshed = await withStores(environment, ({ metadata }) => refreshAll(metadata));
  if (json) printJson({ refreshed });
  else process.stdout.write(`${pluralize(refreshed, "source")} will be looked up again by the keeper.\n`);
}

/** In steps, so that no statement takes long; prints a line every two seconds. */
async function refreshAll({ sources }: Pick<MetadataStore, "sources">): Promise<number> {
  let refreshed = 0;
  let printedAt = Date.now();
  for (let after: string | null = ""; after !== null; ) {
    const step: Awaited<ReturnType<typeof sources.refreshSources>> = await sources.refreshSources({
      after,
      limit: SOURCES_PER_STEP,
    });
    refreshed += step.refreshed;
    after = step.last;
    if (Date.now() - printedAt < PRINT_EVERY_MS) continue;
    printedAt = Date.now();
    process.stderr.write(`${pluralize(refreshed, "source")} so far\n`);
  }
  return refreshed;
}

function toJson(source: ListedSource) {
  return {
    address: source.address,
    hostname: source.hostname,
    claimed_name: source.claimedName,
    state: source.state,
    asn: source.asn,
    organization: source.organization,
    country: source.country,
    enriched_at: source.enrichedAt,
    expires_at: source.expiresAt,
    data_sets: source.dataSets,
  };
}

function toRow({ address, claimedName, state, asn, organization, country, enrichedAt }: ListedSource) {
  return {
    address,
    name: claimedName,
    state,
    asn,
    organization,
    country,
    enriched_at: enrichedAt,
  };
}
