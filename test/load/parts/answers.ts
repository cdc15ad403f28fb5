import { askInRounds } from "../ask-in-rounds.ts";
import type { Part } from "../part.ts";
import { toAnswerQuestions } from "../portfolio-questions.ts";
import { withPortfolio } from "../portfolio-store.ts";

/** Whose mail it is, why it fails, and what a domain may publish; on the store of the part `portfolio`. */
export const answersPart: Part = {
  name: "answers",
  title: "services, classes and readiness over HTTP, embedded mode",
  run: (context) =>
    withPortfolio(context, (portfolio, asking) => askInRounds(toAnswerQuestions(portfolio), asking, context)),
};
