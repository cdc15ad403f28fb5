import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { withStores } from "../stores.ts";
import type { ImportOptions } from "./import-options.ts";

const HELP = `
Examples:
  ruaflow import --add-domains reports/     a folder, and register the domains it is about
  ruaflow import backup.mbox mails.tar.gz   mailboxes and archives, whatever they are named
  cat report.xml.gz | ruaflow import -      from standard input

Importing again changes nothing: a report that is stored already is counted as a duplicate.
Exit code: 1 when a file could not be processed, or when there were reports and none of them is stored or held; 0
otherwise. Single refusals do not change it: --json lists each, and counts them by reason.`;

/** `ruaflow import`: reads files into the stores and waits until their reports can be asked for. */
export function addImportCommand(program: Command, environment: Environment): void {
  program
    .command("import")
    .description("read report files into Ruaflow")
    .argument("<path...>", "files, folders, or - for standard input")
    .option("--org <id>", "only for this organization's domains")
    .option("--add-domains", "register policy domains that nobody has yet as verified, by the operator's authority")
    .option("--json", "print the summary as JSON")
    .addHelpText("after", HELP)
    .action(async (paths: string[], options: ImportOptions) => {
      const { runImport } = await import("./run-import.ts");
      await withStores(environment, (stores) => runImport(paths, options, stores));
    });
}
