import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FuzzOptions } from "../options.ts";
import { brokenReaders } from "./broken-readers.ts";
import { type FuzzRun, fuzzXml, makeSmall, type Summary } from "./fuzz-xml.ts";
import { product } from "./readers.ts";
import { readSamples } from "./samples.ts";

const DEFECTS_MAX = 5;
/** For each broken reader; the slowest is found within a few hundred documents. */
const TWIN_RUNS_MAX = 3000;

/** Looks for documents on which the product and an independent reader differ. True when none is found. */
export async function runXml(options: FuzzOptions): Promise<boolean> {
  const samples = readSamples(options.corpus);
  const run: FuzzRun = {
    seed: options.seed,
    runsMax: options.runsMax,
    seconds: options.seconds,
    samples,
    reader: product,
    defectsMax: DEFECTS_MAX,
    onProgress: (summary) => console.error(describe(summary)),
  };
  console.error(`seed ${options.seed}, ${samples.golden.length} golden files, ${samples.real.length} real reports`);
  return options.isTwin ? runTwin(run) : runOnce(run, options);
}

async function runOnce(run: FuzzRun, { isJson, seed, out }: FuzzOptions): Promise<boolean> {
  const summary = await fuzzXml(run);
  const saved = await save(summary, out);
  if (isJson) {
    const defects = summary.defects.map(({ seed, what }, index) => ({ seed, what, file: saved[index] }));
    console.log(JSON.stringify({ ...summary, seed, defects }));
  } else console.log(describe(summary));
  // Without documents that both readers took, nothing was compared.
  return summary.defects.length === 0 && summary.alike > 0;
}

/** True when the fuzz finds the fault of each broken reader. */
async function runTwin(run: FuzzRun): Promise<boolean> {
  const missed: string[] = [];
  for (const [fault, reader] of Object.entries(brokenReaders)) {
    const { defects, documents } = await fuzzXml({ ...run, reader, runsMax: TWIN_RUNS_MAX, defectsMax: 1 });
    if (defects.length === 0) missed.push(fault);
    console.log(`${defects.length === 0 ? "MISSED" : "found"} after ${documents} documents: ${fault}`);
  }
  return missed.length === 0;
}

/** Saves documents that differ, as found and made small; the names of the small ones. */
async function save({ defects }: Summary, out: string | null): Promise<string[]> {
  if (defects.length === 0) return [];
  const folder = out ?? mkdtempSync(join(tmpdir(), "ruaflow-fuzz-"));
  mkdirSync(folder, { recursive: true });
  return Promise.all(
    defects.map(async (defect) => {
      const file = join(folder, `${defect.seed}-small.xml`);
      writeFileSync(join(folder, `${defect.seed}.xml`), defect.bytes);
      writeFileSync(file, await makeSmall(defect, product));
      console.error(`DIFFERENT: --seed ${defect.seed} --runs 1: ${defect.what.slice(0, 500)}\n  ${file}`);
      return file;
    }),
  );
}

function describe({ documents, alike, notWellFormed, rules, defects, seconds }: Summary): string {
  const named = Object.entries(rules).map(([name, count]) => `${name} ${count}`);
  return (
    `${documents} documents in ${seconds.toFixed(0)} s: ${alike} read alike, ${notWellFormed} not well-formed, ` +
    `${defects.length} different; by rule: ${named.join(", ") || "0"}`
  );
}
