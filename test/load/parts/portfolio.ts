import type { Asking } from "../ask.ts";
import { askInRounds, toFailure } from "../ask-in-rounds.ts";
import { askMixed, type MixedClient } from "../ask-mixed.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import {
  type Portfolio,
  toFurtherQuestions,
  toMixedQuestions,
  toOldQuestions,
  toPortfolioQuestions,
} from "../portfolio-questions.ts";
import { withPortfolio } from "../portfolio-store.ts";

const PROVIDERS = 20;
const PROVIDER_ROUNDS = 5;
const PROVIDERS_GOAL = 3;

/** One provider with thousands of domains of many clients. */
export const portfolioPart: Part = {
  name: "portfolio",
  title: "questions over thousands of domains of many clients, over HTTP, embedded mode",
  run: measure,
};

async function measure(context: PartContext): Promise<PartOutput> {
  return withPortfolio(context, async (portfolio, asking) => {
    const all = [...toPortfolioQuestions(portfolio), ...toFurtherQuestions(portfolio), ...toOldQuestions(portfolio)];
    const alone = await askInRounds(all, asking, context);
    const together = await askTogether(portfolio, asking, context);
    return { figures: [...alone.figures, ...together.figures], notes: [...alone.notes, ...together.notes] };
  });
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
