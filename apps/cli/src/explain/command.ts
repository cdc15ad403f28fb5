import { once } from "node:events";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Command } from "commander";
import { listInputFiles } from "../paths.ts";
import { explainFile } from "./explain-file.ts";
import { toJson } from "./to-json.ts";
import { toText } from "./to-text.ts";

const HELP = `
Examples:
  ruaflow explain google.zip                     the contents of a file
  ruaflow explain --json reports/ > seen.jsonl   a JSON line for each file
  cat mail.eml | ruaflow explain -               standard input

The type of a file is detected from its contents, not its name: XML, gzip, zip,
tar, and mails with any of these. The exit code is 0 even if files are rejected:
the output says what is wrong with them.`;

/** `ruaflow explain`: what Ruaflow reads in files. Nothing is stored, and no service is needed. */
export function addExplainCommand(program: Command): void {
  program
    .command("explain")
    .description("show what Ruaflow reads in report files, without storing anything")
    .argument("<file...>", "files, folders, or - for standard input")
    .option("--json", "print one JSON object per line for each file")
    .addHelpText("after", HELP)
    .action(async (paths: string[], { json }: { json?: boolean }) => {
      let files = 0;
      for (const file of listInputFiles(paths)) {
        files += 1;
        const explained = await explainFile(file);
        await print(json ? `${JSON.stringify(toJson(explained))}\n` : toText(explained));
      }
      if (files === 0) throw new UsageError("The given paths contain no files.");
    });
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
