// `node fill/main.ts FOLDER SPEC`: fills a data folder of the embedded mode as the record-writer would, but without XML
// and log, and prints its contents. A separate process, because only one may open the folder.
import { startEngines } from "@ruaflow/embedded";
import { type Settings, settingsSchema } from "@ruaflow/embedded/settings";
import { failProcess } from "@ruaflow/runtime";
import { createLogger } from "@ruaflow/runtime/logging";
import { readSettings } from "@ruaflow/runtime/settings";
import { copyDomains } from "./copy-domains.ts";
import { fillOrganization } from "./fill-organization.ts";
import type { Filled, FilledOrganization, FillSpec, OrganizationSpec } from "./spec.ts";

const PRINT_EVERY_MS = 5_000;
const [folder = "", json = "{}"] = process.argv.slice(2);
const spec: FillSpec = JSON.parse(json);
const settings: Settings = readSettings(settingsSchema, { RUAFLOW_DATA_DIR: folder });
const logger = createLogger({ app: "bench", level: "warn" });
const engines = await startEngines(settings, { logger, description: "npm run bench", onFatal: failProcess });
const lastDay = new Date().toISOString().slice(0, 10);
const total = spec.organizations.reduce((sum, { reports }) => sum + reports, 0);
const startedAt = Date.now();
const organizations: FilledOrganization[] = [];
let records = 0;
let reports = 0;
let insertSeconds = 0;
let printedAt = startedAt;

for (const [index, organization] of spec.organizations.entries()) {
  const filling = { engines, organization, lastDay, days: spec.days, seed: index + 1 };
  const filled = await fillOrganization(filling, (stored) => {
    records += stored.records;
    reports += stored.reports;
    insertSeconds += stored.seconds;
    if (Date.now() - printedAt < PRINT_EVERY_MS) return;
    printedAt = Date.now();
    const minutes = ((Date.now() - startedAt) / 60_000) * (total / reports - 1);
    process.stderr.write(`${reports}/${total} reports, ${records} records, ${minutes.toFixed(1)} min left\n`);
  });
  organizations.push(await copyIfAsked(organization, filled));
}
await engines.stop();
const filled: Filled = { spec, lastDay, records, insertSeconds, organizations };
// A pipe takes 64 KiB at once; ending the process earlier would cut off the rest.
process.stdout.write(JSON.stringify(filled), () => process.exit());

/** Counts what the copies add. */
async function copyIfAsked(organization: OrganizationSpec, filled: FilledOrganization): Promise<FilledOrganization> {
  const { portfolio } = organization;
  if (portfolio === undefined) return filled;
  const once = records;
  return copyDomains(filled, {
    folder,
    clickHouse: engines.clickHouse?.url ?? "",
    portfolio,
    onCopied: (number) => {
      records += once;
      process.stderr.write(`copied ${number} of ${portfolio.times - 1} times, ${records} records\n`);
    },
  });
}
