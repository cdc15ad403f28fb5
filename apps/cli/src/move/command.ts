import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const HELP = `
Stop the service first. The command copies everything from the data folder to
the servers that the file names, compares the numbers and prints them side by
side. The data folder is not changed. The file has the settings of the apps, a
line each, at least:

  DATABASE_URL=postgres://...
  CLICKHOUSE_URL=http://...
  RUAFLOW_SECRETS_KEY=   (the contents of data/secrets.key)

With KAFKA_BROKERS, reports that were accepted and not written yet, and dead
letters are copied to Kafka. Bodies outside PostgreSQL go to RUAFLOW_RAW_STORE.
The command needs space in the data folder for a backup, which it deletes at the
end. When it was interrupted, run it again. Afterwards start the apps on the
servers, and do not start the service on the data folder again.

  ruaflow move --to servers.env

The exit code is 0 if all numbers are equal, 1 if they differ, 2 if the servers
were refused.`;

/** `ruaflow move`: from the embedded engines to servers. */
export function addMoveCommand(program: Command, environment: Environment): void {
  program
    .command("move")
    .description("move all data from the embedded engines to servers")
    .requiredOption("--to <file>", "file with the settings of the servers")
    .option("--replace", "delete all data that the servers have")
    .option("--json", "print the compared numbers as JSON")
    .addHelpText("after", HELP)
    .action(async (options: { to: string; replace?: boolean; json?: boolean }) => {
      const { runMove } = await import("./run-move.ts");
      const { to, replace = false, json = false } = options;
      await runMove(environment, { file: to, replace, json, release: program.version() ?? "" });
    });
}
