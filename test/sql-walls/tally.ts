import { type Outcome, OVERRUN_SECONDS } from "./run.ts";
import { NO_ANSWER } from "./target.ts";

/** The reason of a query whose process had to be ended. */
export const HUNG = "hung";

/** How long the port may take to answer the next query, in seconds. */
const NEXT_SECONDS_MAX = 5;
const TOP = 10;

/** The sum of all outcomes of a run. */
export class Tally {
  asked = 0;
  answered = 0;
  readonly findings: Outcome[] = [];
  /** Queries that took longer than their limit and its grace, or that had to be ended with their process. */
  readonly overruns: Outcome[] = [];
  /** Queries after which the port did not answer the next one in time. */
  readonly blocked: Outcome[] = [];
  /** Queries that ended the engine's process. */
  readonly crashes: string[] = [];
  /** How long the port took to answer again, for each query that the engine's process did not outlive. */
  readonly nextSeconds: number[] = [];
  readonly #calls = new Map<string, number>();
  readonly #reasons = new Map<string, number>();
  #longest: Outcome | undefined;

  add(outcome: Outcome): void {
    const { status, called, reason, seconds, nextSeconds, reached } = outcome;
    if (status !== 0) this.asked += 1;
    if (status === 200) this.answered += 1;
    if (called !== undefined) count(this.#calls, called);
    if (reason !== "") count(this.#reasons, reason);
    if (reached.length > 0) this.findings.push(outcome);
    if (status === NO_ANSWER && reason !== HUNG) this.crashes.push(outcome.query);
    if (nextSeconds !== undefined) this.nextSeconds.push(nextSeconds);
    if (seconds > OVERRUN_SECONDS) this.overruns.push(outcome);
    if ((nextSeconds ?? 0) > NEXT_SECONDS_MAX) this.blocked.push(outcome);
    if (seconds > (this.#longest?.seconds ?? 0)) this.#longest = outcome;
  }

  /** Nothing was reached, and every query and the next one ended in time. */
  get isClean(): boolean {
    return [this.findings, this.overruns, this.blocked].every(({ length }) => length === 0);
  }

  describeProgress(): string {
    return `${this.asked} asked, ${this.answered} answered, ${this.findings.length} reached, ${this.overruns.length} overran, ${this.crashes.length} crashes`;
  }

  /** @param functions that queries may call */
  describe(functions: readonly string[]): string {
    const calls = functions.map((name) => [this.#calls.get(name) ?? 0, name] as const).sort(([a], [b]) => a - b);
    const [least = [0, "none"]] = calls;
    const covered = calls.filter(([times]) => times > 0).length;
    return [
      ...this.findings
        .slice(0, TOP)
        .map(({ index, reached, query }) => `REACHED ${reached.join(", ")}: ${index}: ${query}`),
      ...list("OVERRAN", this.overruns),
      ...list("BLOCKED THE NEXT", this.blocked),
      ...this.crashes.slice(0, TOP).map((query) => `CRASHED ${query}`),
      this.describeProgress(),
      `functions: ${covered} of ${functions.length} called, each at least ${least[0]} times (${least[1]})`,
      `the engine's process ended ${this.nextSeconds.length} times, and answered again after at most ${Math.max(0, ...this.nextSeconds).toFixed(1)} s`,
      `longest question: ${(this.#longest?.seconds ?? 0).toFixed(1)} s: ${this.#longest?.query ?? "none"}`,
      `not answered: ${describeCounts(this.#reasons)}`,
    ].join("\n");
  }

  toJSON() {
    const { asked, answered, crashes } = this;
    return {
      ...{
        asked,
        answered,
        crashes,
        nextSeconds: this.nextSeconds,
        findings: this.findings,
        overruns: this.overruns,
        blocked: this.blocked,
      },
      longestSeconds: this.#longest?.seconds ?? 0,
      calls: Object.fromEntries(this.#calls),
      reasons: Object.fromEntries(this.#reasons),
    };
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function list(what: string, outcomes: readonly Outcome[]): string[] {
  const longest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, TOP);
  return longest.map(({ index, query, seconds }) => `${what} (${seconds.toFixed(1)} s): ${index}: ${query}`);
}

function describeCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const others = sorted.slice(TOP * 2).reduce((all, [, times]) => all + times, 0);
  return [...sorted.slice(0, TOP * 2), ...(others > 0 ? [["others", others] as const] : [])]
    .map(([reason, times]) => `${times} ${reason}`)
    .join(", ");
}
