import { type ExportFormat, exportFormats } from "@ruaflow/record-store/exports";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { type Command, Option } from "commander";
import { parseDay } from "../option-values.ts";

const HELP = `
Writes one file per month, VIEW-YYYY-MM.FORMAT, from the views that SQL readers
see (database ruaflow_v1), with their columns. Days are UTC; both ends are
included.

Only counted reports are written, so a plain sum over the files equals the API's.
--all also writes reports whose sender is not proven; their rows have
counted = false. VIEW-FORMAT.export.json beside the files describes them.

  ruaflow export --format parquet --since 2026-01-01 --to exports
  ruaflow export --format csv --since 2026-01-01 --until 2026-03-31 \\
    --org org_… --view daily --to exports

A file gets its name when it is complete and its rows have been counted. Until then
it is in a folder that ends in .part. No other file is replaced. Repeat the command
to continue after an interruption, or to bring the folder up to date. It writes
months with changed reports again, skips other months, and removes files of months
without reports.

Works beside a running service, on servers, and on a data folder without a
service. The exit code is 0 once all files are complete.`;

interface GivenOptions {
  readonly format: ExportFormat;
  readonly since: string;
  readonly until?: string;
  readonly org?: string;
  readonly view: string;
  readonly to: string;
  readonly counted?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `ruaflow export`: the views as files. */
export function addExportCommand(program: Command, environment: Environment): void {
  program
    .command("export")
    .description("write reports as Parquet, CSV or JSON lines, one file per month")
    .addOption(new Option("--format <name>", "file format").choices(Object.keys(exportFormats)).makeOptionMandatory())
    .requiredOption("--since <day>", "first UTC day: 2026-01-31", parseDay("--since"))
    .option("--until <day>", "last UTC day; default: the newest", parseDay("--until"))
    .option("--org <id>", "only this organization; default: all of them")
    .option("--view <name>", "view to write: records, reports, daily, …", "records")
    .requiredOption("--to <folder>", "folder of the files; created if missing")
    .option("--counted", "only reports that count, as the API does; the default")
    .addOption(new Option("--all", "also reports whose sender is not proven").conflicts("counted"))
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action(async ({ json = false, all = false, until = LAST_DAY, ...given }: GivenOptions) => {
      if (given.since > until) throw new UsageError(`--since: ${given.since} is after ${until}`);
      // Loaded only when needed: it starts the engines.
      const { runExport } = await import("./run-export.ts");
      await runExport(environment, { ...given, until, all, json });
    });
}

/** Later than any report's day. */
const LAST_DAY = "2149-06-06";
