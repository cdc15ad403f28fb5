import type { ReverseAnswer } from "@ruaflow/dns/reverse-names";
import { isPublicAddress } from "@ruaflow/ip-data";
import type { EnrichedSource, SourcesStore } from "@ruaflow/metadata-store/sources";
import { createBatcher, forEachAtOnce, type LoopOptions } from "@ruaflow/runtime/work";
import { type CopyOptions, copyFacts } from "./copy-round.ts";
import { planNextLookup } from "./plan-next-lookup.ts";
import type { SourcesOptions } from "./sources-options.ts";

export type EnrichRoundOptions = Pick<
  SourcesOptions,
  "metadata" | "records" | "ipData" | "reverseDns" | "addressesAtOnce" | "logger" | "metrics"
>;

type ClaimedSource = Awaited<ReturnType<SourcesStore["claimSources"]>>[number];

/** Longer than a claimed source waits for its turn and its lookups take. */
const LEASE_MS = 5 * 60_000;
/** As many as the engine is asked about in one question. A write of facts is a part of a table, which is merged, however few they are. */
const SAVED_MAX = 2000;
/** Beyond this, lookups wait: without names they are faster than saving, and one report may have 200,000 addresses. */
const UNSAVED_MAX = 2 * SAVED_MAX;
/** With fewer at a time, each step of saving and copying costs more than the lookups. The last ones are saved at once. */
const SAVE_AFTER_MS = 5000;
/** Lookups by outcome. */
const NOTHING: Readonly<Record<EnrichedSource["state"], number>> = {
  confirmed: 0,
  unconfirmed: 0,
  absent: 0,
  failed: 0,
  skipped: 0,
};

/** Works on all sources that are due: their names, owners and countries. */
export function createEnrichRound(options: EnrichRoundOptions): LoopOptions["work"] {
  const { ipData, reverseDns, addressesAtOnce, logger } = options;
  const { sources } = options.metadata;
  const lookups = options.metrics.counter("ruaflow_sources_lookups_total", "Lookups of names, by outcome.", {
    outcome: Object.keys(NOTHING),
  });

  async function* claimAll(stopping: AbortSignal): AsyncGenerator<ClaimedSource, void, undefined> {
    while (!stopping.aborted) {
      const claimed = await sources.claimSources({ limit: addressesAtOnce, leaseMs: LEASE_MS });
      if (claimed.length === 0) return;
      yield* claimed;
    }
  }

  async function enrich({ address, attempts }: ClaimedSource): Promise<EnrichedSource> {
    const isLookedUp = reverseDns !== null && isPublicAddress(address);
    const answer: ReverseAnswer | null = isLookedUp ? await reverseDns.lookUpName(address) : null;
    const dataSets = ipData.describe();
    return { address, ...planNextLookup(answer, attempts), ...ipData.lookup(address), dataSets };
  }

  /** Finds out about all sources that are due, and returns how many there were of each outcome. */
  async function enrichAll(stopping: AbortSignal): Promise<Record<EnrichedSource["state"], number>> {
    const failures: unknown[] = [];
    const counts = { ...NOTHING };
    const saver = createSaver(options);
    let unsaved = 0;
    const work = async (source: ClaimedSource) => {
      const enriched = await enrich(source);
      // A lookup that was cut short says nothing. The source is due again when its lease ends.
      if (stopping.aborted) return;
      if (failures.length > 0) throw failures[0];
      lookups.inc({ outcome: enriched.state });
      counts[enriched.state] += 1;
      unsaved += 1;
      const saved = saver.add(enriched).catch((error: unknown) => failures.push(error));
      void saved.then(() => (unsaved -= 1));
      if (unsaved > UNSAVED_MAX) await saver.drain();
    };
    await forEachAtOnce(claimAll(stopping), addressesAtOnce, work).finally(() => saver.drain());
    if (failures.length > 0) throw failures[0];
    return counts;
  }

  return async (stopping) => {
    const startedAt = performance.now();
    // Ends lookups under way, which may take minutes.
    const cutShort = () => reverseDns?.close();
    stopping.addEventListener("abort", cutShort);
    const counts = await enrichAll(stopping).finally(() => stopping.removeEventListener("abort", cutShort));
    const durationMs = Math.round(performance.now() - startedAt);
    if (Object.values(counts).some((count) => count > 0))
      logger.info({ ...counts, durationMs }, "sources were enriched");
    return false;
  };
}

/** Saves results in groups: a lookup does not wait for its result to be saved, unless many do. */
function createSaver(options: CopyOptions) {
  return createBatcher<EnrichedSource, void>({
    itemsMax: SAVED_MAX,
    bytesMax: 1,
    sizeOf: () => 0,
    flushAfterMs: SAVE_AFTER_MS,
    async flush(items) {
      await options.metadata.sources.saveEnrichments(items);
      await copyFacts(
        options,
        items.map(({ address }) => address),
      );
      return items.map(() => undefined);
    },
  });
}
