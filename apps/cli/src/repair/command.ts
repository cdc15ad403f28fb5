import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";

const HELP = `
Compares each report of the ledger (PostgreSQL) with its rows (ClickHouse). Rows that are there more than once are
removed, of each record one stays; sums that the API reads from the ledger were right before and stay as they are.
Rows that are missing, and rows of reports that the ledger does not have, are listed and left as they are.

A service that runs on the data folder holds ClickHouse's files: stop it first. With DATABASE_URL and CLICKHOUSE_URL
the apps may go on meanwhile. It may be repeated and interrupted at any time.

Exit code: 0 when every report is right at the end; 1 when something still differs.`;

/** `ruaflow repair`: finds rows that do not agree with the ledger, and removes the doubled ones. */
export function addRepairCommand(program: Command, environment: Environment): void {
  program
    .command("repair")
    .description("compare reports with their rows, remove rows that are there twice")
    .option("--dry-run", "only look, change nothing")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action(async ({ dryRun = false, json = false }: { dryRun?: boolean; json?: boolean }) => {
      const { runRepair } = await import("./run-repair.ts");
      await runRepair(environment, { dryRun, json });
    });
}
