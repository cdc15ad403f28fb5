import { type Queue, readQueues, UNSTORED } from "@ruaflow/api/operator";
import type { Environment } from "@ruaflow/runtime/settings";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";

interface LagOptions {
  readonly maxSeconds?: number;
  readonly json?: boolean;
}

/**
 * Prints each kind of work that waits; the exit code tells whether one waits too long.
 * @throws {UsageError} without a running service: on engines that are started for the question nothing would wait for long
 */
export async function printLag(environment: Environment, { maxSeconds, json = false }: LagOptions): Promise<void> {
  const queues = await withStores(environment, readQueues, { engines: "never" });
  const lost = queues.find(({ name }) => name === UNSTORED)?.waiting ?? 0;
  if (json) printJson(queues);
  else printRows(queues.map(toRow), { json: false });
  const late = queues.filter(({ seconds }) => maxSeconds !== undefined && seconds > maxSeconds);
  if (late.length > 0 || lost > 0) process.exitCode = 1;
  if (!json) process.stdout.write(`${describe(queues, late, maxSeconds)}${describeLost(lost)}`);
}

function toRow({ name, process, waiting, seconds }: Queue) {
  return { waits: name, waiting, seconds: seconds.toFixed(1), process: process ?? "ruaflow replay" };
}

function describe(queues: readonly Queue[], late: readonly Queue[], maxSeconds: number | undefined): string {
  if (late.length > 0) return `Longer than ${maxSeconds} s: ${late.map(describeLate).join(", ")}.\n`;
  const [oldest] = queues.filter(({ process }) => process !== null).sort((one, other) => other.seconds - one.seconds);
  return oldest === undefined || oldest.waiting === 0
    ? "Nothing waits.\n"
    : `The oldest has waited ${oldest.seconds.toFixed(1)} s.\n`;
}

function describeLate({ name, process }: Queue): string {
  return process === null ? name : `${name} (is ${process} running?)`;
}

function describeLost(reports: number): string {
  if (reports === 0) return "";
  return `Without rows, and lost from the log: ${pluralize(reports, "acknowledged report")}. Read their bytes again: ruaflow replay --unstored\n`;
}
