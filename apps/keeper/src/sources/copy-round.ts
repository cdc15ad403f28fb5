import type { KnownSource } from "@ruaflow/metadata-store/sources";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { restAfter } from "./rest.ts";
import type { SourcesOptions } from "./sources-options.ts";

export type CopyOptions = Pick<SourcesOptions, "metadata" | "records">;

type CopiedFacts = Parameters<CopyOptions["records"]["copySourceFacts"]>[1][number];

/** Sources per step. */
const SOURCES_MAX = 1000;

/** Copies what PostgreSQL knows of these addresses to ClickHouse, where the SQL view of sources shows it. */
export async function copyFacts({ metadata, records }: CopyOptions, addresses: readonly string[]): Promise<void> {
  const known = await metadata.sources.readSources(addresses);
  await copyChanged({ metadata, records }, [...known.values()]);
}

/** Answers filter records by the copies, so nothing is written, and no answer of before is old, unless a copy changes. */
async function copyChanged({ metadata, records }: CopyOptions, sources: readonly KnownSource[]) {
  const changed = await records.listUncopiedFacts(sources.map(toFacts));
  const { sourceFacts, whileRowsChange } = metadata.reports;
  if (changed.length > 0) await whileRowsChange([sourceFacts], (change) => records.copySourceFacts(change, changed));
}

/**
 * Compares all sources with their copies, for what was found before there were copies, and for a copy that a crash or a restore
 * has prevented. Each step rests ten times as long as it took.
 */
export function createCopyRound(options: CopyOptions): LoopOptions["work"] {
  let after = "";
  return async (stopping) => {
    const startedAt = performance.now();
    const page = await options.metadata.sources.listSources({ after, limit: SOURCES_MAX });
    await copyChanged(
      options,
      page.filter(({ enrichedAt }) => enrichedAt !== null),
    );
    const isMore = page.length === SOURCES_MAX;
    after = isMore ? (page.at(-1)?.address ?? "") : "";
    if (isMore) await restAfter(startedAt, stopping);
    return isMore;
  };
}

function toFacts({ address, hostname, asn, organization, country }: KnownSource): CopiedFacts {
  return { address, hostname, asn, organization, country };
}
