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

Importing again changes nothing: a stored report counts as a duplicate. The exit
code is 1 if a file could not be processed, or if the files contain reports but
none is stored or held. Otherwise it is 0, even if some reports are refused.

--resume skips files whose outcome is final, and reads changed files again. Their
list is in RUAFLOW_DATA_DIR/imports. An import that ends without failed files
removes it. --json lists each refusal and counts them by reason.

In a folder, only regular files are read; the summary counts links and pipes. Name
a link or a pipe itself to read it.`;

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
      const [{ runImport }, { readServiceAddress }] = await Promise.all([
        import("./run-import.ts"),
        import("../stores/api-url.ts"),
      ]);
      const service = await readServiceAddress(environment);
      const work = (stores: Stores) => runImport(paths, { ...options, service }, stores);
      await withStores(environment, work, { engines: "any", recordWriter: true, waits: true });
    });
}
