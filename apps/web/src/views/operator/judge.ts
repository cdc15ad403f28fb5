import type { Answer } from "@ruaflow/client";
import { countOf, formatCount, formatSeconds } from "../../format/numbers.ts";

export type ServiceState = Answer<"readServiceState">["data"];

/** What waits this long is late: the work itself takes seconds. */
const LATE_S = 300;

/** Queues of work that is done over hours on purpose: their age says nothing. */
const SLOW: ReadonlySet<string> = new Set(["source addresses due", "DNS checks of domains due"]);
const SLOW_LATE_S = 6 * 3600;

/** What needs the operator, each in one sentence, the worst first; empty: all is well. */
export function judge(state: ServiceState): string[] {
  const work = [...judgeQueues(state), ...judgeLetters(state), ...judgeReconciliation(state)];
  return [...judgeHealth(state), ...judgeAuthorization(state), ...work];
}

/** Whether something waits longer than its work takes. */
export function isLate(name: string, seconds: number | null): boolean {
  return seconds !== null && seconds > (SLOW.has(name) ? SLOW_LATE_S : LATE_S);
}

function judgeHealth({ health, topics, deliveries }: ServiceState): string[] {
  const down = health
    .filter(({ ok }) => !ok)
    .map(({ part, error }) => `${part} is not healthy: ${error ?? "no reason is known"}.`);
  const unread = [
    ["The topics of the log", topics.error],
    ["The deliveries of webhooks", deliveries.error],
  ] as const;
  return [...down, ...unread.flatMap(([part, error]) => (error === null ? [] : [`${part} cannot be read: ${error}.`]))];
}

function judgeAuthorization({ report_authorization: { value, error } }: ServiceState): string[] {
  if (error !== null) return [`The authorization records cannot be read: ${error}.`];
  if (value === null || value.missing === 0) return [];
  const domains = countOf(value.missing, "domain");
  return [
    `Receivers send no reports about ${domains}. Publish the authorization of this service, for example at ${value.example}.`,
  ];
}

function judgeQueues({ queues, topics }: ServiceState): string[] {
  const late = queues.flatMap(({ name, waiting, seconds, error }) => {
    if (error !== null) return [`${name} cannot be counted: ${error}.`];
    return isLate(name, seconds)
      ? [`${formatCount(waiting ?? 0)} ${name} wait, the oldest for ${formatSeconds(seconds ?? 0)}.`]
      : [];
  });
  const behind = topics.items
    .filter(({ topic, seconds }) => isLate(topic, seconds))
    .map(({ topic, group, seconds }) => `${group} is ${formatSeconds(seconds)} behind in ${topic}.`);
  return [...late, ...behind];
}

function judgeLetters({ dead_letters: { value, error } }: ServiceState): string[] {
  if (error !== null) return [`The dead letters cannot be read: ${error}.`];
  const open = value === null ? 0 : value.total - value.replayed;
  if (open === 0) return [];
  return [`${countOf(open, "message")} could not be processed and ${open === 1 ? "was" : "were"} set aside.`];
}

function judgeReconciliation({ reconciliation: { value, error } }: ServiceState): string[] {
  if (error !== null) return [`The last comparison of the two databases cannot be read: ${error}.`];
  if (value === null) return [];
  const wrong = value.missing + value.altered + value.doubled + value.unknown;
  return wrong === 0
    ? []
    : [`${countOf(wrong, "report")} ${wrong === 1 ? "differs" : "differ"} between the two databases.`];
}
