import { describeMisplaced, failed, type RecordComparison, type SeenAnswer } from "./compare-records.ts";
import { describeIgnored, isRestOfRecord, resemblesDmarcRecord } from "./dmarc-faults.ts";
import { type DmarcRecord, type DmarcTags, isDmarcRecord, parseDmarcRecord, parseDmarcTags } from "./dmarc-record.ts";
import { toMailbox } from "./mailbox.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import { listTagFaults } from "./tag-faults.ts";

export interface DmarcComparison extends RecordComparison {
  /** The record that receivers obey, also an inherited one; `null` when there is no valid record, or more than one. */
  readonly record: DmarcRecord | null;
}

/**
 * Requires a DMARC record that receivers obey and that sends reports to a mailbox of this claim. A domain without a record of its own
 * inherits that of a parent (RFC 7489, section 6.6.3; RFC 9989, section 4.10), which may send reports to the mailbox of a parent that
 * the same organization has verified.
 */
export function compareDmarc(claim: Claim, seen: SeenAnswer): DmarcComparison {
  const { name, value: expected } = listRequiredRecords(claim).dmarc;
  const { answer } = seen;
  if (answer.kind === "failed") return { ...failed(name, expected, answer.reason), record: null };
  const found = answer.texts.filter(isDmarcRecord);
  return found.length === 0
    ? compareAbsent(claim, seen, answer.texts)
    : { name, expected, found, ...comparePublished(claim, found, answer.texts) };
}

type Judged = Pick<DmarcComparison, "state" | "detail" | "record" | "otherAddresses" | "warnings">;

/** @param found records that receivers recognize, at least one */
function comparePublished(claim: Claim, found: readonly string[], texts: readonly string[]): Judged {
  const { name } = listRequiredRecords(claim).dmarc;
  const [text = ""] = found;
  if (found.length > 1) {
    const detail = `${found.length} DMARC records are published at ${name}, so receivers ignore all of them: keep one.`;
    return { state: "different", detail, record: null };
  }
  const record = parseDmarcRecord(text);
  if (record === null) {
    return withFaults(
      { state: "different", detail: `The record at ${name} has no valid policy.`, record },
      parseDmarcTags(text),
      name,
    );
  }
  if (sendsToUs(claim, record))
    return withFaults({ state: "ok", detail: `The record at ${name} sends reports to us.`, record }, record, name);
  const detail = texts.some(isRestOfRecord)
    ? `The record at ${name} is split into two TXT records, and receivers read only the one with v=DMARC1: join them into one.`
    : `The record at ${name} does not send reports to us: add mailto:${toMailbox(claim)} to its rua.`;
  return withFaults({ state: "different", detail, record, otherAddresses: record.aggregateAddresses }, record, name);
}

/** Adds what is wrong with the tags of the record that counts, whether or not it sends reports to us. */
function withFaults(judged: Judged, tags: DmarcTags | null, name: string): Judged {
  const warnings = tags === null ? [] : listTagFaults(tags, name);
  return warnings.length === 0 ? judged : { ...judged, warnings, detail: [judged.detail, ...warnings].join(" ") };
}

/** Without a record that receivers recognize the policy is inherited, if a parent has one. */
function compareAbsent(claim: Claim, { inherited, misplaced }: SeenAnswer, texts: readonly string[]): DmarcComparison {
  const { name, value: expected } = listRequiredRecords(claim).dmarc;
  const facts = { name, expected, found: texts };
  const near = texts.find(resemblesDmarcRecord);
  const fault = near && `Receivers ignore the record at ${name}: ${describeIgnored(near)}.`;
  if (inherited?.kind === "found") {
    const { from, record } = inherited;
    const judged = { ...facts, ...compareInherited(claim, from, record), inheritedFrom: from };
    return fault ? { ...judged, state: "different", detail: `${fault} They use the policy of ${from}.` } : judged;
  }
  if (fault) return { ...facts, state: "different", detail: fault, record: null };
  if (inherited?.kind === "failed") {
    const detail = `No DMARC record is published at ${name}, and the parent domains could not be looked up (${inherited.reason}).`;
    return { ...facts, state: "unknown", detail, record: null };
  }
  if (misplaced !== undefined) return { ...describeMisplaced({ name, expected, misplaced }), record: null };
  const others = texts.length > 0 ? " The TXT records there serve another purpose." : "";
  return { ...facts, state: "missing", detail: `No DMARC record is published at ${name}.${others}`, record: null };
}

function compareInherited(claim: Claim, from: string, record: DmarcRecord): Judged {
  const owner = `${claim.domain} has no DMARC record of its own and inherits the policy of ${from}`;
  const name = `_dmarc.${from}`;
  if (sendsToUs(claim, record))
    return withFaults({ state: "ok", detail: `${owner}, which sends reports to us.`, record }, record, name);
  const parent = claim.parents?.find(({ domain }) => domain === from);
  const mailbox = toMailbox(parent ? { ...parent, reportDomain: claim.reportDomain } : claim);
  const detail = `${owner}, which does not send reports to us: add mailto:${mailbox} to the rua at ${name}, or publish a record for ${claim.domain}.`;
  return withFaults({ state: "different", detail, record, otherAddresses: record.aggregateAddresses }, record, name);
}

/** Whether reports come to a mailbox of the claim or of a parent that its organization has verified. */
function sendsToUs({ parents = [], ...claim }: Claim, { aggregateAddresses }: DmarcRecord): boolean {
  const tokens = [claim, ...parents].map(({ mailboxToken }) => mailboxToken);
  return tokens.some((mailboxToken) =>
    aggregateAddresses.includes(toMailbox({ mailboxToken, reportDomain: claim.reportDomain })),
  );
}
