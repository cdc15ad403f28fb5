import { type Asking, type Question, timeQuestion } from "../ask.ts";
import { askMixed, type MixedClient } from "../ask-mixed.ts";
import { type Figure, median, percentile } from "../figure.ts";
import type { FillSpec } from "../fill/spec.ts";
import { type FilledStore, openFilledStore } from "../filled-store.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import {
  type Portfolio,
  readReferences,
  toFurtherQuestions,
  toMixedQuestions,
  toOldQuestions,
  toPortfolioQuestions,
} from "../portfolio-questions.ts";

/** Two periods of 30 days, and days by which they are shifted. */
const DAYS = 90;
const RECORDS_MEAN = 8;
/** Domains that are generated; the others are copies of them. */
const GENERATED_DOMAINS = 200;
const DOMAINS_PER_CLIENT = 20 / 3;
const ROUND_REQUESTS_MAX = 40;
const PROVIDERS = 20;
const PROVIDER_ROUNDS = 5;
const PROVIDERS_GOAL = 3;

/** One provider with thousands of domains of many clients. */
export const portfolioPart: Part = {
  name: "portfolio",
  title: "questions over thousands of domains of many clients, over HTTP, embedded mode",
  run: measure,
};

/** A provider's domains; every client has six or seven of them. */
export function toPortfolio({ domains, records }: { readonly domains: number; readonly records: number }): FillSpec {
  const times = Math.max(1, Math.floor(domains / GENERATED_DOMAINS));
  const size = {
    domains: Math.floor(domains / times) * times,
    reports: Math.floor(records / RECORDS_MEAN / times) * times,
  };
  const portfolio = { times, references: Math.max(1, Math.round(domains / DOMAINS_PER_CLIENT)) };
  return { days: DAYS, organizations: [{ name: "Provider", ...size, recordsMean: RECORDS_MEAN, portfolio }] };
}

async function measure(context: PartContext): Promise<PartOutput> {
  const store = await openFilledStore("portfolio", toPortfolio(context.options), context);
  try {
    const [provider] = store.filled.organizations;
    const key = await store.createKey(provider?.id ?? "");
    const asking = { url: store.service.url, key, requests: Math.min(context.options.requests, ROUND_REQUESTS_MAX) };
    const references = await readReferences(asking.url, key);
    const portfolio = { lastDay: store.filled.lastDay, domainIds: provider?.domainIds ?? [], references };
    const alone = await askInRounds(portfolio, asking, context);
    const together = await askTogether(portfolio, asking, context);
    return {
      figures: [...alone.figures, ...together.figures],
      notes: [...toNotes(store), ...alone.notes, ...together.notes],
    };
  } finally {
    await store.stop();
  }
}

/** In each round one client asks every question in turn: what disturbs the machine for a while disturbs new and old questions. */
async function askInRounds(
  portfolio: Portfolio,
  asking: Asking,
  { options, progress }: PartContext,
): Promise<PartOutput> {
  const all = [...toPortfolioQuestions(portfolio), ...toFurtherQuestions(portfolio), ...toOldQuestions(portfolio)];
  const rounds = new Map<Question, (readonly number[])[]>(all.map((question) => [question, []]));
  const notes: string[] = [];
  for (let round = 1; round <= options.repetitions; round += 1) {
    for (const [question, times] of rounds) {
      progress(`round ${round}: ${question.name}`);
      const outcome = await timeQuestion(question, asking).catch((error: Error) => error);
      if (!(outcome instanceof Error)) times.push(outcome);
      else {
        notes.push(toFailure(question.name, outcome));
        rounds.delete(question);
      }
    }
  }
  return { figures: [...rounds].flatMap(([question, times]) => toFigures(question, times)), notes };
}

/** The values are those of the rounds, so the table shows their spread. */
function toFigures({ name, goals }: Question, rounds: readonly (readonly number[])[]): Figure[] {
  const p95: Figure = { name: `${name}, p95`, unit: "ms", values: rounds.map((times) => percentile(times, 95)) };
  return [
    { name: `${name}, p50`, unit: "ms", values: rounds.map(median) },
    goals?.one === undefined ? p95 : { ...p95, goal: { atMost: goals.one } },
  ];
}

/** The same mixture of questions from one provider and from many, each without a pause between its questions. */
async function askTogether(
  portfolio: Portfolio,
  asking: Asking,
  { options, progress }: PartContext,
): Promise<PartOutput> {
  const toClient = (_: unknown, index: number): MixedClient => ({
    key: asking.key,
    requests: Array.from({ length: PROVIDER_ROUNDS }, (__, round) => toMixedQuestions(portfolio, index + round)).flat(),
  });
  const clients = Array.from({ length: PROVIDERS }, toClient);
  const one: number[] = [];
  const many: number[] = [];
  try {
    for (let round = 1; round <= options.repetitions; round += 1) {
      progress(`round ${round}: ${PROVIDERS} providers`);
      one.push(await readP95(asking.url, clients.slice(0, 1)));
      many.push(await readP95(asking.url, clients));
    }
  } catch (error) {
    return { figures: [], notes: [toFailure(`${PROVIDERS} providers at once`, error)] };
  }
  const ratios = many.map((value, round) => value / (one[round] ?? Number.NaN));
  return {
    figures: [
      { name: "mixed questions, 1 provider, p95", unit: "ms", values: one },
      { name: `mixed questions, ${PROVIDERS} providers at once, p95`, unit: "ms", values: many },
      {
        name: `${PROVIDERS} providers at once, p95 against one`,
        unit: "x",
        values: ratios,
        goal: { atMost: PROVIDERS_GOAL },
      },
    ],
    notes: [],
  };
}

async function readP95(url: string, clients: readonly MixedClient[]): Promise<number> {
  const figures = await askMixed({ url, clients });
  return figures.find(({ name }) => name === "all routes, p95")?.values[0] ?? Number.NaN;
}

function toFailure(what: string, error: unknown): string {
  process.exitCode = 1;
  return `FAILED: ${what}: ${error instanceof Error ? error.message : error}`;
}

function toNotes({ filled }: FilledStore): string[] {
  const [provider] = filled.spec.organizations;
  const reports = filled.organizations.reduce((sum, organization) => sum + organization.reports, 0);
  const text = (value = 0) => value.toLocaleString("en");
  return [
    `${text(filled.records)} records, ${text(reports)} reports, ${filled.spec.days} days, ${text(provider?.domains)} domains of ${text(provider?.portfolio?.references)} clients;`,
    "each figure: the value of each round; clients and service share the machine.",
  ];
}
