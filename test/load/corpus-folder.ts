import { mkdtempSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hasCorpus, openCorpus } from "../support/corpus.ts";
import { removeAtExit } from "./remove-at-exit.ts";
import { writeReports } from "./write-reports.ts";

const GENERATED_FILES = 2_000;

/** Report files to import, with a description. */
export interface CorpusFolder {
  readonly folder: string;
  readonly files: number;
  readonly description: string;
}

let opened: Promise<CorpusFolder> | undefined;

/** The given folder, the real reports beside the repository, or generated ones; the same for the whole run. */
export function openCorpusFolder(given: string | null): Promise<CorpusFolder> {
  opened ??= given === null ? openOwn() : describe(resolve(given), `files of ${resolve(given)}`);
  return opened;
}

async function openOwn(): Promise<CorpusFolder> {
  if (hasCorpus) {
    const { files } = openCorpus();
    removeAtExit(files);
    await rm(join(files, "LICENSE"), { force: true });
    return describe(files, "real reports");
  }
  console.error("\n*** Real reports were not found beside the repository: GENERATED ones are measured. ***\n");
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-bench-generated-"));
  removeAtExit(folder);
  await writeReports(folder, { reports: GENERATED_FILES, domains: 50 });
  return describe(folder, "GENERATED reports, since real ones were not found");
}

async function describe(folder: string, what: string): Promise<CorpusFolder> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return { folder, files: files.length, description: `${files.length.toLocaleString("en")} ${what}` };
}
