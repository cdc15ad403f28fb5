import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { parseTime } from "../option-values.ts";

const HELP = `
Compares each report in PostgreSQL (ledger and list) with its rows in ClickHouse.
It first compares organizations and days, then the reports of days that differ:

  missing   some or all rows are gone
  altered   a row differs from the report
  doubled   rows are stored more than once
  unknown   rows of reports that are not in the ledger

The API takes totals and lists from PostgreSQL, so they do not change. Reports may
arrive and be deleted during the command: it compares differences again after
some seconds.

--repair removes duplicate rows. It writes missing and altered rows again from
the bytes that arrived. Reports without stored bytes are listed with the reason.
Unknown rows remain if PostgreSQL was restored from an older backup and their
reports were not sent again. Only --delete-unknown deletes them.

  ruaflow reconcile
  ruaflow reconcile --repair
  ruaflow reconcile --since 2026-01-31 --org org_… --json

The service and apps on servers can keep running. You can interrupt and repeat
the command at any time.

The exit code is 0 if every report is correct at the end, 1 if differences
remain.`;

interface GivenOptions {
  readonly since?: Date;
  readonly org?: string;
  readonly deep?: boolean;
  readonly deleteUnknown?: boolean;
  readonly json?: boolean;
}

/** `ruaflow reconcile`: finds rows that differ from the ledger. `ruaflow repair` is the same with `--repair`. */
export function addReconcileCommands(program: Command, environment: Environment): void {
  addOptions(program.command("reconcile").description("compare every report with its rows"))
    .option("--repair", "remove duplicate rows, and write missing and altered ones again")
    .addHelpText("after", HELP)
    .action(({ repair = false, ...given }: GivenOptions & { readonly repair?: boolean }) => {
      if (given.deleteUnknown === true && !repair) throw new UsageError("--delete-unknown: needs --repair");
      return run(environment, given, repair);
    });
  addOptions(program.command("repair").description("the same as reconcile --repair"))
    .option("--dry-run", "only compare: the same as reconcile")
    .addHelpText("after", "\nSee: ruaflow reconcile --help")
    .action(({ dryRun = false, ...given }: GivenOptions & { readonly dryRun?: boolean }) =>
      run(environment, given, !dryRun),
    );
}

function addOptions(command: Command): Command {
  return command
    .option("--since <day>", "only reports of this UTC day and later ones: 2026-01-31", parseTime("--since"))
    .option("--org <id>", "only this organization")
    .option("--deep", "recompute the content hash (SHA-256) of every report from its rows")
    .option("--delete-unknown", "with --repair: delete the rows of reports that are not in the ledger")
    .option("--json", "print the result as JSON");
}

async function run(environment: Environment, given: GivenOptions, repair: boolean): Promise<void> {
  const { deep = false, deleteUnknown = false, json = false, ...choice } = given;
  // Loaded only when needed: it starts the engines.
  const { runReconcile } = await import("./run-reconcile.ts");
  await runReconcile(environment, { ...choice, deep, repair, deleteUnknown, json });
}
