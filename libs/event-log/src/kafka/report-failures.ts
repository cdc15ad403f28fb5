import { describeError } from "@ruaflow/runtime/errors";
import type { LogEntry } from "kafkajs";
import { explainFailure } from "./explain-failure.ts";

/** An outage is over when nothing has failed for this long: kafkajs tries again every few seconds. */
const OUTAGE_OVER_AFTER_MS = 60_000;

/** A part of each rebalance: kafkajs joins the group again. */
const REBALANCE = /rebalancing/;

/**
 * Turns the failures that kafkajs logs, several a second in an outage, into one error per outage and way out.
 * @param onFailure receives the broker's own error, with the settings to check
 */
export function reportFailures(onFailure: (error: Error) => void, now: () => number): (entry: LogEntry) => void {
  const failedAt = new Map<string, number>();
  return ({ log }) => {
    const message = describe(log);
    if (REBALANCE.test(message)) return;
    const advice = explainFailure(message)?.advice ?? "";
    const last = failedAt.get(advice) ?? Number.NEGATIVE_INFINITY;
    failedAt.set(advice, now());
    if (now() - last > OUTAGE_OVER_AFTER_MS) onFailure(new Error(advice === "" ? message : `${message}. ${advice}`));
  };
}

function describe({ message, broker, error }: LogEntry["log"]): string {
  const where = typeof broker === "string" ? `Kafka at ${broker}` : "Kafka";
  return `${where}: ${message}${error === undefined ? "" : `: ${describeError(error)}`}`;
}
