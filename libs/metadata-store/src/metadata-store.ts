import { type Database, MigrationError, openDatabase } from "@ruaflow/postgres";
import { createDeliveryStore } from "./delivery/delivery-store.ts";
import { createDomainsStore } from "./domains/domains-store.ts";
import { createIntakeStore } from "./intake/intake-store.ts";
import { readMetadataMigrations } from "./migrations.ts";
import { createReportsStore } from "./reports/reports-store.ts";
import { assertSecretsKey, createSecretBox } from "./tenants/secret-box.ts";
import { createTenantsStore } from "./tenants/tenants-store.ts";
import { createWatchStore } from "./watch/watch-store.ts";

export interface MetadataStoreOptions {
  /** Connection string of a database whose schema `migrateMetadata` has brought up to date. */
  readonly url: string;
  /** Connections of this process; 10 when absent. */
  readonly connectionsMax?: number;
  /** 32 bytes in base64. Without it, functions that seal or open secrets throw: webhooks' and kept answers. */
  readonly secretsKey?: string;
}

/**
 * What PostgreSQL keeps, in rooms that share one pool of connections. A room knows those below it and none above: watch,
 * domains, reports, intake, delivery, tenants.
 */
export type MetadataStore = Awaited<ReturnType<typeof createMetadataStore>>;

const CONNECTIONS_MAX_DEFAULT = 10;

/**
 * Opens the store. Every function of it throws `StoreUnavailableError` when the database cannot be reached or its answer
 * was lost: wait and try again, every write may be repeated.
 *
 * @throws MigrationError when the schema is older or newer than this program
 * @throws UsageError when the secrets key is invalid, or not that of this database
 * @throws StoreUnavailableError
 */
export async function createMetadataStore(options: MetadataStoreOptions) {
  const { pending } = await readMetadataMigrations(options.url);
  if (pending.length > 0) throw new MigrationError("SCHEMA_OUTDATED", `The database lacks ${pending.join(", ")}.`);

  const box = createSecretBox(options.secretsKey);
  const database = openDatabase(options.url, options.connectionsMax ?? CONNECTIONS_MAX_DEFAULT);
  if (options.secretsKey !== undefined) await assertSecretsKey(database, box).catch(closeAndThrow(database));
  return {
    tenants: createTenantsStore(database, box),
    delivery: createDeliveryStore(database, box),
    intake: createIntakeStore(database),
    reports: createReportsStore(database),
    domains: createDomainsStore(database),
    watch: createWatchStore(database),

    /** Resolves when the database answers. */
    async ping(): Promise<void> {
      await database.query("SELECT 1");
    },
    /** Waits for running statements and closes the connections. */
    close: () => database.close(),
  };
}

function closeAndThrow(database: Database) {
  return async (error: unknown): Promise<never> => {
    await database.close();
    throw error;
  };
}
