import { once } from "node:events";
import { toExplanation } from "@ruaflow/ingest/explain";
import { UsageError } from "@ruaflow/runtime/errors";
import { listInputFiles } from "../paths.ts";
import { explainFile } from "./explain-file.ts";
import { toText } from "./to-text.ts";

/**
 * Prints what each file contains.
 * @throws {UsageError} when the paths contain no files
 */
export async function runExplain(paths: readonly string[], { json }: { readonly json: boolean }): Promise<void> {
  let files = 0;
  for (const file of listInputFiles(paths)) {
    files += 1;
    const explained = await explainFile(file);
    await print(json ? `${JSON.stringify(toExplanation(explained))}\n` : toText(explained));
  }
  if (files === 0) throw new UsageError("The given paths contain no files.");
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
