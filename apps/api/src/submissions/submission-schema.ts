import type { ArrivalOutcome } from "@ruaflow/metadata-store/intake";
import { Type } from "typebox";

const outcomes: readonly ArrivalOutcome[] = [
  "accepted",
  "stored",
  "duplicate",
  "conflict",
  "held",
  "refused",
  "not-aggregate",
  "dropped",
];

const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const FinalSchema = (description: string) => Type.Boolean({ description, examples: [true] });

const EntrySchema = Type.Object({
  entry: Type.Integer({ description: "Position in the submission, from 0.", examples: [0] }),
  path: TextOrNull("Where in the submission it was found.", "reports.zip > google.xml"),
  outcome: Type.Unsafe<ArrivalOutcome>({
    type: "string",
    enum: [...outcomes],
    description:
      "accepted: durable, not processed yet. stored: its numbers count. duplicate: the same report is already stored. conflict: a report with the same identity but other content was stored earlier; the earlier one counts, this one is kept. held: waits until its domain is verified. refused: see reason. not-aggregate: not an aggregate report. dropped: its domain was deleted meanwhile.",
    examples: ["stored"],
  }),
  final: FinalSchema("Whether the outcome is final: false for accepted and held."),
  reason: TextOrNull("Stable code for every outcome except accepted and stored.", null),
  detail: TextOrNull("An explanation in one sentence.", null),
  report_id: TextOrNull("The report, if it could be read.", "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6"),
  domain_id: TextOrNull("The domain it counts for.", "dom_01k6g0c2r8v5n3q7j4y9x1t6ab"),
});

/** The answer of GET /submissions/:id. */
export const SubmissionSchema = Type.Object({
  id: Type.String({ examples: ["sub_01ka8z5m3nq7v2x4c6b8d0f1gh"] }),
  created_at: Type.String({
    format: "date-time",
    description: "When its first outcome was known.",
    examples: ["2026-10-01T08:30:00.000Z"],
  }),
  final: FinalSchema("Whether every outcome is final."),
  entries: Type.Array(EntrySchema, {
    description: "The reports and other entries found; a report that is still being read is not listed yet.",
  }),
});
