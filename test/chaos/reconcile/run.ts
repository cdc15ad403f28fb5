import { ask } from "../../support/service.ts";
import { compare } from "../compare.ts";
import { type Product, startProduct } from "./product.ts";
import { planTampering, type StoredPlace } from "./tamper.ts";

export interface ReconcileRun {
  readonly reports: number;
  readonly tampered: number;
  readonly log: (line: string) => void;
}

/** What has to be empty or as expected. */
export interface ReconcileResult {
  /** Comparisons while reports arrived and domains were deleted, and what they found: nothing of it was real. */
  readonly comparisonsMeanwhile: number;
  readonly alarmsMeanwhile: number;
  /** Findings in reports that were as the product had written them, in three comparisons. */
  readonly alarmsOnClean: readonly number[];
  /** Tampered reports that one comparison found, as what they were. */
  readonly recognized: number;
  /** Findings that were not tampered with, and tampered reports that were not found. */
  readonly mistaken: readonly string[];
  readonly left: number;
  /** Differences from a recount of the files, after the repair. */
  readonly differences: readonly string[];
}

const DOMAINS = 50;
const DELETED_DOMAINS = 8;
const REPORTS_OF_DELETED = 400;

/** Imports reports, compares them while others arrive and are deleted, tampers, finds, repairs and recounts. */
export async function runReconcile(options: ReconcileRun): Promise<ReconcileResult> {
  const product = await startProduct();
  try {
    return await run(product, options);
  } finally {
    await product.stop();
  }
}

async function run(product: Product, { reports, tampered, log }: ReconcileRun): Promise<ReconcileResult> {
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    const result = await work();
    log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return result;
  };
  await product.writeFolder("gone", {
    first: reports + 1,
    count: REPORTS_OF_DELETED,
    toDomain: (seed) => `gone-${seed % DELETED_DOMAINS}.example`,
  });
  const written = await timed(`${reports} files written`, () =>
    product.writeFolder("stays", { first: 1, count: reports, toDomain: (seed) => `d${seed % DOMAINS}.example` }),
  );
  await product.importFolder("gone");
  const meanwhile = await timed("import, deletions and comparisons", () => compareWhileArriving(product));
  const cleanRuns = [];
  for (const flags of [[], [], ["--deep"]]) {
    cleanRuns.push(await timed(`comparison ${flags.join(" ")}`, () => product.reconcile(...flags)));
  }
  const { statements, expected } = planTampering(await listStored(product), tampered);
  for (const statement of statements) await product.execute(statement);
  const found = await timed("comparison of tampered reports", () => product.reconcile());
  const named = new Map(found.left.map(({ report_id, difference }) => [report_id, difference]));
  const repaired = await timed("repair", () => product.reconcile("--repair", "--delete-unknown"));
  log(`repaired: ${repaired.repaired}, deleted: ${repaired.deleted}`);
  return {
    comparisonsMeanwhile: meanwhile.length,
    alarmsMeanwhile: meanwhile.reduce((sum, { left }) => sum + left.length, 0),
    alarmsOnClean: cleanRuns.map(({ left }) => left.length),
    recognized: [...expected].filter(([id, difference]) => named.get(id) === difference).length,
    mistaken: [
      ...[...named].filter(([id, difference]) => expected.get(id) !== difference).map(([id, what]) => `${what}: ${id}`),
      ...[...expected.keys()].filter((id) => !named.has(id)).map((id) => `not found: ${id}`),
    ],
    left: repaired.left.length,
    differences: await timed("recount", () => compare(product.target, written)),
  };
}

/** Compares again and again until all reports are imported and all domains that were to go are gone. */
async function compareWhileArriving(product: Product) {
  const outputs: Awaited<ReturnType<Product["reconcile"]>>[] = [];
  let isOver = false;
  const working = Promise.all([product.importFolder("stays"), deleteDomains(product)]).finally(() => {
    isOver = true;
  });
  while (!isOver) outputs.push(await product.reconcile());
  await working;
  return outputs;
}

async function deleteDomains({ service, key }: Product): Promise<void> {
  const { body } = await ask<{ data: { id: string; domain: string }[] }>(service, key, "/api/v1/domains?per_page=100");
  const gone = body.data.filter(({ domain }) => domain.startsWith("gone-"));
  if (gone.length !== DELETED_DOMAINS) throw new Error(`${gone.length} domains to delete`);
  for (const { id } of gone) {
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`${service.url}/api/v1/domains/${id}`, { method: "DELETE", headers });
    if (status !== 204) throw new Error(`deleting a domain was answered ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

async function listStored({ target }: Product): Promise<StoredPlace[]> {
  const rows = await target.sql(
    "SELECT report_id, count() AS row_count FROM records GROUP BY report_id ORDER BY report_id",
  );
  return rows.map(({ report_id, row_count }) => ({ report_id: String(report_id), rows: Number(row_count) }));
}
