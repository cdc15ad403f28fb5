import { readLaneLags } from "@ruaflow/event-log/lanes";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Stores } from "../open-stores.ts";
import { printJson } from "../print-json.ts";
import { withRunningStores } from "../stores.ts";
import { printRows } from "../table.ts";

/** One kind of work that waits. */
interface Queue {
  readonly name: string;
  /** Which process does the work. */
  readonly process: string;
  readonly waiting: number;
  /** Age of the oldest part that waits; 0 while nothing does. */
  readonly seconds: number;
}

interface LagOptions {
  readonly maxSeconds?: number;
  readonly json?: boolean;
}

/**
 * Prints each kind of work that waits; the exit code tells whether one waits too long.
 * @throws {UsageError} without a running service: on engines that are started for the question nothing would wait for long
 */
export async function printLag(environment: Environment, { maxSeconds, json = false }: LagOptions): Promise<void> {
  const queues = await withRunningStores(environment, readQueues);
  if (json) printJson(queues);
  else printRows(queues.map(toRow), { json: false });
  const late = queues.filter(({ seconds }) => maxSeconds !== undefined && seconds > maxSeconds);
  if (late.length > 0) process.exitCode = 1;
  if (!json) process.stdout.write(describe(queues, late, maxSeconds));
}

async function readQueues({ log, metadata }: Stores): Promise<Queue[]> {
  const { live, bulk } = await readLaneLags(log);
  const { events, deliveries } = await metadata.delivery.readBacklogs();
  const { due, dueSeconds } = await metadata.sources.countSources();
  return [
    { name: "reports to be written", process: "record-writer", waiting: live.messages, seconds: live.seconds },
    { name: "bulk reports behind them", process: "record-writer", waiting: bulk.messages, seconds: bulk.seconds },
    { name: "events to be relayed", process: "webhook-dispatcher", ...events },
    { name: "webhook deliveries due", process: "webhook-dispatcher", ...deliveries },
    { name: "source addresses due", process: "source-enricher", waiting: due, seconds: dueSeconds },
  ];
}

function toRow({ name, process, waiting, seconds }: Queue) {
  return { waits: name, waiting, seconds: seconds.toFixed(1), process };
}

function describe(queues: readonly Queue[], late: readonly Queue[], maxSeconds: number | undefined): string {
  if (late.length > 0)
    return `Longer than ${maxSeconds} s: ${late.map(({ name, process }) => `${name} (is ${process} running?)`).join(", ")}.\n`;
  const [oldest] = [...queues].sort((one, other) => other.seconds - one.seconds);
  return oldest === undefined || oldest.waiting === 0
    ? "Nothing waits.\n"
    : `The oldest has waited ${oldest.seconds.toFixed(1)} s.\n`;
}
