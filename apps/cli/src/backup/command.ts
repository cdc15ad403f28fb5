import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const BACKUP_HELP = `
Writes organizations, keys, domains, webhooks, reports, records, submissions
with their bytes and, without Kafka, the event log into a new folder. The
service can keep running. The backup has the state of its PostgreSQL snapshot;
later arrivals are not in it. Deletions wait until it is complete. An interrupted
backup has no manifest.json: run it again.

Not included: the secrets key (data/secrets.key or RUAFLOW_SECRETS_KEY),
messages in Kafka, bodies in buckets. The folder holds all data of all
organizations: keep it where only you can read it.

  ruaflow backup /backups/2026-01-31

The exit code is 0 if the backup is complete.`;

const RESTORE_HELP = `
Compares each file with its digest, checks the signature, the secrets key and
the schema, then loads everything, brings the schemas up to date and compares
the numbers. It warns of a backup that is not signed: restore one only if no
other person could write to its folder. It refuses a target with data unless
--replace is given. When it was interrupted, run it again; until it is
complete, no app starts on the target.

Without DATABASE_URL and CLICKHOUSE_URL it restores into the data folder: stop
the service first, and copy secrets.key there. Bodies outside PostgreSQL are
written to RUAFLOW_RAW_STORE.

  ruaflow restore /backups/2026-01-31

The exit code is 0 if all numbers equal those of the backup, 1 if they differ,
2 if the backup or the target was refused.`;

/** `ruaflow backup` and `ruaflow restore`. */
export function addBackupCommands(program: Command, environment: Environment): void {
  program
    .command("backup")
    .description("back up all data into a new folder, also while the service runs")
    .argument("<folder>", "created if it does not exist")
    .option("--json", "print the summary as JSON")
    .addHelpText("after", BACKUP_HELP)
    .action(async (folder: string, { json = false }: { json?: boolean }) => {
      const { runBackup } = await import("./run-backup.ts");
      await runBackup(environment, { folder, json, release: program.version() ?? "" });
    });
  program
    .command("restore")
    .description("restore a backup into the data folder or into servers")
    .argument("<folder>", "the folder of `ruaflow backup`")
    .option("--replace", "delete all data that the target has")
    .option("--json", "print the compared numbers as JSON")
    .addHelpText("after", RESTORE_HELP)
    .action(async (folder: string, { replace = false, json = false }: { replace?: boolean; json?: boolean }) => {
      const { runRestore } = await import("./run-restore.ts");
      await runRestore(environment, { folder, replace, json });
    });
}
