import { type DomainToJudge, judgedMail, type MailVerdict } from "@ruaflow/metadata-store/attention";
import type { RecordStore } from "@ruaflow/record-store";
import type { DayCounts } from "@ruaflow/record-store/questions";
import { describeCause } from "@ruaflow/senders/rules";
import type { JudgeDomain } from "@ruaflow/verdicts/judge";
import { type DomainReadiness, listReasons, type ReadinessStores, readReadiness } from "@ruaflow/verdicts/readiness";
import {
  type FaultyMail,
  findFaulty,
  isMuch,
  isMuchOfOwn,
  type MailAtRisk,
  readMailAtRisk,
  type SenderAtRisk,
} from "@ruaflow/verdicts/risk";
import { findFirstDay, toDay, toDaysText, toText } from "../alerts/finding.ts";

const { failingDays, readyDays } = judgedMail;
/** Days in which the begin of a problem is looked for. */
const SINCE_DAYS = 90;
/** Forged messages that receivers delivered, from which on a domain should publish a policy. */
const SPOOFED_MIN = 10;
/** Percent of the mail that may be the owner's and passes, from which on a domain can be ready. */
const READY_MIN = 95;

export interface JudgeStores extends ReadinessStores {
  readonly records: ReadinessStores["records"] & Pick<RecordStore, "readAddressDays" | "readClassSums">;
  readonly judgeDomain: JudgeDomain;
}

type MailReason = MailVerdict["reasons"][number];

/** A reason before it is known since when it lasts. */
interface Found extends Omit<MailReason, "since"> {
  readonly sender: SenderAtRisk | undefined;
}

/** Splits the mail of a domain by class, and finds what of it is a reason for attention. */
export async function judgeMail(stores: JudgeStores, domain: DomainToJudge, now: Date): Promise<MailVerdict> {
  const filter = { ...toPeriod(now, failingDays), counted: toCounted(domain), domainIds: [domain.id] } as const;
  // Sources that were not judged yet would be unknown senders.
  await stores.judgeDomain(domain.organizationId, domain.id);
  const risk = domain.fails ? await readMailAtRisk(stores, domain.organizationId, filter) : null;
  const readiness = domain.asksNothing ? await readReady(stores, domain, now) : null;
  const found = risk === null ? [] : findFailing(risk, readiness);
  const reasons: MailReason[] = [];
  for (const { sender, ...reason } of found)
    reasons.push({ ...reason, since: sender === undefined ? null : await findSince(stores, { domain, sender, now }) });
  const ready = readiness === null ? null : findReady(readiness);
  return {
    reasons: ready === null ? reasons : [...reasons, ready],
    forgedRefused: risk?.classes.spoofed.refused ?? 0,
  };
}

const toCounted = ({ countUnauthenticated }: DomainToJudge) => (countUnauthenticated ? "all" : "authentic");

const toPeriod = (now: Date, days: number) => ({ startDate: toDay(now, days - 1), endDate: toDay(now) });

function readReady(stores: ReadinessStores, domain: DomainToJudge, now: Date): Promise<DomainReadiness> {
  const filter = { ...toPeriod(now, readyDays), counted: toCounted(domain) } as const;
  return readReadiness(stores, domain.organizationId, { domain, filter });
}

/** @param readiness of a domain that publishes `p=none`; `null`: it publishes more, or its policy is not known */
function findFailing(risk: MailAtRisk, readiness: DomainReadiness | null): Found[] {
  const { compliant, misconfigured, forwarded, spoofed } = risk.classes;
  const legitimate = compliant.messages + misconfigured.messages + forwarded.messages;
  const { refused, failed, senders: own } = findFaulty(risk, "misconfigured");
  const delivered = failed - refused;
  const unknown = findFaulty(risk, "unknown");
  const found: Found[] = [];
  if (isMuchOfOwn(refused, legitimate)) found.push(describeLost(own, refused));
  if (isMuchOfOwn(delivered, legitimate)) found.push(describeMisconfigured(own, delivered));
  if (isMuch(unknown.failed, legitimate)) found.push(describeUnknown(unknown, own));
  const strangers = spoofed.failed - spoofed.refused;
  if (readiness !== null && strangers >= SPOOFED_MIN)
    found.push(describeSpoofed(findFaulty(risk, "spoofed").senders, { strangers, readiness }));
  return found;
}

