import type { MailGroup, SourceMail } from "@ruaflow/record-store/mail";
import { classPrecedence, listAlso, type SourceClass, sourceClasses, type Verdict } from "@ruaflow/senders/rules";

/** What a source is to all domains of an answer. */
export interface SourceVerdict
  extends Pick<Verdict, "service" | "class" | "also" | "cause" | "explanation" | "nextStep" | "evidence"> {
  /** Messages by class. */
  readonly messages: Counts;
  /** Of these, those that failed DMARC. */
  readonly failed: Counts;
}

type Counts = Readonly<Record<SourceClass, number>>;

type Rest = Pick<SourceMail["rest"], "passed" | "failed">;

/** The verdict on a source's mail about one domain. */
export interface Judged {
  readonly groups: readonly MailGroup[];
  readonly verdict: Verdict;
}

/**
 * The verdict on a source about several domains: the class of its most failing messages, or of its most messages if nothing fails,
 * with the words of the domain that has most of them. Messages that were not told apart count as compliant if they passed,
 * otherwise in the class of the source's failing mail.
 */
export function toSourceVerdict(judged: readonly Judged[], rest: Rest): SourceVerdict {
  const sums = judged.map((one) => countByClass(one));
  const failed = addUp(sums.map((sum) => sum.failed));
  const messages = addUp(sums.map((sum) => sum.messages));
  const isFailing = Object.values(failed).some((count) => count > 0);
  const deciding = (sum: (typeof sums)[number]) => (isFailing ? sum.failed : sum.messages);
  const largest = findLargest(isFailing ? failed : messages);
  const shares = sums.map((sum) => deciding(sum)[largest]);
  const place = shares.indexOf(Math.max(...shares));
  const chosen = judged[place]?.verdict;
  if (chosen === undefined) throw new Error("a source has mail about at least one domain");
  const { service, cause, explanation, nextStep, evidence } = chosen;
  const counts = withRest({ messages, failed }, { rest, failing: isFailing ? largest : "unknown" });
  return {
    service,
    class: largest,
    cause,
    explanation,
    nextStep,
    evidence,
    also: listAlso(counts.messages, largest),
    ...counts,
  };
}

function countByClass({ groups, verdict }: Judged): { readonly messages: Counts; readonly failed: Counts } {
  const failed = { ...NONE };
  for (const [place, { dmarcPass, messages }] of groups.entries()) {
    const name = verdict.groupClasses[place];
    if (name !== undefined && !dmarcPass) failed[name] += messages;
  }
  return { messages: verdict.messages, failed };
}

/** No messages. */
const NONE: Counts = { compliant: 0, misconfigured: 0, forwarded: 0, unknown: 0, spoofed: 0 };

function addUp(counts: readonly Counts[]): Record<SourceClass, number> {
  const sum = { ...NONE };
  for (const each of counts) for (const name of sourceClasses) sum[name] += each[name];
  return sum;
}

function findLargest(counts: Counts): SourceClass {
  return classPrecedence.reduce((largest, name) => (counts[name] > counts[largest] ? name : largest));
}

function withRest(
  { messages, failed }: { readonly messages: Counts; readonly failed: Counts },
  { rest, failing }: { readonly rest: Rest; readonly failing: SourceClass },
) {
  const restFailed = { ...NONE, [failing]: rest.failed };
  return {
    messages: addUp([messages, { ...NONE, compliant: rest.passed }, restFailed]),
    failed: addUp([failed, restFailed]),
  };
}
