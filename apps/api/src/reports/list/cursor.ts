import { hash } from "node:crypto";
import { invalidAt } from "@ruaflow/http";

/** Begins each cursor, so that a cursor of another format is refused, not misread. */
const VERSION = "1";
const CHECK_CHARACTERS = 10;

/** Text that a client keeps and sends back: its position in its organization's reports. */
export function writeCursor(organizationId: string, sequence: number): string {
  const text = `${VERSION}.${sequence.toString(36)}.${toCheck(organizationId, sequence)}`;
  return Buffer.from(text).toString("base64url");
}

/**
 * A client's position; 0, the beginning, for an empty text.
 *
 * @throws {ProblemError} 400 for a text that {@link writeCursor} did not write for this organization
 */
export function readCursor(organizationId: string, cursor: string): number {
  if (cursor === "") return 0;
  const [, digits = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  const sequence = Number.parseInt(digits, 36);
  if (!Number.isSafeInteger(sequence) || cursor !== writeCursor(organizationId, sequence)) throw refuseCursor();
  return sequence;
}

/** The same problem for a damaged cursor, another organization's cursor and one from data that no longer exist. */
export function refuseCursor(): Error {
  return invalidAt("/query/after", "is not a cursor of this list; start again with an empty value (after=)");
}

/** Not a secret: a cursor reveals only what its organization may read. The check detects mistakes, not forgery. */
function toCheck(organizationId: string, sequence: number): string {
  return hash("sha256", `${VERSION} ${organizationId} ${sequence}`, "base64url").slice(0, CHECK_CHARACTERS);
}
