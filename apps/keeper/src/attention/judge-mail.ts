import { type DomainToJudge, judgedMail, type MailVerdict } from "@ruaflow/metadata-store/attention";
import type { RecordStore } from "@ruaflow/record-store";
import type { DayCounts } from "@ruaflow/record-store/questions";
import { describeCause } from "@ruaflow/senders/rules";
import type { JudgeDomain } from "@ruaflow/verdicts/judge";
import { type DomainReadiness, listReasons, type ReadinessStores, readReadiness } from "@ruaflow/verdicts/readiness";
import { isMuch, isMuchOfOwn, type MailAtRisk, readMailAtRisk, type SenderAtRisk } from "@ruaflow/verdicts/risk";
import { findFirstDay, toDay, toDaysText, toText } from "../alerts/finding.ts";

const { failingDays, readyDays } = judgedMail;
/** Days in which the begin of a problem is looked for. */
const SINCE_DAYS = 90;
/** Messages of a sender that looks like a forwarder, from which on it is looked at what its addresses sent before. */
const BROKEN_MIN = 10;
/** Days with such mail: less may be one burst. */
const BROKEN_DAYS_MIN = 2;
/** Such senders that are looked at, those with most failing mail. */
const SUSPECTS_MAX = 3;
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
  const broken = risk === null ? [] : await findBroken(stores, { domain, senders: risk.senders, now });
  const found = risk === null ? [] : findFailing(risk, { broken, readiness });
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

interface Evidence {
  /** Senders whose mail looks forwarded, though it broke at its origin. */
  readonly broken: readonly SenderAtRisk[];
  /** Of a domain that publishes `p=none`; `null`: it publishes more, or its policy is not known. */
  readonly readiness: DomainReadiness | null;
}

function findFailing(risk: MailAtRisk, { broken, readiness }: Evidence): Found[] {
  const { compliant, misconfigured, forwarded, unknown, spoofed } = risk.classes;
  const legitimate = compliant.messages + misconfigured.messages + forwarded.messages;
  const senders = (name: SenderAtRisk["class"]) => risk.senders.filter((sender) => sender.class === name);
  const own = [...senders("misconfigured"), ...broken].toSorted((a, b) => b.failed - a.failed);
  const refused = misconfigured.refused + broken.reduce((sum, sender) => sum + sender.refused, 0);
  const delivered = misconfigured.failed + broken.reduce((sum, sender) => sum + sender.failed, 0) - refused;
  const found: Found[] = [];
  if (isMuchOfOwn(refused, legitimate)) found.push(describeLost(own, refused));
  if (isMuchOfOwn(delivered, legitimate)) found.push(describeMisconfigured(own, delivered));
  if (isMuch(unknown.failed, legitimate)) found.push(describeUnknown(senders("unknown"), unknown.failed));
  const strangers = spoofed.failed - spoofed.refused;
  if (readiness !== null && strangers >= SPOOFED_MIN)
    found.push(describeSpoofed(senders("spoofed"), { strangers, readiness }));
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
  const [sender] = own;
  const messages = toText(sender?.failed ?? value);
  const cause = sender?.cause ? `: ${describeCause(sender.cause)}` : "";
  const summary = `${sender?.name ?? "Your own senders"} sent ${messages} messages that fail DMARC in ${toDaysText(failingDays)}${cause}.${describeOthers(own)}`;
  return { reason: "misconfigured_sender", value, threshold: 1, summary, sender };
}

function describeOthers(own: readonly SenderAtRisk[]): string {
  const others = own.length - 1;
  return others <= 0 ? "" : ` ${others} more of your senders ${others === 1 ? "has" : "have"} such messages.`;
}

function describeUnknown(senders: readonly SenderAtRisk[], value: number): Found {
  const [sender] = senders;
  const largest = sender ? `; the largest is ${sender.name} with ${toText(sender.failed)}` : "";
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
    ? `Move to p=reject: it would lose at most ${toPercent(share.high)} of your own mail.`
    : "Set your own senders up, then move to p=reject.";
  const summary = `Receivers delivered ${toText(strangers)} forged messages in ${toDaysText(failingDays)}, since the domain publishes p=none. ${step}`;
  return { reason: "spoofed_mail_delivered", value: strangers, threshold: SPOOFED_MIN, summary, sender: senders[0] };
}

const toPercent = (share: number) => `${toText(Math.ceil(1000 * share) / 10)} %`;

/** As `GET /domains/:id/readiness` says `ready`. */
function findReady(found: DomainReadiness): MailReason | null {
  const { share, of } = found.scenarios.reject;
  if (share === null || listReasons(found).length > 0) return null;
  return {
    reason: "ready_for_enforcement",
    value: 100 * (1 - share.high),
    threshold: READY_MIN,
    summary: `p=reject would lose at most ${toPercent(share.high)} of the ${toText(of.high)} messages in ${toDaysText(readyDays)} that may be yours; the domain publishes p=none.`,
    since: null,
  };
}

interface Suspects extends Omit<Since, "sender"> {
  readonly senders: readonly SenderAtRisk[];
}

/**
 * Senders whose failing mail looks forwarded with broken signatures, but whose addresses sent mail that passed, and from one day on
 * mail that fails: a forwarder breaks some mail every day, a key that breaks does so once. Unsigned mail says nothing of a key, and a
 * single day can be a forged burst.
 */
async function findBroken({ records }: JudgeStores, { domain, senders, now }: Suspects): Promise<SenderAtRisk[]> {
  const suspects = senders.filter(({ cause, failed }) => cause === "forwarded_dkim_broken" && failed >= BROKEN_MIN);
  const broken: SenderAtRisk[] = [];
  for (const sender of suspects.slice(0, SUSPECTS_MAX)) {
    const key = { ...domain, domainId: domain.id };
    const days = await records.readAddressDays(key, { ...toPeriod(now, SINCE_DAYS), addresses: sender.addresses });
    const since = findFirstDay(days, isMostlyFailing);
    if (since === null) continue;
    if (isBreak(days, since)) broken.push({ ...sender, cause: "dkim_signature_broken" });
  }
  return broken;
}

/** True if almost all mail passed before a day, and almost none on it and later ones. */
function isBreak(days: readonly DayCounts[], since: string): boolean {
  const before = toShare(days.filter(({ day }) => day < since));
  const after = days.filter(({ day }) => day >= since);
  if (before.messages < BROKEN_MIN || after.length < BROKEN_DAYS_MIN) return false;
  return before.share >= 0.9 && toShare(after).share <= 0.1;
}

function toShare(days: readonly DayCounts[]) {
  const messages = days.reduce((sum, day) => sum + day.messages, 0);
  const passed = days.reduce((sum, day) => sum + day.passed, 0);
  return { messages, share: messages === 0 ? 0 : passed / messages };
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
