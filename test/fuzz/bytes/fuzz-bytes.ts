import { Random } from "../xml/random.ts";
import { Coverage } from "./coverage.ts";
import { INPUT_BYTES_MAX, mutate } from "./mutate.ts";
import type { FuzzTarget } from "./targets.ts";

/** What one execution may cost. */
export const EXECUTION_MS_MAX = 1000;
export const RSS_MIB_MAX = 512;

/** Inputs without new coverage are made from nothing this often. */
const MADE_SHARE = 0.25;
/** A new input is chosen this often, though there are many old ones. */
const RECENT_SHARE = 0.3;
const RECENT = 30;

/** An input that the target did not survive, or only at too high a cost. */
export interface Defect {
  readonly what: string;
  readonly execution: number;
  readonly bytes: Uint8Array;
}

export interface Summary {
  executions: number;
  seconds: number;
  /** Inputs that the run began with. */
  readonly seeds: number;
  /** The seeds, and inputs that reached something new. */
  inputs: number;
  /** Blocks and branches of the readers that ran. */
  blocks: number;
  /** CPU time of the thread that reads, in milliseconds. */
  slowestMs: number;
  peakMib: number;
  /** How often each outcome was met. */
  readonly outcomes: Record<string, number>;
  readonly defects: Defect[];
}

export interface FuzzRun {
  readonly target: FuzzTarget;
  readonly seed: number;
  readonly executions: number;
  readonly defectsMax: number;
  readonly counters: Uint8Array;
  /** Called before each execution, so that an input that never returns is known. */
  readonly onExecution: (summary: Summary, bytes: Uint8Array) => void;
}

/** Runs the target on changed and made inputs, and changes those further that reached new code. */
export async function fuzzBytes(run: FuzzRun): Promise<Summary> {
  const random = new Random(run.seed);
  const coverage = new Coverage(run.counters);
  const inputs = [...run.target.buildSeeds()];
  const seeds = inputs.length;
  const found: Summary = {
    executions: 0,
    seconds: 0,
    seeds,
    inputs: inputs.length,
    blocks: 0,
    slowestMs: 0,
    peakMib: 0,
    outcomes: {},
    defects: [],
  };
  const startedAt = performance.now();
  const kinds = new Set<string>();
  while (found.executions < run.executions && found.defects.length < run.defectsMax) {
    const bytes = inputs[found.executions] ?? makeInput(run.target, inputs, random);
    run.onExecution(found, bytes);
    const defect = await execute(run.target, cutBytes(bytes, random), found);
    if (coverage.take() && found.executions >= seeds) inputs.push(bytes);
    if (defect !== undefined && !kinds.has(toKind(defect))) {
      kinds.add(toKind(defect));
      found.defects.push({ what: defect, execution: found.executions, bytes });
    }
    found.executions += 1;
    Object.assign(found, {
      inputs: inputs.length,
      blocks: coverage.blocks,
      seconds: (performance.now() - startedAt) / 1000,
    });
  }
  return found;
}

function makeInput(target: FuzzTarget, inputs: readonly Uint8Array[], random: Random): Uint8Array {
  const donor = random.pickFrom(inputs) ?? Buffer.of();
  if (random.chance(MADE_SHARE)) {
    const made = target.make(random, donor).subarray(0, INPUT_BYTES_MAX);
    return random.chance(0.5) ? made : mutate(made, random, { words: target.words, donor });
  }
  const chosen = random.pickFrom(random.chance(RECENT_SHARE) ? inputs.slice(-RECENT) : inputs) ?? donor;
  return mutate(chosen, random, { words: target.words, donor });
}

/** Most inputs come whole, as small ones do; the others in some dozens of pieces, which cost the time of many inputs. */
function cutBytes(bytes: Uint8Array, random: Random): Uint8Array[] {
  if (random.chance(0.7)) return [bytes];
  const lengthMax = Math.max(random.pick([1, 7, 64, 1000]), bytes.length >> 5);
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = from + random.between(1, lengthMax);
    pieces.push(bytes.subarray(from, to));
    from = to;
  }
  return pieces;
}

/** What is wrong with an execution, `undefined` if nothing is. */
export async function execute(
  { read }: FuzzTarget,
  pieces: readonly Uint8Array[],
  found: Pick<Summary, "outcomes" | "slowestMs" | "peakMib">,
): Promise<string | undefined> {
  const started = process.threadCpuUsage();
  try {
    const outcome = await read(toBody(pieces));
    found.outcomes[outcome] = (found.outcomes[outcome] ?? 0) + 1;
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.stack : error}`;
  }
  const { user, system } = process.threadCpuUsage(started);
  const ms = (user + system) / 1000;
  const mib = process.memoryUsage.rss() / 2 ** 20;
  found.slowestMs = Math.max(found.slowestMs, ms);
  found.peakMib = Math.max(found.peakMib, mib);
  if (ms > EXECUTION_MS_MAX) return `slow: over ${EXECUTION_MS_MAX} ms of CPU`;
  return mib > RSS_MIB_MAX ? `memory: over ${RSS_MIB_MAX} MiB` : undefined;
}

async function* toBody(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** A description without numbers: where it was thrown, not with which values. */
function toKind(what: string): string {
  return what.split("\n").slice(0, 3).join("\n").replace(/\d+/g, "");
}
