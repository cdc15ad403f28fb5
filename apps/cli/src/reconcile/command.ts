import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { parseTime } from "../option-values.ts";

const HELP = `
Compares what PostgreSQL says of each report (ledger and list) with its rows in
ClickHouse, first by organization and day, then the reports of days that differ:

  missing   some or all rows are gone
  altered   a row says something else than the report did
  doubled   rows are there more than once
  unknown   rows of reports that are not in the ledger

Totals and lists of the API come from PostgreSQL and stay as they are. What
differs is compared again after some seconds, so reports may arrive and be
deleted meanwhile.

With --repair, duplicate rows are removed, and rows that are missing or altered
are written again from the bytes that arrived; reports whose bytes are not kept
are listed with the reason. Unknown rows are what remains when PostgreSQL was
restored from an older backup and these reports were not sent again. They are
deleted only with --delete-unknown.

  ruaflow reconcile
  ruaflow reconcile --repair
  ruaflow reconcile --since 2026-01-31 --org org_… --json

The service can keep running, as can apps on servers. The command can be repeated
and interrupted at any time.

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
