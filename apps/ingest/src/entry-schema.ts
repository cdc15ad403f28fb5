import { ProblemSchema } from "@ruaflow/http";
import { Type } from "typebox";
import type { EntryOutcome } from "./submission-result.ts";

const outcomes: readonly EntryOutcome[] = ["accepted", "duplicate", "conflict", "held", "refused", "not-aggregate"];

/** The outcome of an entry, as the one who sent it sees it. */
export const OutcomeSchema = Type.Unsafe<EntryOutcome>({
  type: "string",
  enum: [...outcomes],
  description:
    "accepted: durable; a moment later status_url shows whether it is stored, a duplicate or a conflict. duplicate: already stored. conflict: already stored with other content; the first report counts, this one is kept. held: waits until its domain is added and verified, and is then taken in without being sent again. refused: see reason. not-aggregate: not an aggregate report.",
  examples: ["accepted"],
});

export const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

/** The problems that every operation of ingest may answer with. */
export const IngestProblems = {
  400: ProblemSchema,
  401: ProblemSchema,
  403: ProblemSchema,
  429: ProblemSchema,
  503: ProblemSchema,
};
