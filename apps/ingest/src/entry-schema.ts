import { ProblemSchema } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import { Type } from "typebox";
import type { EntryOutcome } from "./submission-result.ts";

/** The outcome of an entry, as the one who sent it sees it. */
export const OutcomeSchema = DescribedValues<EntryOutcome>(
  {
    accepted: "Durable. A moment later, status_url shows whether it is stored, a duplicate or a conflict.",
    duplicate: "The report was already stored.",
    conflict: "A report with this identity was stored with other content. The first one counts; this one is kept.",
    held: "Waits until its domain is added and verified. It is then processed without being sent again.",
    refused: "See reason.",
    "not-aggregate": "Not an aggregate report.",
  },
  { description: "Outcome of the entry.", examples: ["accepted"] },
);

export const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

/** Where a refused document is wrong, and who sent it. Each is absent if it is not known. */
export const refusalFacts = {
  line: Type.Optional(
    Type.Integer({ description: "Line of the XML at which it cannot be read, from 1.", examples: [12] }),
  ),
  column: Type.Optional(
    Type.Integer({ description: "Position in this line, from 1, in UTF-16 units.", examples: [7] }),
  ),
  excerpt: Type.Optional(
    Type.String({
      description:
        "A piece of this line, at most 80 characters, written by the sender. Invisible characters are escaped as in \\u202e.",
      examples: ["<count>3</cuont>"],
    }),
  ),
  reporter: Type.Optional(
    Type.String({ description: "The reporter as the document names it.", examples: ["Example Inc. (example.com)"] }),
  ),
};

/** The problems that every operation of ingest may answer with. */
export const IngestProblems = {
  400: ProblemSchema,
  401: ProblemSchema,
  403: ProblemSchema,
  429: ProblemSchema,
  503: ProblemSchema,
};
