import { invalidAt } from "@ruaflow/http";
import { NOTE_CHARS_MAX } from "@ruaflow/metadata-store/attention";
import { Type } from "typebox";
import { readTime } from "../../time-query.ts";

const UNTIL_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** The fields of a body that acknowledges. */
export const AcknowledgementFields = {
  note: Type.Optional(
    Type.String({
      maxLength: NOTE_CHARS_MAX,
      description: "What is known or being done, for the next reader.",
      examples: ["The client's new newsletter service; DKIM is on its way."],
    }),
  ),
  until: Type.Optional(
    Type.String({
      format: "date-time",
      description: `When the reasons are new again at the latest, at most ${UNTIL_DAYS_MAX} days ahead. Without it time alone does not end the acknowledgement.`,
      examples: ["2030-01-01T00:00:00Z"],
    }),
  ),
};

/** @throws {ProblemError} 400 when `until` is not in the future, or too far in it */
export function readAcknowledgement(
  { note, until }: { readonly note?: string; readonly until?: string },
  { keyId, now }: { readonly keyId: string; readonly now: Date },
) {
  return { note: note ?? null, until: until === undefined ? null : readUntil(until, now), keyId, now };
}

function readUntil(text: string, now: Date): Date {
  const until = readTime("/body/until", text);
  const aheadMs = until.getTime() - now.getTime();
  if (aheadMs > 0 && aheadMs <= UNTIL_DAYS_MAX * DAY_MS) return until;
  throw invalidAt("/body/until", `must be in the future, and at most ${UNTIL_DAYS_MAX} days ahead`);
}
