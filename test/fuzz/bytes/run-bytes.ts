import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FuzzOptions } from "../options.ts";
import { FAULTS, type Fault } from "./broken-targets.ts";
import type { Defect, Summary } from "./fuzz-bytes.ts";
import { runTarget } from "./run-target.ts";
import { TARGET_NAMES, type TargetName } from "./target-names.ts";

const DEFECTS_MAX = 5;
/** For each fault; all are found within a few thousand. */
const TWIN_EXECUTIONS_MAX = 50_000;
/** A fault that never ends is planted: nothing else takes so long. */
const TWIN_HANG_MS = 5000;

/** Whether this names a target, or all of them. */
export function isTargetKind(kind: string): boolean {
  return listTargets(kind).length > 0;
}

/** Fuzzes the targets in turn. True when nothing is found; with `isTwin`, when each planted fault is. */
export async function runBytes(options: FuzzOptions): Promise<boolean> {
  console.error(`seed ${options.seed}`);
  const names = listTargets(options.kind);
  if (options.isTwin) return runTwins(names, options.seed);
  const summaries: [TargetName, Summary][] = [];
  for (const target of names) {
    const summary = await runOne(target, options);
    summaries.push([target, summary]);
    if (!options.isJson) console.log(describe(target, summary));
  }
  if (options.isJson) console.log(JSON.stringify(toJson(summaries, options)));
  for (const [target, { defects }] of summaries) save(target, defects, options);
  return summaries.every(([, { defects }]) => defects.length === 0);
}

function listTargets(kind: string): readonly TargetName[] {
  return kind === "all" ? TARGET_NAMES : TARGET_NAMES.filter((name) => name === kind);
}

function runOne(target: TargetName, { seed, executions, input }: FuzzOptions): Promise<Summary> {
  const only = input === null ? undefined : readFileSync(input);
  return runTarget({
    target,
    seed,
    executions,
    only,
    defectsMax: DEFECTS_MAX,
    onProgress: (line) => console.error(line),
  });
}

async function runTwins(names: readonly TargetName[], seed: number): Promise<boolean> {
  let missed = 0;
  const faults: readonly Fault[] = ["throws", "never ends", "never answers", "takes long", "holds memory"];
  // Each fault in one target: the faults are found by the fuzz, whatever it reads.
  for (const [index, fault] of faults.entries()) {
    const target = names[index % names.length] ?? "parse";
    const found = await findFault(target, fault, seed);
    if (!found) missed += 1;
    console.log(`${found ? "found" : "MISSED"}: a reader of ${target} that ${fault}`);
  }
  return missed === 0;
}

/** Whether the fuzz finds the fault, and says what it is. */
export async function findFault(target: TargetName, fault: Fault, seed: number): Promise<boolean> {
  const { defects } = await runTarget({
    target,
    seed,
    fault,
    executions: TWIN_EXECUTIONS_MAX,
    defectsMax: 1,
    hangMs: TWIN_HANG_MS,
  });
  return defects[0]?.what.startsWith(FAULTS[fault]) ?? false;
}

function describe(target: TargetName, summary: Summary): string {
  const { executions, seconds, inputs, blocks, slowestMs, peakMib, outcomes, defects } = summary;
  const met = Object.entries(outcomes).toSorted(([, a], [, b]) => b - a);
  return (
    `${target}: ${executions} executions in ${seconds.toFixed(0)} s, ${blocks} blocks reached, ${inputs} inputs kept, ` +
    `slowest ${slowestMs.toFixed(0)} ms, memory ${peakMib.toFixed(0)} MiB, ${defects.length} defects; ` +
    met.map(([outcome, count]) => `${outcome} ${count}`).join(", ")
  );
}

function toJson(summaries: readonly (readonly [TargetName, Summary])[], { seed }: FuzzOptions) {
  const targets = summaries.map(([target, { defects, ...summary }]) => ({
    target,
    ...summary,
    defects: defects.map(({ what, execution }) => ({ what, execution })),
  }));
  return { seed, targets };
}

function save(target: TargetName, defects: readonly Defect[], { seed, out }: FuzzOptions): void {
  if (defects.length === 0) return;
  const folder = out ?? mkdtempSync(join(tmpdir(), "ruaflow-fuzz-"));
  mkdirSync(folder, { recursive: true });
  for (const { what, execution, bytes } of defects) {
    const file = join(folder, `${target}-${seed}-${execution}`);
    writeFileSync(file, bytes);
    console.error(`DEFECT of ${target}, --seed ${seed}, execution ${execution}: ${what.slice(0, 1000)}`);
    console.error(`  npm run fuzz -- ${target} --input ${file}`);
  }
}
