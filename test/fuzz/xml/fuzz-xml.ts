import { compare, type Outcome } from "./compare.ts";
import { cutAnyhow } from "./encode.ts";
import { makeDocument } from "./make-document.ts";
import { minimize } from "./minimize.ts";
import { Random } from "./random.ts";
import type { ProductReader } from "./readers.ts";
import type { Samples } from "./samples.ts";

export interface FuzzRun {
  readonly seed: number;
  readonly runsMax: number;
  readonly seconds: number;
  readonly samples: Samples;
  readonly reader: ProductReader;
  /** Ends the run after so many defects. */
  readonly defectsMax: number;
  readonly onProgress?: (summary: Summary) => void;
}

/** A document on which the readers differ. */
export interface Defect {
  /** Seed of this one document: `--seed` with `--runs 1`. */
  readonly seed: number;
  readonly what: string;
  readonly bytes: Uint8Array;
}

export interface Summary {
  documents: number;
  alike: number;
  notWellFormed: number;
  /** How often each deliberate difference was met. */
  readonly rules: Record<string, number>;
  readonly defects: Defect[];
  seconds: number;
}

const PROGRESS_EVERY_MS = 5000;

/** Makes documents and compares the readers on each, until the runs or the time are over. */
export async function fuzzXml(run: FuzzRun): Promise<Summary> {
  const summary: Summary = { documents: 0, alike: 0, notWellFormed: 0, rules: {}, defects: [], seconds: 0 };
  const startedAt = performance.now();
  let toldAt = startedAt;
  while (summary.documents < run.runsMax && summary.seconds < run.seconds && summary.defects.length < run.defectsMax) {
    await fuzzOne(run, run.seed + summary.documents, summary);
    const now = performance.now();
    summary.seconds = (now - startedAt) / 1000;
    if (now - toldAt < PROGRESS_EVERY_MS) continue;
    toldAt = now;
    run.onProgress?.(summary);
  }
  return summary;
}

async function fuzzOne({ samples, reader }: FuzzRun, seed: number, summary: Summary): Promise<void> {
  const random = new Random(seed);
  const bytes = makeDocument(random.chance(0.5) ? samples.golden : samples.real, random);
  const outcome = await compareSeeded(bytes, seed, reader);
  summary.documents += 1;
  if (outcome.kind === "alike") summary.alike += 1;
  else if (outcome.kind === "not-well-formed") summary.notWellFormed += 1;
  else if (outcome.kind === "rule") summary.rules[outcome.name] = (summary.rules[outcome.name] ?? 0) + 1;
  else summary.defects.push({ seed, what: outcome.what, bytes });
}

/** Bytes that differ in the same way, as few as are found. */
export async function makeSmall({ seed, what, bytes }: Defect, reader: ProductReader): Promise<Uint8Array> {
  const isFailing = async (shorter: Uint8Array) => {
    const outcome = await compareSeeded(shorter, seed, reader);
    return outcome.kind === "defect" && toKind(outcome.what) === toKind(what);
  };
  return minimize(bytes, isFailing, { unit: bytes.includes(0) ? 2 : 1 });
}

/** A description without its numbers and values. */
function toKind(what: string): string {
  return what.replace(/["{\d].*/s, "");
}

/** What is thrown is a defect too: no document may end the reader. */
async function compareSeeded(bytes: Uint8Array, seed: number, reader: ProductReader): Promise<Outcome> {
  try {
    return await compare(bytes, cutAnyhow(bytes, new Random(seed)), reader);
  } catch (error) {
    return { kind: "defect", what: `thrown: ${error instanceof Error ? error.message : error}` };
  }
}
