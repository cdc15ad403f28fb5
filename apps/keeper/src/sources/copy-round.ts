import type { KnownSource } from "@ruaflow/metadata-store/sources";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { restAfter } from "./rest.ts";
import type { SourcesOptions } from "./sources-options.ts";

type Stores = Pick<SourcesOptions, "metadata" | "records">;

/** Sources per step. */
const SOURCES_MAX = 1000;

/** Copies what PostgreSQL knows of these addresses to ClickHouse, where the SQL view of sources shows it. */
export async function copyFacts({ metadata, records }: Stores, addresses: readonly string[]): Promise<void> {
  await records.copySourceFacts([...(await metadata.sources.readSources(addresses)).values()]);
}

/**
 * Compares all sources with their copies, for what was found before there were copies, and for a copy that a crash or a restore
 * has prevented. Each step rests ten times as long as it took.
 */
export function createCopyRound({ metadata, records }: Stores): LoopOptions["work"] {
  let after = "";
  return async (stopping) => {
    const startedAt = performance.now();
    const page = await metadata.sources.listSources({ after, limit: SOURCES_MAX });
    await records.copySourceFacts(page.filter(({ enrichedAt }) => enrichedAt !== null).map(toFacts));
    const isMore = page.length === SOURCES_MAX;
    after = isMore ? (page.at(-1)?.address ?? "") : "";
    if (isMore) await restAfter(startedAt, stopping);
    return isMore;
  };
}

function toFacts({ address, hostname, asn, organization, country }: KnownSource): KnownSource {
  return { address, hostname, asn, organization, country };
}
