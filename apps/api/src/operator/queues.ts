import type { EventLog } from "@ruaflow/event-log";
import { type Lane, type LaneLag, readLaneLags } from "@ruaflow/event-log/lanes";
import type { MetadataStore } from "@ruaflow/metadata-store";

/** One kind of work that waits. */
export interface Queue {
  readonly name: string;
  /** Which process does the work; `null`: none, it takes a command. */
  readonly process: string | null;
  readonly waiting: number;
  /** Age of the oldest part that waits; 0 while nothing does. */
  readonly seconds: number;
}

/** What is in the ledger of submissions alone: its messages are deleted. */
export const UNSTORED = "acknowledged reports without rows";

export type LaneLags = Readonly<Record<Lane, LaneLag>>;

interface Stores {
  readonly log: EventLog;
  readonly metadata: Pick<MetadataStore, "intake" | "delivery" | "sources" | "watch">;
}

/** How one kind of work is measured. */
export interface QueueReader extends Pick<Queue, "name" | "process"> {
  read(): Promise<Pick<Queue, "waiting" | "seconds">>;
}

/** Everything that waits between a report's arrival and its effects, over all organizations: for the operator. */
export function readQueues(stores: Stores): Promise<Queue[]> {
  const readers = listQueueReaders(stores, readLaneLags(stores.log));
  return Promise.all(readers.map(async ({ name, process, read }) => ({ name, process, ...(await read()) })));
}

/**
 * The readers of all queues, so that one whose store is down does not hide the others.
 * @param lags read once for all
 */
export function listQueueReaders({ metadata }: Pick<Stores, "metadata">, lags: Promise<LaneLags>): QueueReader[] {
  // Its failure is told by each reader that is asked; without one it would end the process.
  lags.catch(() => undefined);
  const ofLane = async (lane: Lane) => {
    const { messages, seconds } = (await lags)[lane];
    return { waiting: messages, seconds };
  };
  const backlogs = once(() => metadata.delivery.readBacklogs());
  return [
    { name: "reports to be written", process: "record-writer", read: () => ofLane("live") },
    { name: "bulk reports behind them", process: "record-writer", read: () => ofLane("bulk") },
    { name: "events to be relayed", process: "webhook-dispatcher", read: async () => (await backlogs()).events },
    { name: "webhook deliveries due", process: "webhook-dispatcher", read: async () => (await backlogs()).deliveries },
    { name: "source addresses due", process: "keeper", read: () => readSources(metadata) },
    { name: "DNS checks of domains due", process: "keeper", read: () => readDnsChecks(metadata) },
    { name: UNSTORED, process: null, read: () => readUnstored(metadata, lags) },
  ];
}

async function readSources({ sources }: Stores["metadata"]) {
  const { due, dueSeconds } = await sources.countSources();
  return { waiting: due, seconds: dueSeconds };
}

async function readDnsChecks({ watch }: Stores["metadata"]) {
  const { due, dueSeconds } = await watch.readDnsBacklog(new Date());
  return { waiting: due, seconds: dueSeconds };
}

async function readUnstored({ intake }: Stores["metadata"], lags: Promise<LaneLags>) {
  const { reports, seconds } = await intake.countUnstoredReports(await lags);
  return { waiting: reports, seconds };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= read());
}
