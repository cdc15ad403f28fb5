import { type SourceClass, sourceClasses } from "../rules/source-class.ts";
import type { MailGroup, SourceMail } from "../rules/source-mail.ts";
import { addLoss, addMessages, createTally, type Loss, type Tally, toLoss } from "./loss.ts";
import { addObstacles, type JudgedFailures, listObstacles, type Obstacle } from "./obstacles.ts";
import { findOutcomes, mapScenarios, type Scenario, scenarios } from "./scenario.ts";

/** A source's mail, and what it is. */
export interface JudgedSource {
  readonly mail: SourceMail;
  readonly verdict: JudgedFailures & {
    readonly class: SourceClass;
    readonly cause: string;
    /** The class of each group, in the order of the groups. */
    readonly groupClasses: readonly SourceClass[];
  };
}

/** What a domain would lose if it published something stricter. Mail that is spoofed counts nowhere. */
export interface Readiness {
  readonly scenarios: Readonly<Record<Scenario, Loss>>;
  /** Of the classes of messages, not of the sources that they came from. */
  readonly classes: Readonly<
    Record<SourceClass, { readonly messages: number; readonly lost: Readonly<Record<Scenario, number>> }>
  >;
  /** In the order in which they were given. */
  readonly sources: readonly SourceReadiness[];
  readonly obstacles: readonly Obstacle[];
}

export interface SourceReadiness {
  readonly sourceIp: string;
  readonly service: string | null;
  readonly class: SourceClass;
  readonly cause: string;
  readonly scenarios: Readonly<Record<Scenario, Loss>>;
}

type Tallies = Record<Scenario, Tally>;
type Counts = Record<SourceClass, { messages: number; lost: Record<Scenario, number> }>;

/**
 * What share of a domain's legitimate mail would be lost under each scenario, and what stands between it and `p=reject`. Pure: it
 * recounts messages as receivers evaluated them. Mail that failed although it is in order, by errors of look-ups or because a reporter
 * left its evaluation out, is not lost by a policy. Under strict alignment, a message passes only by an aligned identity that is
 * the From domain itself.
 * @param domain the policy domain, as a lower-case A-label
 */
export function readinessOf(domain: string, sources: readonly JudgedSource[]): Readiness {
  const total = createTallies();
  const classes = createCounts();
  const perSource = sources.map((source) => {
    const tallies = createTallies();
    addSource(source, domain, { tallies: [total, tallies], classes });
    return toSourceReadiness(source, tallies);
  });
  return { scenarios: toLosses(total), classes, sources: perSource, obstacles: listObstacles(sources) };
}

/** The readiness of a domain by some of its sources. */
export type ReadinessPart = Omit<Readiness, "sources">;

/** Adds up the readiness by other sources of the same domain. */
export function addReadiness(a: ReadinessPart, b: ReadinessPart): ReadinessPart {
  return {
    scenarios: mapScenarios((name) => addLoss(a.scenarios[name], b.scenarios[name])),
    classes: mapClasses((name) => addClasses(a.classes[name], b.classes[name])),
    obstacles: addObstacles(a.obstacles, b.obstacles),
  };
}

type ClassSum = Readiness["classes"][SourceClass];

function addClasses(a: ClassSum, b: ClassSum): ClassSum {
  return { messages: a.messages + b.messages, lost: mapScenarios((name) => a.lost[name] + b.lost[name]) };
}

function addSource(
  { mail, verdict }: JudgedSource,
  domain: string,
  { tallies, classes }: { tallies: readonly Tallies[]; classes: Counts },
): void {
  for (const [index, group] of mail.groups.entries()) {
    const found = verdict.groupClasses[index] ?? "unknown";
    const outcomes = findOutcomes(group, domain);
    classes[found].messages += group.messages;
    for (const scenario of scenarios) {
      const { inScope } = outcomes[scenario];
      const lost = outcomes[scenario].lost && !isInOrder(group, found);
      if (lost) classes[found].lost[scenario] += group.messages;
      if (!inScope || found === "spoofed") continue;
      for (const tally of tallies) addMessages(tally[scenario], group.messages, { unknown: found === "unknown", lost });
    }
  }
}

/** Mail that failed although nothing is wrong with it. */
function isInOrder({ dmarcPass }: MailGroup, found: SourceClass): boolean {
  return found === "compliant" && !dmarcPass;
}

function toSourceReadiness({ mail, verdict }: JudgedSource, tallies: Tallies): SourceReadiness {
  return {
    sourceIp: mail.sourceIp,
    service: verdict.service?.name ?? null,
    class: verdict.class,
    cause: verdict.cause,
    scenarios: toLosses(tallies),
  };
}

function createTallies(): Tallies {
  return mapScenarios(createTally);
}

function toLosses(tallies: Tallies): Record<Scenario, Loss> {
  return mapScenarios((scenario) => toLoss(tallies[scenario]));
}

function createCounts(): Counts {
  return mapClasses(() => ({ messages: 0, lost: mapScenarios(() => 0) }));
}

function mapClasses<T>(toValue: (name: SourceClass) => T): Record<SourceClass, T> {
  return Object.fromEntries(sourceClasses.map((name) => [name, toValue(name)])) as Record<SourceClass, T>;
}
