import type { Command } from "commander";

const HELP = `
Examples:
  ruaflow explain google.zip                     the contents of a file
  ruaflow explain reports/                       a summary of many files
  ruaflow explain --json reports/ > seen.jsonl   a JSON line for each file
  cat mail.eml | ruaflow explain -               standard input

The contents of a file show its type, not its name: XML, gzip, zip, tar, and mails
with any of these. In a folder, only regular files are read. Name a link or a pipe
itself to read it. The exit code is 0 even if files are rejected: the output shows
what is wrong with them.`;

/** `ruaflow explain`: what Ruaflow reads in files. Nothing is stored, and no service is needed. */
export function addExplainCommand(program: Command): void {
  program
    .command("explain")
    .description("show what Ruaflow reads in report files, without storing anything")
    .argument("<file...>", "files, folders, or - for standard input")
    .option("--json", "print one JSON object per line for each file")
    .addHelpText("after", HELP)
    .action(async (paths: string[], { json = false }: { json?: boolean }) => {
      const { runExplain } = await import("./run-explain.ts");
      await runExplain(paths, { json });
    });
}
