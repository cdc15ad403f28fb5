import { type Reconciled, type ReconcileOptions, type Remaining, reconcile } from "@ruaflow/keeper/reconcile";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { chooseOrganization } from "../organization.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { withStores } from "../stores/with-stores.ts";
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

/** Compares both stores, repairs on request and prints the findings. */
export async function runReconcile(environment: Environment, options: RunReconcileOptions): Promise<void> {
  await withStores(environment, async ({ metadata, openRecords }) => {
    const stores = { metadata, records: await openRecords() };
    const { left, ...result } = await compare(stores, options);
    const named = { ...result, left: await addNames(stores, left) };
    if (options.json) printJson(named);
    else process.stdout.write(toText(named, options.repair));
    if (left.length > 0) process.exitCode = 1;
  });
}

type BothStores = Pick<ReconcileOptions, "metadata" | "records">;

async function compare({ metadata, records }: BothStores, options: RunReconcileOptions): Promise<Reconciled> {
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
async function addNames({ metadata }: BothStores, left: readonly Remaining[]): Promise<NamedRemaining[]> {
  const domains = left.length > 0 ? await metadata.reports.listLedgerDomains() : [];
  const names = new Map(domains.map(({ domainId, name }) => [domainId, name]));
  return left.map((finding) => ({ ...finding, domain: names.get(finding.domainId) ?? finding.domainId }));
}
