import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import type { RunRepairOptions } from "./run-repair.ts";

const HELP = `
Compares each report of the ledger (PostgreSQL) with its rows (ClickHouse).
Duplicate rows are removed, so that one row of each record remains. Sums that
the API reads from the ledger are correct and do not change. Missing rows are
listed but not changed.

Rows of reports that are not in the ledger ("unknown") are what remains when
PostgreSQL was restored from an older backup and these reports were not sent
again. They are listed, and deleted with --delete-unknown. When none remain,
writing no longer compares each new report with its rows.

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
    .option("--delete-unknown", "delete the rows of reports that are not in the ledger")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action(async ({ dryRun = false, deleteUnknown = false, json = false }: Partial<RunRepairOptions>) => {
      const { runRepair } = await import("./run-repair.ts");
      await runRepair(environment, { dryRun, deleteUnknown, json });
    });
}
