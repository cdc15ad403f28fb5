import { type Loss, type Obstacle, type Readiness, type Scenario, scenarios } from "@ruaflow/senders/readiness";
import { type SourceClass, sourceClasses } from "@ruaflow/senders/rules";

/** The readiness of a domain by some of its sources. */
export type Part = Pick<Readiness, "scenarios" | "classes" | "obstacles">;

/**
 * Obstacles that are held while sources are read: a service has one for each cause, and a forger's sources are none. Those with the
 * fewest messages are dropped beyond.
 */
export const OBSTACLES_HELD_MAX = 1_000;
const ADDRESSES_MAX = 10;

/** Adds up the readiness by other sources of the same domain. */
export function addPart(sum: Part, part: Part): Part {
  return {
    scenarios: toRecord(scenarios, (name) => addLoss(sum.scenarios[name], part.scenarios[name])),
    classes: toRecord(sourceClasses, (name) => addClass(sum.classes[name], part.classes[name])),
    obstacles: addObstacles(sum.obstacles, part.obstacles),
  };
}

function addLoss(a: Loss, b: Loss): Loss {
  const add = (field: "messages" | "of", end: "low" | "high") => a[field][end] + b[field][end];
  const messages = { low: add("messages", "low"), high: add("messages", "high") };
  const of = { low: add("of", "low"), high: add("of", "high") };
  return { messages, of, share: toShare({ messages, of }) };
}

/**
 * The share is lowest if of the unknown mail only that which is kept is legitimate, and highest if only that which is lost is.
 * What is surely legitimate is the low end of `of`, and what is surely lost that of `messages`.
 */
function toShare({ messages, of }: Omit<Loss, "share">): Loss["share"] {
  if (of.high === 0) return null;
  const unknownLost = messages.high - messages.low;
  const unknownKept = of.high - of.low - unknownLost;
  const divide = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return { low: divide(messages.low, of.low + unknownKept), high: divide(messages.high, of.low + unknownLost) };
}

type ClassSum = Readiness["classes"][SourceClass];

function addClass(a: ClassSum, b: ClassSum): ClassSum {
  const lost = toRecord(scenarios, (name: Scenario) => a.lost[name] + b.lost[name]);
  return { messages: a.messages + b.messages, lost };
}

function addObstacles(a: readonly Obstacle[], b: readonly Obstacle[]): Obstacle[] {
  const groups = Map.groupBy([...a, ...b], toKey);
  const sums = [...groups.values()].flatMap((group) => group.reduce(addObstacle));
  return sums.sort(compare).slice(0, OBSTACLES_HELD_MAX);
}

function toKey({ service, sourceIps, class: name, cause }: Obstacle): string {
  return JSON.stringify([service ?? sourceIps[0], service !== null, name, cause]);
}

function addObstacle(a: Obstacle, b: Obstacle): Obstacle {
  const [more, less] = a.messages.high >= b.messages.high ? [a, b] : [b, a];
  const messages = { low: a.messages.low + b.messages.low, high: a.messages.high + b.messages.high };
  const sourceIps = [...more.sourceIps, ...less.sourceIps].slice(0, ADDRESSES_MAX);
  return { ...more, sourceIps, sources: a.sources + b.sources, messages };
}

/** Those with most messages that are surely legitimate first, then those with most that may be. */
function compare(a: Obstacle, b: Obstacle): number {
  return b.messages.low - a.messages.low || b.messages.high - a.messages.high || (toKey(a) < toKey(b) ? -1 : 1);
}

function toRecord<Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}
