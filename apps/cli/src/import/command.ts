import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import type { Stores } from "../stores/stores.ts";
import { withStores } from "../stores/with-stores.ts";
import type { ImportOptions } from "./run-import.ts";

const HELP = `
Examples:
  ruaflow import --add-domains reports/     a folder; registers its domains
  ruaflow import backup.mbox mails.tar.gz   mailboxes and archives of any name
  ruaflow import --resume reports/          skips files that are done already
  cat report.xml.gz | ruaflow import -      standard input

Importing again changes nothing: a report that is already stored counts as a
duplicate. The exit code is 1 if a file could not be processed, or if the files
contain reports but not a single one is stored or held; otherwise it is 0, even
if some reports are refused. --resume reads a list of the files whose outcome is
final from RUAFLOW_DATA_DIR/imports; a file that has changed is read again. The
list is removed when an import ends and no file failed. --json lists each refusal
and counts them by reason. Of a folder only regular files are read, not links and
pipes, which the summary counts; a link or a pipe that is named itself is read.`;

/** `ruaflow import`: imports files and waits until their reports can be queried. */
export function addImportCommand(program: Command, environment: Environment): void {
  program
    .command("import")
    .description("import report files")
    .argument("<path...>", "files, folders, or - for standard input")
    .option("--org <id>", "limit the import to this organization's domains")
    .option("--add-domains", "register policy domains without an owner as verified by the operator")
    .option("--resume", "continue an import that was interrupted, with the same arguments")
    .option("--json", "print the summary as JSON")
    .addHelpText("after", HELP)
    .action(async (paths: string[], options: ImportOptions) => {
      const [{ runImport }, { readApiUrl }] = await Promise.all([
        import("./run-import.ts"),
        import("../stores/api-url.ts"),
      ]);
      const url = await readApiUrl(environment);
      const work = (stores: Stores) => runImport(paths, { ...options, url }, stores);
      await withStores(environment, work, { engines: "any", recordWriter: true, waits: true });
    });
}
