import { NOT_JUDGED, type StoredVerdict, type VerdictKey } from "@ruaflow/record-store/verdicts";
import { type Sender, type SenderKind, senderKinds } from "@ruaflow/senders/names";
import { type Cause, causes, type SourceClass, sourceClasses, type Verdict } from "@ruaflow/senders/rules";
import type { SourceVerdict } from "../classes/source-verdict.ts";

type Details = Pick<Verdict, "also" | "explanation" | "nextStep" | "evidence">;

/** What a source shows of its verdict. */
export interface ShownVerdict extends Details, Pick<StoredVerdict, "service" | "sender" | "cause"> {
  readonly senderKind: SenderKind;
  readonly class: SourceClass;
}

interface Judgement {
  readonly verdict: SourceVerdict;
  readonly sender: Sender;
  readonly rulesVersion: string;
}

/** A verdict as it is stored. Equal verdicts are stored as equal texts. */
export function toStored(
  { domainId, sourceIp }: VerdictKey,
  { verdict, sender, rulesVersion }: Judgement,
): StoredVerdict {
  const { service, class: name, cause, also, explanation, nextStep, evidence } = verdict;
  const details: Details = { also, explanation, nextStep, evidence };
  return {
    ...{ domainId, sourceIp, class: name, cause, rule: evidence.rule, rulesVersion },
    ...{ sender: sender.name, senderKind: sender.kind },
    service: service === null ? null : { name: service.name, category: service.category },
    details: JSON.stringify(details),
  };
}

/** A stored verdict, or what stands in its place until there is one. */
export function toShown(stored: StoredVerdict | undefined): ShownVerdict {
  if (stored === undefined) return notJudged;
  const { service, sender, cause, details } = stored;
  const known: Details = JSON.parse(details);
  return { ...known, service, sender, senderKind: toKind(stored.senderKind), class: toClass(stored.class), cause };
}

/** A stored class; one that is not known is none. */
export function toClass(stored: string): SourceClass {
  return sourceClasses.find((name) => name === stored) ?? NOT_JUDGED.class;
}

function toKind(stored: string): SenderKind {
  return senderKinds.find((kind) => kind === stored) ?? "none";
}

/** A stored cause; `null`: not judged yet. */
export function toCause(stored: string): Cause | null {
  return causes.find((name) => name === stored) ?? null;
}

const notJudged: ShownVerdict = {
  ...NOT_JUDGED,
  service: null,
  sender: "",
  senderKind: "none",
  also: [],
  explanation: "The source is new and was not judged yet; it is within a minute of its first report.",
  nextStep: null,
  evidence: { rule: NOT_JUDGED.cause, messages: 0, headerFrom: [], dkim: [], spf: [], reasons: [] },
};
