import type { SourceMail } from "@ruaflow/record-store/mail";
import { listAlso, type SourceClass, type Verdict } from "@ruaflow/senders/rules";

/** What a source is to a domain by all of its mail. */
export interface SourceVerdict
  extends Pick<Verdict, "service" | "class" | "also" | "cause" | "explanation" | "nextStep" | "evidence"> {
  /** Messages by class. */
  readonly messages: Readonly<Record<SourceClass, number>>;
}

type Mail = Pick<SourceMail, "groups"> & { readonly rest: Pick<SourceMail["rest"], "passed" | "failed"> };

/**
 * The verdict on the groups of a source, with the messages that were not told apart: those count as compliant if they passed, otherwise in
 * the class of the source's failing mail.
 */
export function toSourceVerdict(verdict: Verdict, { groups, rest }: Mail): SourceVerdict {
  const { service, class: found, cause, explanation, nextStep, evidence } = verdict;
  const isFailing = groups.some(({ dmarcPass }) => !dmarcPass);
  const messages = { ...verdict.messages };
  messages.compliant += rest.passed;
  messages[isFailing ? found : "unknown"] += rest.failed;
  return { service, class: found, cause, explanation, nextStep, evidence, also: listAlso(messages, found), messages };
}
