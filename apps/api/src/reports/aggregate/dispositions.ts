import type { RecordStore } from "@ruaflow/record-store";
import { Type } from "typebox";

/** What the store adds up for a period. */
export type Totals = Awaited<ReturnType<RecordStore["readTotals"]>>;

const Disposed = (what: string, example: number) =>
  Type.Integer({ description: `Messages ${what}.`, examples: [example] });

export const DispositionsSchema = Type.Object(
  {
    none: Disposed("that receivers delivered as usual", 1184),
    quarantine: Disposed("that receivers treated as suspicious", 10),
    reject: Disposed("that receivers refused", 6),
    pass: Disposed("whose reports state pass, as RFC 9990 has it for mail that no policy was applied to", 0),
    other: Disposed("whose reports state another value, or none", 0),
  },
  { description: "What receivers did with the messages of the period. group_by=disposition has more about each." },
);

/** The values of {@link DispositionsSchema}, which add up to all messages. */
export function toDispositions(sums: Totals["dispositions"]) {
  const dispositions = { none: 0, quarantine: 0, reject: 0, pass: 0, other: 0 };
  for (const { disposition, messages } of sums) dispositions[isKnown(disposition) ? disposition : "other"] += messages;
  return dispositions;
}

function isKnown(text: string): text is "none" | "quarantine" | "reject" | "pass" {
  return ["none", "quarantine", "reject", "pass"].includes(text);
}
