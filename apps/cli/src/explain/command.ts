import { once } from "node:events";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Command } from "commander";
import { listInputFiles } from "../paths.ts";
import { explainFile } from "./explain-file.ts";
import { toJson } from "./to-json.ts";
import { toText } from "./to-text.ts";

const HELP = `
Examples:
  ruaflow explain google.zip                     what is in a file, for people
  ruaflow explain --json reports/ > seen.jsonl   one JSON line per file, for scripts
  cat mail.eml | ruaflow explain -               from standard input

Files are read by what they contain, not by their names: XML, gzip, zip, tar, and mails with any of these.
The exit code is 0 also when files are rejected: what is wrong with them is the answer.`;

/** `ruaflow explain`: what Ruaflow sees in files. Nothing is stored, nothing needs to run. */
export function addExplainCommand(program: Command): void {
  program
    .command("explain")
    .description("say what Ruaflow sees in report files, without storing anything")
    .argument("<file...>", "files, folders, or - for standard input")
    .option("--json", "one JSON object per file and line")
    .addHelpText("after", HELP)
    .action(async (paths: string[], { json }: { json?: boolean }) => {
      let files = 0;
      for (const file of listInputFiles(paths)) {
        files += 1;
        const explained = await explainFile(file);
        await print(json ? `${JSON.stringify(toJson(explained))}\n` : toText(explained));
      }
      if (files === 0) throw new UsageError("There are no files in what was given.");
    });
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