function describeLost(own: readonly SenderAtRisk[], value: number): Found {
  const [sender] = own.toSorted((a, b) => b.refused - a.refused);
  const refused = sender?.refused ?? value;
  const cause = sender?.cause ? `: ${describeCause(sender.cause)}` : "";
  const summary = `Receivers refused or put into junk ${toText(refused)} messages of ${sender?.name ?? "your own senders"} in ${toDaysText(failingDays)}${cause}.${describeOthers(own.filter((one) => one.refused > 0))}`;
  return { reason: "own_mail_lost", value, threshold: 1, summary, sender };
}

/** The sender with most messages is named, by its service or else its address, with the cause in words. */
function describeMisconfigured(own: readonly SenderAtRisk[], value: number): Found {
  const delivering = own.filter((one) => toDelivered(one) > 0).toSorted((a, b) => toDelivered(b) - toDelivered(a));
  const [sender] = delivering;
  const messages = toText(sender ? toDelivered(sender) : value);
  const cause = sender?.cause ? `: ${describeCause(sender.cause)}` : "";
  const summary = `${sender?.name ?? "Your own senders"} sent ${messages} messages that fail DMARC in ${toDaysText(failingDays)}${cause}.${describeOthers(delivering)}`;
  return { reason: "misconfigured_sender", value, threshold: 1, summary, sender };
}

/** Failing messages that receivers delivered all the same. */
const toDelivered = ({ failed, refused }: SenderAtRisk) => failed - refused;

function describeOthers(own: readonly SenderAtRisk[]): string {
  const others = own.length - 1;
  return others <= 0 ? "" : ` ${others} more of your senders ${others === 1 ? "has" : "have"} such messages.`;
}

/** A service that an own sender is at has other customers: their mail is another sender's. */
function describeUnknown({ senders, failed: value }: FaultyMail, own: readonly SenderAtRisk[]): Found {
  const [sender] = senders;
  const other = own.some(({ name }) => name === sender?.name) ? "other mail of " : "";
  const largest = sender ? `; the largest is ${other}${sender.name} with ${toText(sender.failed)}` : "";
  const summary = `Unknown senders sent ${toText(value)} messages that fail DMARC in ${toDaysText(failingDays)}${largest}. Find out whether they are yours.`;
  return { reason: "unknown_sender", value, threshold: 1, summary, sender };
}

function describeSpoofed(
  senders: readonly SenderAtRisk[],
  { strangers, readiness }: { readonly strangers: number; readonly readiness: DomainReadiness },
): Found {
  const { share } = readiness.scenarios.reject;
  const isReady = share !== null && listReasons(readiness).length === 0;
  const step = isReady
    ? `Move to p=reject: it would lose ${toLoss(share.high)} of your own mail.`
    : "Set your own senders up, then move to p=reject.";
  const summary = `Receivers delivered ${toText(strangers)} forged messages in ${toDaysText(failingDays)}, since the domain publishes p=none. ${step}`;
  return { reason: "spoofed_mail_delivered", value: strangers, threshold: SPOOFED_MIN, summary, sender: senders[0] };
}

const toLoss = (share: number) => (share === 0 ? "none" : `at most ${toText(Math.ceil(1000 * share) / 10)} %`);

/** As `GET /domains/:id/readiness` says `ready`. */
function findReady(found: DomainReadiness): MailReason | null {
  const { share, of } = found.scenarios.reject;
  if (share === null || listReasons(found).length > 0) return null;
  return {
    reason: "ready_for_enforcement",
    value: 100 * (1 - share.high),
    threshold: READY_MIN,
    summary: `p=reject would lose ${toLoss(share.high)} of the ${toText(of.high)} messages in ${toDaysText(readyDays)} that may be yours; the domain publishes p=none.`,
    since: null,
  };
}

const isMostlyFailing = ({ messages, passed }: DayCounts) => 2 * passed < messages;

interface Since {
  readonly domain: DomainToJudge;
  readonly sender: SenderAtRisk;
  readonly now: Date;
}

/** The first of the last days on which most mail of the sender's addresses fails. */
async function findSince({ records }: JudgeStores, { domain, sender, now }: Since): Promise<string | null> {
  const { organizationId, id: domainId, countUnauthenticated } = domain;
  const key = { organizationId, domainId, countUnauthenticated };
  const days = await records.readAddressDays(key, { ...toPeriod(now, SINCE_DAYS), addresses: sender.addresses });
  return findFirstDay(days, isMostlyFailing);
}
