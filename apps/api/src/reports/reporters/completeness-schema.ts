import type { DayCompleteness } from "@ruaflow/record-store/reporters";
import { Type } from "typebox";
import { toRate } from "../../rates.ts";
import { Day } from "../span-meta.ts";

const CountOrNull = (description: string, example: number) =>
  Type.Union([Type.Integer(), Type.Null()], { description, examples: [example] });
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 100, description, examples: [61.4] });

const UNKNOWN = "null: there are no reports of an earlier such weekday.";

/** What has come in of a day. */
export const DayCompletenessSchema = Type.Object({
  date: Day,
  messages: Type.Integer({ description: "Messages of the day that have come in.", examples: [820] }),
  usual_messages: CountOrNull(`Messages that expected reporters usually have of such a weekday. ${UNKNOWN}`, 1200),
  reporters: Type.Integer({ description: "Reporters with a report of the day, each counted once.", examples: [9] }),
  expected_reporters: CountOrNull(`Reporters that are expected. ${UNKNOWN}`, 12),
  expected_reported: CountOrNull(`Those of them that have reported the day. ${UNKNOWN}`, 8),
  complete_share: Type.Union([Share(""), Type.Null()], {
    description:
      "Share of the usual messages, in percent, whose reporters have reported the day: near 100, what is seen is about all there is. null: nothing is expected.",
    examples: [61.4],
  }),
  missing: Type.Array(
    Type.Object({
      reporter: Type.String({ examples: ["google.com"] }),
      share: Share("Of the usual messages, in percent."),
    }),
    { description: "Expected reporters whose report has not come, the largest first: at most 10." },
  ),
});

/** The values of {@link DayCompletenessSchema}. */
export function toCompletenessBody(found: DayCompleteness) {
  const { day, messages, reporters, isKnown, expected, reported, usualMessages, usualReported, missing } = found;
  return {
    ...{ date: day, messages, usual_messages: isKnown ? Math.round(usualMessages) : null, reporters },
    expected_reporters: isKnown ? expected : null,
    expected_reported: isKnown ? reported : null,
    complete_share: usualMessages === 0 ? null : toRate(usualReported, usualMessages),
    missing: missing.map((one) => ({ reporter: one.reporter, share: toRate(one.usualMessages, usualMessages) })),
  };
}
