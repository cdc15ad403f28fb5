import type { EventLog } from "@ruaflow/event-log";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import type { ReadinessChecks } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ReadDeadLetters } from "./dead-letter-list.ts";
import { groupLetters, LETTERS_MAX } from "./dead-letter-list.ts";
import { readPart } from "./part.ts";
import { type LaneLags, listQueueReaders } from "./queues.ts";

export interface StateSources {
  readonly metadata: MetadataStore;
  readonly log: EventLog;
  readonly readiness: ReadinessChecks;
  readonly readDeadLetters: ReadDeadLetters;
  readonly now: () => Date;
}

/** The state of the whole service. Each part is read by itself, so that one that is down does not hide the others. */
export async function readServiceState(sources: StateSources) {
  const { metadata, log } = sources;
  const lags = readLaneLags(log);
  const [health, topics, queues, deliveries, letters, reconciliation, authorization] = await Promise.all([
    readHealth(sources.readiness),
    readPart(async () => toTopics(await lags)),
    readAllQueues(metadata, lags),
    readPart(async () => Object.fromEntries(await metadata.delivery.countOpenDeliveries())),
    readPart(async () => toLetters(await sources.readDeadLetters())),
    readPart(() => metadata.watch.readReconciliation()),
    readPart(() => metadata.watch.readReportAuthorization()),
  ]);
  return { health, topics, queues, deliveries, letters, reconciliation, authorization };
}

export type ServiceState = Awaited<ReturnType<typeof readServiceState>>;

function readHealth(readiness: ReadinessChecks) {
  const checks = Object.entries(readiness);
  return Promise.all(checks.map(async ([part, check]) => ({ part, error: (await readPart(check)).error })));
}

function readAllQueues(metadata: MetadataStore, lags: Promise<LaneLags>) {
  const readers = listQueueReaders({ metadata }, lags);
  return Promise.all(readers.map(async ({ name, process, read }) => ({ name, process, ...(await readPart(read)) })));
}

function toTopics(lags: LaneLags) {
  return Object.values(lags).map(({ topic, group, messages, seconds, partitions }) => {
    return { topic, group, partitions: partitions.length, messages, seconds };
  });
}

function toLetters({ value, readAt }: Awaited<ReturnType<ReadDeadLetters>>) {
  const replayed = value.filter(({ replayedAt }) => replayedAt !== null).length;
  return { readAt, total: value.length, replayed, complete: value.length < LETTERS_MAX, groups: groupLetters(value) };
}
