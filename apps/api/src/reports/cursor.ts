import { hash } from "node:crypto";
import { invalidAt } from "@ruaflow/http";

/** Written in front of each cursor: a cursor of another form is refused, not misread. */
const VERSION = "1";
const CHECK_CHARACTERS = 10;

/** Text for a client to keep and give back: where in its organization's reports it stands. */
export function writeCursor(organizationId: string, sequence: number): string {
  const text = `${VERSION}.${sequence.toString(36)}.${toCheck(organizationId, sequence)}`;
  return Buffer.from(text).toString("base64url");
}

/**
 * Where a client stands: 0, the beginning, for an empty text.
 *
 * @throws ProblemError 400 for a text that {@link writeCursor} has not written for this organization
 */
export function readCursor(organizationId: string, cursor: string): number {
  if (cursor === "") return 0;
  const [, digits = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  const sequence = Number.parseInt(digits, 36);
  if (!Number.isSafeInteger(sequence) || cursor !== writeCursor(organizationId, sequence)) throw refuseCursor();
  return sequence;
}

/** The same answer for a broken cursor, another organization's and one from data that are no longer there. */
export function refuseCursor(): Error {
  return invalidAt("/query/after", "is not a cursor of this list; start again with an empty value (after=)");
}

/** No secret: a cursor shows nothing that its organization may not read. The check finds mistakes, not forgers. */
function toCheck(organizationId: string, sequence: number): string {
  return hash("sha256", `${VERSION} ${organizationId} ${sequence}`, "base64url").slice(0, CHECK_CHARACTERS);
}
