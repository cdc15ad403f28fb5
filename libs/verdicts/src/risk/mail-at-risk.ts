import type { RecordStore } from "@ruaflow/record-store";
import type { ClassSums } from "@ruaflow/record-store/mail";
import type { Filter } from "@ruaflow/record-store/questions";
import { type Cause, type SourceClass, sourceClasses } from "@ruaflow/senders/rules";
import { toCause, toClass } from "../judge/stored-form.ts";

/** A sender whose mail fails in one class: a service, or else an address. */
export interface SenderAtRisk {
  readonly name: string;
  readonly class: SourceClass;
  /** Why this part of its mail is summed apart; `null`: it is not. */
  readonly apart: Apart | null;
  /** Of the source with most of these messages; `null`: it was not judged yet. */
  readonly cause: Cause | null;
  /** Those with most messages, at most 20. */
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

/**
 * Mail of which the sender may not be at fault: look-ups failed for mail of a service that people sign up for. Where a reporter
 * contradicts itself, labelled domains needed work all the same: without such mail, the list found 25 % of them instead of 67 %.
 */
const aparts = ["temporary_errors_at_a_service"] as const;

type Apart = (typeof aparts)[number];

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
 * alerts and events know classes in sums. Mail of sources that were not judged yet is unknown.
 */
export async function readMailAtRisk(
  { records }: { readonly records: Pick<RecordStore, "readClassSums"> },
  organizationId: string,
  filter: Filter & { readonly domainIds: readonly string[] },
): Promise<MailAtRisk> {
  const { classes, senders } = await records.readClassSums(organizationId, { ...filter, apart: aparts });
  const none = { messages: 0, failed: 0, refused: 0 };
  const sums = sourceClasses.map((name) => [name, classes.get(name) ?? none]);
  return {
    classes: Object.fromEntries(sums) as MailAtRisk["classes"],
    senders: senders.map((one) => ({
      ...one,
      class: toClass(one.class),
      cause: toCause(one.cause),
      apart: aparts.find((name) => name === one.apart) ?? null,
    })),
  };
}

/** Failing mail of a class that asks its owner for action, and its senders. */
export interface FaultyMail {
  readonly failed: number;
  readonly refused: number;
  readonly senders: readonly SenderAtRisk[];
}

/**
 * The failing mail of a class without errors of look-ups at a service that the domain is known to use. Other mail of that service stays:
 * its customers are many.
 */
export function findFaulty({ classes, senders }: MailAtRisk, name: SourceClass): FaultyMail {
  const own = new Set(senders.filter((one) => one.class === "misconfigured").map((one) => one.name));
  const isExcused = (one: SenderAtRisk) => one.apart !== null && own.has(one.name);
  const ofClass = senders.filter((one) => one.class === name);
  const excused = ofClass.filter(isExcused);
  const sum = (key: "failed" | "refused") => excused.reduce((total, one) => total + one[key], 0);
  return {
    failed: classes[name].failed - sum("failed"),
    refused: classes[name].refused - sum("refused"),
    senders: ofClass.filter((one) => !isExcused(one)),
  };
}
