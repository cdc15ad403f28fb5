import { parseMtaStsRecord } from "./mta-sts-record.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import type { MisplacedRecord, SeenRecord } from "./seen-record.ts";

/** Whether a record is as required; `unknown`: the lookup failed. */
export type RecordState = "ok" | "missing" | "different" | "unknown";

/** A required record, compared with the published ones. */
export interface RecordComparison {
  /** The full name that was looked up. */
  readonly name: string;
  readonly state: RecordState;
  readonly expected: string;
  readonly found: readonly string[];
  /** A sentence for people: what is wrong and what to do. */
  readonly detail: string;
  /** The parent domain whose DMARC record counts, because the domain has none. */
  readonly inheritedFrom?: string;
  /** Faults of the DMARC record that counts: the tag, what is wrong, and what receivers do. */
  readonly warnings?: readonly string[];
  /** The addresses of a valid DMARC record that names none of the organization's mailboxes here. */
  readonly otherAddresses?: readonly string[];
}

/** An answer, and what else was seen. */
export type SeenAnswer = Pick<SeenRecord, "answer" | "inherited" | "misplaced">;

/** Requires this claim's token. Other TXT records at the same name do no harm. */
export function compareVerification(claim: Claim, { answer, misplaced }: SeenAnswer): RecordComparison {
  const { name, value: expected } = listRequiredRecords(claim).verification;
  if (answer.kind === "failed") return failed(name, expected, answer.reason);
  const found = answer.texts;
  if (found.some((text) => text.trim() === expected)) {
    return { name, expected, found, state: "ok", detail: `The token is published at ${name}.` };
  }
  if (misplaced !== undefined) return describeMisplaced({ name, expected, misplaced });
  if (found.length === 0)
    return { name, expected, found, state: "missing", detail: `No TXT record is published at ${name}.` };
  const isNear = found.some((text) => text.toLowerCase().includes(expected.toLowerCase()));
  const detail = isNear
    ? `The TXT record at ${name} contains the token, but not as given: publish the token alone, without quotation marks.`
    : `The TXT record at ${name} is not the token of this claim.`;
  return { name, expected, found, state: "different", detail };
}

/** Requires any MTA-STS record: the owner chooses its id. */
export function compareMtaSts(claim: Claim, { answer, misplaced }: SeenAnswer): RecordComparison {
  const { name, value: expected } = listRequiredRecords(claim).mtaSts;
  if (answer.kind === "failed") return failed(name, expected, answer.reason);
  const found = answer.texts;
  const records = found.filter((text) => parseMtaStsRecord(text) !== null);
  if (records.length === 1) {
    return { name, expected, found, state: "ok", detail: `An MTA-STS record is published at ${name}.` };
  }
  if (records.length > 1) {
    const detail = `${records.length} MTA-STS records are published at ${name}, so senders ignore all of them: keep one.`;
    return { name, expected, found, state: "different", detail };
  }
  if (misplaced !== undefined) return describeMisplaced({ name, expected, misplaced });
  return found.length === 0
    ? { name, expected, found, state: "missing", detail: `No TXT record is published at ${name}.` }
    : { name, expected, found, state: "different", detail: `The TXT record at ${name} is not a valid MTA-STS record.` };
}

interface Misplaced extends Pick<RecordComparison, "name" | "expected"> {
  readonly misplaced: MisplacedRecord;
}

/** A record that is published, but not where it is looked for. */
export function describeMisplaced({ name, expected, misplaced }: Misplaced): RecordComparison {
  const detail = `The record is published at ${misplaced.host}, where it is not looked up: move it to ${name}.`;
  return { name, expected, found: misplaced.texts, state: "different", detail };
}

export function failed(name: string, expected: string, reason: string): RecordComparison {
  const detail = `${name} could not be looked up (${reason}): try again later.`;
  return { name, expected, found: [], state: "unknown", detail };
}
