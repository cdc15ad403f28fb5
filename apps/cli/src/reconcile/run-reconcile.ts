import { type Engines, startEngines } from "@ruaflow/embedded";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { failProcess, startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { type Reconciled, type Remaining, reconcile } from "@ruaflow/watcher/reconcile";
import { findRunningStores } from "../bare-stores.ts";
import { chooseOrganization } from "../organization.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { storeSettingsSchema } from "../store-settings.ts";
import { type NamedRemaining, toText } from "./to-text.ts";

const PRINT_EVERY_MS = 2000;

export interface RunReconcileOptions {
  /** Only reports of this UTC day and later ones. */
  readonly since?: Date;
  /** Id or name of an organization; absent: all. */
  readonly org?: string;
  readonly deep: boolean;
  readonly repair: boolean;
  readonly deleteUnknown: boolean;
  readonly json: boolean;
}

/** Opens both stores, compares them, repairs on request and prints the findings. */
export async function runReconcile(environment: Environment, options: RunReconcileOptions): Promise<void> {
  const stores = (await openRunningStores(environment)) ?? (await startOwnStores(environment));
  try {
    const { left, ...result } = await compare(stores, options);
    const named = { ...result, left: await addNames(stores, left) };
    if (options.json) printJson(named);
    else process.stdout.write(toText(named, options.repair));
    if (left.length > 0) process.exitCode = 1;
  } finally {
    await stores.stop();
  }
}

type Stores = Pick<Engines, "metadata" | "records" | "stop">;

/** The stores of a running service, or servers; `null` without either. */
async function openRunningStores(environment: Environment): Promise<Stores | null> {
  const running = await findRunningStores(environment);
  if (running === null) return null;
  return startParts(async (started) => {
    const { records, databaseUrl: url, bodies, settings, stop } = running;
    started.defer(stop);
    await records.assertSchema();
    const metadata = await createMetadataStore({ url, connectionsMax: settings.DATABASE_CONNECTIONS_MAX, bodies });
    started.defer(() => metadata.close());
    return { metadata, records };
  });
}

function startOwnStores(environment: Environment): Promise<Stores> {
  const settings = readSettings(storeSettingsSchema, { RUAFLOW_LOG_LEVEL: "warn", ...environment });
  const logger = createLogger({ app: "cli", level: String(settings.RUAFLOW_LOG_LEVEL) });
  return startEngines(settings, { logger, description: "ruaflow reconcile", onFatal: failProcess });
}

async function compare({ metadata, records }: Stores, options: RunReconcileOptions): Promise<Reconciled> {
  const { since, org, deep, repair, deleteUnknown } = options;
  const result = await reconcile({
    metadata,
    records,
    deep,
    repair,
    deleteUnknown,
    onProgress: createProgressLines(),
    ...(since !== undefined && { since: since.toISOString().slice(0, 10) }),
    ...(org !== undefined && { organizationId: (await chooseOrganization(metadata, org)).id }),
  });
  if (result !== null) return result;
  throw new UsageError("Another process is comparing reports with their rows. Try again when it has finished.");
}

/** Prints a line every two seconds during a long comparison. */
function createProgressLines(): (reports: number, total: number) => void {
  let printedAt = Date.now();
  return (reports, total) => {
    if (Date.now() - printedAt < PRINT_EVERY_MS) return;
    printedAt = Date.now();
    process.stderr.write(`${reports} of ${pluralize(total, "report")} compared\n`);
  };
}

/** Adds the name of each domain, or its id when PostgreSQL does not have it. */
async function addNames({ metadata }: Stores, left: readonly Remaining[]): Promise<NamedRemaining[]> {
  const domains = left.length > 0 ? await metadata.reports.listLedgerDomains() : [];
  const names = new Map(domains.map(({ domainId, name }) => [domainId, name]));
  return left.map((finding) => ({ ...finding, domain: names.get(finding.domainId) ?? finding.domainId }));
}
