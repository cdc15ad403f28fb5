import { once } from "node:events";
import { toExplanation } from "@ruaflow/ingest/explain";
import { UsageError } from "@ruaflow/runtime/errors";
import { listInputFiles } from "../paths.ts";
import { SkippedEntries } from "../skipped-entries.ts";
import { type ExplainedFile, explainFile } from "./explain-file.ts";
import { ExplainSummary } from "./summary.ts";
import { toText } from "./to-text.ts";

/**
 * Prints what files contain: of one file everything, of several a summary, as JSON everything of each.
 * @throws {UsageError} when the paths contain no files
 */
export async function runExplain(paths: readonly string[], { json }: { readonly json: boolean }): Promise<void> {
  const skipped = new SkippedEntries();
  const summary = new ExplainSummary();
  let files = 0;
  let only: ExplainedFile | null = null;
  for (const file of listInputFiles(paths, skipped)) {
    files += 1;
    const explained = await explainFile(file);
    if (json) await print(`${JSON.stringify(toExplanation(explained))}\n`);
    else summary.add(explained);
    only = files === 1 ? explained : null;
  }
  // Standard error: of JSON each line is a file.
  process.stderr.write(skipped.toText());
  if (files === 0) throw new UsageError("The given paths contain no files.");
  if (!json) await print(only === null ? summary.toText() : toText(only));
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
