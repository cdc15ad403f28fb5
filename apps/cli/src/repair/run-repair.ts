import { startEngines } from "@ruaflow/embedded";
import { failProcess } from "@ruaflow/runtime";
import { createLogger } from "@ruaflow/runtime/logging";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { clean } from "../explain/to-text.ts";
import { pluralize } from "../pluralize.ts";
import { storeSettingsSchema } from "../store-settings.ts";
import { type RepairResult, repairRows } from "./repair-rows.ts";

/** Differences listed as text; the JSON result has all of them. */
const LISTED_MAX = 50;
const PRINT_EVERY_MS = 2000;

export interface RunRepairOptions {
  readonly dryRun: boolean;
  readonly deleteUnknown: boolean;
  readonly json: boolean;
}

/** Opens both stores, repairs the rows and prints the findings. */
export async function runRepair(environment: Environment, options: RunRepairOptions): Promise<void> {
  const { dryRun, deleteUnknown, json } = options;
  const settings = readSettings(storeSettingsSchema, { RUAFLOW_LOG_LEVEL: "warn", ...environment });
  const logger = createLogger({ app: "cli", level: String(settings.RUAFLOW_LOG_LEVEL) });
  const engines = await startEngines(settings, { logger, description: "ruaflow repair", onFatal: failProcess });
  try {
    const result = await repairRows({ ...engines, dryRun, deleteUnknown, onDomain: createProgressLines() });
    process.stdout.write(json ? `${JSON.stringify(result)}\n` : toText(result, dryRun));
    if (result.left.length > 0) process.exitCode = 1;
  } finally {
    await engines.stop();
  }
}

/** Prints a line every two seconds during a long comparison. */
function createProgressLines(): (done: number, total: number) => void {
  let printedAt = Date.now();
  return (done, total) => {
    if (Date.now() - printedAt < PRINT_EVERY_MS) return;
    printedAt = Date.now();
    process.stderr.write(`${done} of ${pluralize(total, "domain")} compared\n`);
  };
}

function toText({ reports, found, repaired, deleted, left }: RepairResult, dryRun: boolean): string {
  const listed = left.slice(0, LISTED_MAX);
  const more = left.length - listed.length;
  return [
    ...listed.map(({ reportId, domain, day, difference }) => `${difference}: ${reportId} ${clean(domain)} ${day}`),
    ...(more > 0 ? [`... and ${more} more (--json lists them all)`] : []),
    `Reports compared: ${reports}. Doubled: ${found.doubled}, incomplete: ${found.incomplete}, unknown: ${found.unknown}.`,
    dryRun
      ? "Nothing was changed (--dry-run)."
      : `Repaired: ${repaired}. Deleted: ${deleted}. Still different: ${left.length}.`,
    "",
  ].join("\n");
}
