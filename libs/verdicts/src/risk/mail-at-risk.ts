import type { MailGroup } from "@ruaflow/record-store/mail";
import type { Filter } from "@ruaflow/record-store/questions";
import { type Cause, type SourceClass, sourceClasses } from "@ruaflow/senders/rules";
import { type ClassifiedMail, createClassifier } from "../classes/classify-mail.ts";
import { streamSourceFacts, together } from "../facts/source-facts.ts";
import type { VerdictStores } from "../verdict-stores.ts";

/** Messages of one class. */
export interface ClassSums {
  readonly messages: number;
  readonly failed: number;
  /** Of those that failed, those that receivers rejected or put into the junk folder. */
  readonly refused: number;
}

/** A sender whose mail fails in one class: a service, or else an address. */
export interface SenderAtRisk {
  readonly name: string;
  readonly class: SourceClass;
  /** Of the source with most of these messages. */
  readonly cause: Cause;
  /** At most {@link ADDRESSES_MAX}. */
  readonly addresses: readonly string[];
  readonly failed: number;
  readonly refused: number;
}

/** The mail about a domain in a period, split by class. */
export interface MailAtRisk {
  readonly classes: Readonly<Record<SourceClass, ClassSums>>;
  /** Most failing messages first. */
  readonly senders: readonly SenderAtRisk[];
}

const ADDRESSES_MAX = 20;
/** Senders that are held while sources are read; those with the fewest messages are dropped beyond twice as many. */
const SENDERS_MAX = 1_000;
const refusals: ReadonlySet<string> = new Set(["reject", "quarantine"]);

/** Failing messages in a week that are always worth a look. */
const MANY = 100;
/** Fewer are, if they are such a part of a domain's mail: a hundredth is what forwarding costs. */
const SOME = { messages: 10, share: 0.01 };
/** So few are for mail that is surely the owner's. */
const FEW = { messages: 3, share: 0.1 };

/** True for so many failing messages in a week, beside a domain's legitimate mail, that they are worth a look. */
export function isMuch(messages: number, of: number): boolean {
  return messages >= MANY || (messages >= SOME.messages && messages >= SOME.share * of);
}

/** The same for mail that is surely the owner's: of a small domain's, a few messages are a large part. */
export function isMuchOfOwn(messages: number, of: number): boolean {
  return isMuch(messages, of) || (messages >= FEW.messages && messages >= FEW.share * of);
}

/**
 * Splits the mail about a filter's domains by class, with the senders whose mail fails. This is the one place from which attention,
 * alerts and events know classes in sums.
 *
 * @param contextStart what passes since this day tells whose the senders are
 */
export async function readMailAtRisk(
  stores: VerdictStores,
  organizationId: string,
  { filter, contextStart }: { readonly filter: Filter; readonly contextStart: string },
): Promise<MailAtRisk> {
  const classify = createClassifier(stores, organizationId, { ...filter, startDate: contextStart });
  const mail = stores.records.streamSourceMail(organizationId, { filter });
  const classes = createSums();
  let senders = new Map<string, Sender>();
  for await (const source of together(streamSourceFacts(stores, mail), classify)) {
    addSource(source, { classes, senders });
    if (senders.size > 2 * SENDERS_MAX) senders = new Map(sortSenders(senders).slice(0, SENDERS_MAX));
  }
  return { classes, senders: sortSenders(senders).map(([, { largest: _, ...sender }]) => sender) };
}

type Sums = Record<SourceClass, { messages: number; failed: number; refused: number }>;

interface Sender extends SenderAtRisk {
  /** Failing messages of the source that has most of them. */
  readonly largest: number;
}

function createSums(): Sums {
  const none = () => ({ messages: 0, failed: 0, refused: 0 });
  return Object.fromEntries(sourceClasses.map((name) => [name, none()])) as Sums;
}

function addSource(
  source: ClassifiedMail,
  { classes, senders }: { readonly classes: Sums; readonly senders: Map<string, Sender> },
): void {
  const own = createSums();
  for (const { groups, verdict } of source.judged)
    for (const [place, group] of groups.entries()) addGroup(own[verdict.groupClasses[place] ?? "unknown"], group);
  const { passed, failed } = source.item.rest;
  own.compliant.messages += passed;
  own[source.verdict.class].messages += failed;
  own[source.verdict.class].failed += failed;
  for (const name of sourceClasses) {
    classes[name].messages += own[name].messages;
    classes[name].failed += own[name].failed;
    classes[name].refused += own[name].refused;
    if (own[name].failed > 0) addSender(senders, toSender(source, name, own[name]));
  }
}

function addGroup(sums: Sums[SourceClass], { messages, dmarcPass, disposition }: MailGroup): void {
  sums.messages += messages;
  if (dmarcPass) return;
  sums.failed += messages;
  if (refusals.has(disposition.trim().toLowerCase())) sums.refused += messages;
}

function toSender({ item, judged, verdict }: ClassifiedMail, name: SourceClass, sums: ClassSums): Sender {
  const findings = judged.flatMap((one) => one.verdict.findings).filter((finding) => finding.class === name);
  const [most] = findings.toSorted((a, b) => b.failing - a.failing);
  const { failed, refused } = sums;
  const cause = most?.cause ?? verdict.cause;
  const addresses = [item.sourceIp];
  return {
    name: verdict.service?.name ?? item.sourceIp,
    class: name,
    cause,
    addresses,
    failed,
    refused,
    largest: failed,
  };
}

function addSender(senders: Map<string, Sender>, one: Sender): void {
  const key = `${one.class} ${one.name}`;
  const before = senders.get(key);
  if (before === undefined) {
    senders.set(key, one);
    return;
  }
  const larger = one.largest > before.largest ? one : before;
  senders.set(key, {
    ...larger,
    addresses: [...before.addresses, ...one.addresses].slice(0, ADDRESSES_MAX),
    failed: before.failed + one.failed,
    refused: before.refused + one.refused,
  });
}

function sortSenders(senders: ReadonlyMap<string, Sender>): [string, Sender][] {
  return [...senders].toSorted(([a, one], [b, other]) => other.failed - one.failed || (a < b ? -1 : 1));
}
