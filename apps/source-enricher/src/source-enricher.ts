import { parseDnsServers } from "@ruaflow/dns";
import { createReverseDns, type ReverseDns } from "@ruaflow/dns/reverse-names";
import type { IpData } from "@ruaflow/ip-data";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { type LoopOptions, startLoop } from "@ruaflow/runtime/work";
import { createCollectRound } from "./collect-round.ts";
import type { SourceEnricherSettings } from "./config.ts";
import { createCopyRound } from "./copy-round.ts";
import { createEnrichRound } from "./enrich-round.ts";
import { createOwnerRound } from "./owner-round.ts";

export interface SourceEnricherOptions {
  readonly metadata: Pick<MetadataStore, "sources">;
  readonly records: Pick<RecordStore, "readAddresses" | "copySourceFacts">;
  readonly ipData: IpData;
  /** `null`: names are not looked up, and no DNS query is sent. */
  readonly reverseDns: ReverseDns | null;
  /** False: nothing is done at all. */
  readonly isOn: boolean;
  /** Maximum number of addresses whose names are looked up at the same time. */
  readonly addressesAtOnce: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Interval between checks for new work; default 5 s. */
  readonly checkEveryMs?: number;
}

const CHECK_EVERY_MS = 5000;

/** New facts are copied at once: this finds only what was missed. */
const COPY_EVERY_MS = 600_000;

/**
 * Finds out what is known of the addresses that sent mail, beside the path of reports: it reads stored reports, at its own
 * pace, and no report waits for it. All progress is in the database, so any number of processes can work, a restart loses
 * nothing, and reports stored before an upgrade are read like new ones.
 */
export function createSourceEnricher(options: SourceEnricherOptions): Service {
  const { metadata, metrics, logger, reverseDns, checkEveryMs: everyMs = CHECK_EVERY_MS } = options;
  const name = "source-enricher";
  if (!options.isOn) return { name, stop: async () => undefined };
  addGauges(metrics, metadata);
  const start = (loop: string, work: LoopOptions["work"], interval = { everyMs }) => {
    const onError = (error: unknown) => logger.warn({ err: error }, `${loop}: waiting for the stores`);
    return startLoop({ name: loop, work, ...interval, restMs: everyMs, onError });
  };
  const enrich = start("facts of sources", createEnrichRound(options));
  const collect = start("new sources", createCollectRound({ ...options, onNew: () => enrich.wake() }));
  const owners = start("owners of sources", createOwnerRound(options));
  const copies = start("facts of sources in SQL", createCopyRound(options), { everyMs: COPY_EVERY_MS });
  return {
    name,
    async stop() {
      const stopped = Promise.all([collect.stop(), enrich.stop(), owners.stop(), copies.stop()]);
      reverseDns?.close();
      await stopped;
    },
  };
}

function addGauges(metrics: Metrics, { sources }: Pick<MetadataStore, "sources">): void {
  metrics.gauge("ruaflow_sources_due", "Source addresses that wait for their facts, or for newer ones.", async () => {
    const { due } = await sources.countSources();
    return due;
  });
  metrics.gauge(
    "ruaflow_sources_uncollected_reports",
    "Stored reports whose source addresses were not collected yet.",
    async () => {
      const { uncollectedReports } = await sources.countSources();
      return uncollectedReports;
    },
  );
}

/** @throws {UsageError} for an invalid address of a resolver */
export function toSourceEnricherOptions(settings: SourceEnricherSettings) {
  const { RUAFLOW_SOURCE_ENRICHMENT: mode, RUAFLOW_DNS_SERVERS = "" } = settings;
  const servers = parseDnsServers(RUAFLOW_DNS_SERVERS);
  const perSecondMax = settings.RUAFLOW_REVERSE_NAMES_PER_SECOND;
  return {
    isOn: mode !== "off",
    reverseDns: mode === "on" ? createReverseDns({ servers, perSecondMax }) : null,
    addressesAtOnce: settings.RUAFLOW_REVERSE_NAMES_AT_ONCE,
  };
}
