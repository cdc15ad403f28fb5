import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const HELP = `
Compares each report of the ledger (PostgreSQL) with its rows (ClickHouse).
Duplicate rows are removed, so that one row of each record remains. Sums that
the API reads from the ledger are correct and do not change. Missing rows, and
rows of reports that are not in the ledger, are listed but not changed.

A service that runs on the data folder holds ClickHouse's files: stop it first.
With DATABASE_URL and CLICKHOUSE_URL the apps can keep running. The command can
be repeated and interrupted at any time.

The exit code is 0 if every report is correct at the end, 1 if differences
remain.`;

/** `ruaflow repair`: finds rows that differ from the ledger, and removes duplicates. */
export function addRepairCommand(program: Command, environment: Environment): void {
  program
    .command("repair")
    .description("compare reports with their rows and remove duplicate rows")
    .option("--dry-run", "only compare, change nothing")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action(async ({ dryRun = false, json = false }: { dryRun?: boolean; json?: boolean }) => {
      const { runRepair } = await import("./run-repair.ts");
      await runRepair(environment, { dryRun, json });
    });
}
