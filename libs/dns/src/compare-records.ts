import { chooseDmarcRecord, type DmarcRecord, isDmarcRecord } from "./dmarc-record.ts";
import { toMailbox } from "./mailbox.ts";
import { parseMtaStsRecord } from "./mta-sts-record.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import type { TxtAnswer } from "./txt-lookup.ts";

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
}

export interface DmarcComparison extends RecordComparison {
  /** The record that receivers obey; `null` when there is no valid record, or more than one. */
  readonly record: DmarcRecord | null;
}

/** Requires a DMARC record that receivers obey and that sends reports to this claim's mailbox. */
export function compareDmarc(claim: Claim, answer: TxtAnswer): DmarcComparison {
  const { name, value: expected } = listRequiredRecords(claim).dmarc;
  if (answer.kind === "failed") return { ...failed(name, expected, answer.reason), record: null };
  const found = answer.texts.filter(isDmarcRecord);
  const [text, another] = found;
  const facts = { name, expected, found };
  if (text === undefined) {
    return { ...facts, state: "missing", detail: `No DMARC record is published at ${name}.`, record: null };
  }
  if (another !== undefined) {
    const detail = `${found.length} DMARC records are published at ${name}, so receivers ignore all of them: keep one.`;
    return { ...facts, state: "different", detail, record: null };
  }
  const record = chooseDmarcRecord(found);
  if (record === null) {
    const detail = `The record at ${name} has no valid policy: p must be none, quarantine or reject.`;
    return { ...facts, state: "different", detail, record };
  }
  if (!record.aggregateAddresses.includes(toMailbox(claim))) {
    const detail = `The record at ${name} does not send reports to us: add mailto:${toMailbox(claim)} to its rua.`;
    return { ...facts, state: "different", detail, record };
  }
  return { ...facts, state: "ok", detail: `The record at ${name} sends reports to us.`, record };
}

/** Requires this claim's token. Other TXT records at the same name do no harm. */
export function compareVerification(claim: Claim, answer: TxtAnswer): RecordComparison {
  const { name, value: expected } = listRequiredRecords(claim).verification;
  if (answer.kind === "failed") return failed(name, expected, answer.reason);
  const found = answer.texts;
  if (found.some((text) => text.trim() === expected)) {
    return { name, expected, found, state: "ok", detail: `The token is published at ${name}.` };
  }
  return found.length === 0
    ? { name, expected, found, state: "missing", detail: `No TXT record is published at ${name}.` }
    : {
        name,
        expected,
        found,
        state: "different",
        detail: `The TXT record at ${name} is not the token of this claim.`,
      };
}

/** Requires any MTA-STS record: the owner chooses its id. */
export function compareMtaSts(claim: Claim, answer: TxtAnswer): RecordComparison {
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
  return found.length === 0
    ? { name, expected, found, state: "missing", detail: `No TXT record is published at ${name}.` }
    : { name, expected, found, state: "different", detail: `The TXT record at ${name} is not a valid MTA-STS record.` };
}

export function failed(name: string, expected: string, reason: string): RecordComparison {
  const detail = `${name} could not be looked up (${reason}): try again later.`;
  return { name, expected, found: [], state: "unknown", detail };
}
