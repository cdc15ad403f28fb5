import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Real reports with the values of a correct parse; they are stored beside the repository and are not part of it. */
const folder = fileURLToPath(new URL("../../../shared/reports/", import.meta.url));

/** The expected values of one file of the corpus. */
export interface ExpectedFile {
  readonly file: string;
  readonly verdict: string;
  readonly reports: readonly ExpectedReport[];
}

export interface ExpectedReport {
  readonly org_name: string;
  readonly report_id: string;
  readonly domain: string;
  readonly begin: number;
  readonly end: number;
  readonly valid_records: number;
  readonly valid_total: number;
  readonly dmarc_pass_count: number;
  readonly pass_count_gradable: boolean;
}

export const hasCorpus = existsSync(join(folder, "real.tar.gz"));

/** Prints a prominent warning that tests cannot run without the corpus. */
export function warnWithoutCorpus(): void {
  process.stderr.write(`\n*** NOT TESTED on real reports: ${folder}real.tar.gz is missing ***\n\n`);
}

/** Unpacks the corpus and reads its expected values. */
export function openCorpus(): { readonly files: string; readonly expected: readonly ExpectedFile[] } {
  const files = mkdtempSync(join(tmpdir(), "ruaflow-corpus-"));
  execFileSync("tar", ["xzf", join(folder, "real.tar.gz"), "-C", files]);
  const lines = readFileSync(join(folder, "expected.jsonl"), "utf8").trim().split("\n");
  return { files, expected: lines.map((line) => JSON.parse(line)) };
}
