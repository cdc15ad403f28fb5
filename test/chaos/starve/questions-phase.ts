import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../load/figure.ts";
import type { FillSpec } from "../../load/fill/spec.ts";
import { type FilledStore, openFilledStore } from "../../load/filled-store.ts";
import { readOptions } from "../../load/options.ts";
import { toPeriod } from "./periods.ts";
import { BUSY_FACTOR, startAttackers } from "./run-phase.ts";
import { sendRequest } from "./send-request.ts";

/** What is promised to the questions of others: p50 and p95 at most this many times the quiet values, and p95 this time. */
const QUIET_TIMES_MAX = 5;
const P95_MS_MAX = 1000;
/** A quiet value below this is mostly the machine's noise: five times of it would be as well. */
const QUIET_MS_MIN = 50;

/** The name of the phase. */
export const QUESTIONS = "questions";

const GREEDY_CALLERS = 20;
const OTHERS = 3;
const DOMAINS = 2_700;
const EVERY_MS = 250;
const PATIENCE_MS = 30_000;
/** How long attackers are alone before the others ask. */
const ALONE_MS = 2_000;
/** A service that has started looks at all domains first. */
const WARM_UP_MS = 10_000;

/** One provider with 2,700 domains, which are copies of 100, and some organizations with one domain. */
const SPEC: FillSpec = {
  days: 90,
  organizations: [
    { name: "Greedy", domains: DOMAINS, reports: 54_000, recordsMean: 8, portfolio: { times: 27, references: 400 } },
    ...Array.from({ length: OTHERS }, (_, number) => ({
      ...{ name: `Other ${number + 1}`, domains: 1, reports: 500, recordsMean: 20 },
    })),
  ],
};

/** The time of the others' questions. */
interface Times {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly answers: number;
  /** Answers other than 200, and requests without one. */
  readonly refusals: readonly string[];
}

export interface QuestionsResult {
  readonly phase: typeof QUESTIONS;
  readonly quiet: Times;
  readonly attacked: Times;
  readonly p50MsMax: number;
  readonly p95MsMax: number;
  readonly isGreen: boolean;
}

/**
 * Lets some organizations ask for the sums of their one domain, alone (before and afterwards) and beside 20 callers with one key of an
 * organization with 2,700 domains, who ask for its sources, failures and sums without a pause.
 */
export async function runQuestionsPhase(options: {
  readonly seconds: number;
  readonly data: string | undefined;
}): Promise<QuestionsResult> {
  const context = {
    options: readOptions(options.data === undefined ? [] : ["--data", options.data]),
    parsedmarc: () => Promise.reject(new Error("not needed")),
    progress: (text: string) => console.error(`  ${text}`),
  };
  const store = await openFilledStore("starve", SPEC, context, { RUAFLOW_RECONCILE_EVERY_HOURS: "0" });
  try {
    return await measure(store, options.seconds);
  } finally {
    await store.stop();
  }
}

async function measure({ filled, service, createKey }: FilledStore, seconds: number): Promise<QuestionsResult> {
  const [greedy, ...others] = filled.organizations;
  const key = await createKey(greedy?.id ?? "");
  const keys: string[] = [];
  for (const { id } of others) keys.push(await createKey(id));
  const port = Number(new URL(service.url).port);
  const { lastDay } = filled;
  const askAll = (endsAtMs: number) => askInTurn({ keys, domains: others.map(toDomain), port, lastDay, endsAtMs });
  // Once before it counts, so that no time is that of a first question.
  await askAll(Date.now() + WARM_UP_MS);
  const before = await askAll(Date.now() + seconds * 500);
  const endsAtMs = Date.now() + ALONE_MS + seconds * 1000;
  const ports = { httpPort: port, smtpPort: 0 };
  const attack = { kind: "questions", clients: GREEDY_CALLERS, endsAtMs, key, mailbox: "", lastDay, ...ports } as const;
  const attacking = startAttackers(attack);
  await sleep(ALONE_MS);
  const attacked = await askAll(endsAtMs);
  await attacking;
  const after = await askAll(Date.now() + seconds * 500);
  return judge(toTimes([...before, ...after]), toTimes(attacked));
}

function judge(quiet: Times, attacked: Times): QuestionsResult {
  const toMax = (quietMs: number) => QUIET_TIMES_MAX * Math.max(QUIET_MS_MIN, quietMs);
  const p50MsMax = toMax(quiet.p50Ms);
  const p95MsMax = Math.min(toMax(quiet.p95Ms), Math.max(P95_MS_MAX, BUSY_FACTOR * quiet.p95Ms));
  const isAnswered = quiet.refusals.length + attacked.refusals.length === 0;
  const isGreen = isAnswered && attacked.p50Ms <= p50MsMax && attacked.p95Ms <= p95MsMax;
  return { phase: QUESTIONS, quiet, attacked, p50MsMax, p95MsMax, isGreen };
}

function toTimes(asked: readonly Asked[]): Times {
  const times = asked.map(({ ms }) => ms);
  const refusals = asked.flatMap(({ status }) => (status === 200 ? [] : [String(status)]));
  return { p50Ms: percentile(times, 50), p95Ms: percentile(times, 95), answers: times.length, refusals };
}

function toDomain({ domainIds: [id = ""] }: { readonly domainIds: readonly string[] }): string {
  return id;
}

interface Asking {
  readonly keys: readonly string[];
  readonly domains: readonly string[];
  readonly port: number;
  readonly lastDay: string;
  readonly endsAtMs: number;
}

interface Asked {
  readonly ms: number;
  /** Of the answer, or why there is none. */
  readonly status: number | string;
}

let number = 0;

/** Lets each organization ask, every quarter of a second or after the answer, each time over another period. */
async function askInTurn({ keys, domains, port, lastDay, endsAtMs }: Asking): Promise<Asked[]> {
  const asked: Asked[] = [];
  const askOne = async (key: string, index: number) => {
    const agent = new Agent({ keepAlive: true, localAddress: `127.${20 + index}.0.1` });
    while (Date.now() < endsAtMs) {
      const next = sleep(EVERY_MS);
      number += 1;
      const period = new URLSearchParams(toPeriod(lastDay, number)).toString();
      const path = `reports/aggregate?domain_id=${domains[index]}&${period}`;
      const startedAt = performance.now();
      const status = await sendRequest({ agent, port, key, patienceMs: PATIENCE_MS }, { path }).catch(String);
      asked.push({ ms: performance.now() - startedAt, status });
      await next;
    }
    agent.destroy();
  };
  await Promise.all(keys.map(askOne));
  return asked;
}

export function describeQuestions({ quiet, attacked, p50MsMax, p95MsMax, isGreen }: QuestionsResult): string {
  const say = ({ p50Ms, p95Ms, answers }: Times) =>
    `p50 ${Math.round(p50Ms)} ms, p95 ${Math.round(p95Ms)} ms of ${answers} answers`;
  const times = [attacked.p50Ms / quiet.p50Ms, attacked.p95Ms / quiet.p95Ms]
    .map((ratio) => ratio.toFixed(1))
    .join(" and ");
  return [
    `questions: quiet ${say(quiet)}; beside ${GREEDY_CALLERS} greedy callers ${say(attacked)}, ` +
      `${times} times as long (limits ${Math.round(p50MsMax)} and ${Math.round(p95MsMax)} ms): ${isGreen ? "green" : "RED"}`,
    ...new Set([...quiet.refusals, ...attacked.refusals]),
  ].join("\n  ");
}
