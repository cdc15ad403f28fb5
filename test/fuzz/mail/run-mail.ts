import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FuzzOptions } from "../options.ts";
import { brokenMailReaders } from "./broken-readers.ts";
import { fuzzMail, type MailFuzzSummary } from "./fuzz-mail.ts";

const DEFECTS_MAX = 5;
/** For each broken reader; all are found within a few thousand. */
const TWIN_MAILS_MAX = 20_000;

/** Looks for mails that readers understand differently, and for which a sender could vouch. True when none is found. */
export async function runMail({ seed, executions, out, isTwin, isJson }: FuzzOptions): Promise<boolean> {
  console.error(`seed ${seed}`);
  if (isTwin) return runTwin(seed);
  const onProgress = (summary: MailFuzzSummary) => console.error(describe(summary));
  const summary = await fuzzMail({ seed, mails: executions, defectsMax: DEFECTS_MAX, onProgress });
  save(summary, seed, out);
  const { defects, ...counts } = summary;
  console.log(isJson ? JSON.stringify({ seed, ...counts, defects: defects.length }) : describe(summary));
  // Without mails for which a sender can vouch, nothing was compared.
  return defects.length === 0 && summary.vouched > 0;
}

/** True when the fault of each broken reader is found. */
async function runTwin(seed: number): Promise<boolean> {
  let missed = 0;
  for (const [fault, readMail] of Object.entries(brokenMailReaders)) {
    const { defects, mails } = await fuzzMail({ seed, mails: TWIN_MAILS_MAX, defectsMax: 1, readMail });
    if (defects.length === 0) missed += 1;
    console.log(`${defects.length === 0 ? "MISSED" : "found"} after ${mails} mails: ${fault}`);
  }
  return missed === 0;
}

function save({ defects }: MailFuzzSummary, seed: number, out: string | null): void {
  if (defects.length === 0) return;
  const folder = out ?? mkdtempSync(join(tmpdir(), "ruaflow-fuzz-"));
  mkdirSync(folder, { recursive: true });
  for (const [index, { bytes, what }] of defects.entries()) {
    const file = join(folder, `mail-${seed}-${index}.eml`);
    writeFileSync(file, bytes);
    console.error(`DIFFERENT, --seed ${seed}: ${what.slice(0, 1000)}\n  ${file}`);
  }
}

function describe({ mails, vouched, defects }: MailFuzzSummary): string {
  return `mail: ${mails} mails, ${vouched} for which a sender can vouch, ${defects.length} read differently`;
}
