import type { SenderKind } from "../names/sender-name.ts";
import type { SourceClass } from "../rules/source-class.ts";
import type { Finding } from "../rules/verdict.ts";
import { addRanges, type Range } from "./loss.ts";

/** What stands between a domain and `p=reject`: failing mail that is legitimate, or may be, with one cause of one sender. */
export interface Obstacle {
  /** The service; `null`: a source that belongs to none that is known. */
  readonly service: string | null;
  /** Empty: its one source has no name. */
  readonly sender: string;
  readonly senderKind: SenderKind;
  readonly class: SourceClass;
  /** A code of the rules, or of a source that was not judged yet. */
  readonly cause: string;
  /** The addresses with most messages of it, at most 10. */
  readonly sourceIps: readonly string[];
  readonly sources: number;
  /** Failing messages; of `unknown` mail none is legitimate for sure. */
  readonly messages: Range;
  /** As the source with most messages has them. */
  readonly explanation: string;
  readonly nextStep: string | null;
}

const SOURCES_MAX = 10;

/**
 * Obstacles that are held while lists are added up: a sender has one for each cause, and a forger's sources are none. Those with the
 * fewest messages are dropped beyond.
 */
export const OBSTACLES_HELD_MAX = 1_000;

type FailureFinding = Pick<Finding, "class" | "explanation" | "nextStep" | "failing"> & { readonly cause: string };

/** What a source's failing mail is. */
export interface JudgedFailures {
  readonly service: { readonly name: string } | null;
  /** Empty: it has no name. */
  readonly sender: string;
  readonly senderKind: SenderKind;
  readonly findings: readonly FailureFinding[];
}

interface FailingFinding extends Pick<Obstacle, "service" | "sender" | "senderKind"> {
  readonly sourceIp: string;
  readonly finding: FailureFinding;
}

/** Obstacles, those with most legitimate messages first, then those with most messages that may be. */
export function listObstacles(
  sources: readonly { readonly mail: { readonly sourceIp: string }; readonly verdict: JudgedFailures }[],
): Obstacle[] {
  const failing = sources.flatMap(({ mail, verdict }) => listFailing(mail.sourceIp, verdict));
  const groups = Map.groupBy(failing, ({ sender, sourceIp, finding }) =>
    JSON.stringify([sender, sender === "" ? sourceIp : null, finding.class, finding.cause]),
  );
  return [...groups.values()].flatMap(toObstacle).toSorted(compareObstacles);
}

function listFailing(sourceIp: string, { service, sender, senderKind, findings }: JudgedFailures): FailingFinding[] {
  return findings
    .filter((finding) => finding.failing > 0 && finding.class !== "spoofed" && finding.class !== "compliant")
    .map((finding) => ({ sourceIp, service: service?.name ?? null, sender, senderKind, finding }));
}

/** None of no findings. */
function toObstacle(group: readonly FailingFinding[]): Obstacle[] {
  const sorted = group.toSorted(compareFindings);
  const sourceIps = [...new Set(sorted.map(({ sourceIp }) => sourceIp))];
  const messages = group.reduce((sum, { finding }) => sum + finding.failing, 0);
  return sorted.slice(0, 1).map(({ service, sender, senderKind, finding }) => ({
    ...{ service, sender, senderKind },
    class: finding.class,
    cause: finding.cause,
    sourceIps: sourceIps.slice(0, SOURCES_MAX),
    sources: sourceIps.length,
    messages: { low: finding.class === "unknown" ? 0 : messages, high: messages },
    explanation: finding.explanation,
    nextStep: finding.nextStep,
  }));
}

/** By messages, then by what tells two apart, so that the order of sources does not matter. */
function compareFindings(a: FailingFinding, b: FailingFinding): number {
  const toText = ({ sourceIp, finding }: FailingFinding) => `${sourceIp} ${finding.explanation}`;
  return b.finding.failing - a.finding.failing || (toText(a) < toText(b) ? -1 : 1);
}

/** The obstacles of two lots of sources together. */
export function addObstacles(a: readonly Obstacle[], b: readonly Obstacle[]): Obstacle[] {
  const groups = Map.groupBy([...a, ...b], ({ sender, sourceIps, class: name, cause }) =>
    JSON.stringify([sender, sender === "" ? sourceIps[0] : null, name, cause]),
  );
  const sums = [...groups.values()].flatMap((group) => group.reduce(addObstacle));
  return sums.toSorted(compareObstacles).slice(0, OBSTACLES_HELD_MAX);
}

function addObstacle(a: Obstacle, b: Obstacle): Obstacle {
  const [more, less] = a.messages.high >= b.messages.high ? [a, b] : [b, a];
  const sourceIps = [...more.sourceIps, ...less.sourceIps].slice(0, SOURCES_MAX);
  return { ...more, sourceIps, sources: a.sources + b.sources, messages: addRanges(a.messages, b.messages) };
}

function compareObstacles(a: Obstacle, b: Obstacle): number {
  const toText = ({ sender, sourceIps, cause }: Obstacle) => `${sender || sourceIps[0]} ${cause}`;
  return b.messages.low - a.messages.low || b.messages.high - a.messages.high || (toText(a) < toText(b) ? -1 : 1);
}
