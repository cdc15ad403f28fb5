import type { BodyStores } from "@ruaflow/object-store/bodies";
import { type Database, MigrationError, openDatabase } from "@ruaflow/postgres";
import { createAttentionStore } from "./attention/attention-store.ts";
import { createDeliveryStore } from "./delivery/delivery-store.ts";
import { createDomainsStore } from "./domains/domains-store.ts";
import { createIntakeStore } from "./intake/intake-store.ts";
import { readMetadataMigrations } from "./migrations.ts";
import { createReportsStore } from "./reports/reports-store.ts";
import { createSourcesStore } from "./sources/sources-store.ts";
import { assertSecretsKey, createSecretBox } from "./tenants/secret-box.ts";
import { createTenantsStore } from "./tenants/tenants-store.ts";
import { createWatchStore } from "./watch/watch-store.ts";

export interface MetadataStoreOptions {
  /** Connection string of a database whose schema is up to date: run `migrateMetadata` first. */
  readonly url: string;
  /** Maximum number of connections from this process; default 10. */
  readonly connectionsMax?: number;
  /** 32 bytes in base64. Without it, functions that encrypt or decrypt webhook secrets or stored responses throw. */
  readonly secretsKey?: string;
  /** Where the bytes of submissions are kept. Absent: bodies outside PostgreSQL can be neither written nor read. */
  readonly bodies?: BodyStores;
}

/**
 * Everything that is stored in PostgreSQL, in rooms that share one connection pool. From top to bottom: sources, attention, watch,
 * domains, reports, intake, delivery, tenants. A room imports only rooms below it.
 */
export type MetadataStore = Awaited<ReturnType<typeof createMetadataStore>>;

const CONNECTIONS_MAX_DEFAULT = 10;

/**
 * Opens the store. Its functions throw `StoreUnavailableError` when the database cannot be reached or its response was
 * lost. Wait and try again: every write is safe to repeat.
 *
 * @throws MigrationError when the schema is older or newer than this program
 * @throws UsageError when the secrets key is invalid, or is not the key of this database
 * @throws StoreUnavailableError
 */
export async function createMetadataStore(options: MetadataStoreOptions) {
  const { pending } = await readMetadataMigrations(options.url);
  if (pending.length > 0)
    throw new MigrationError(
      "schema_outdated",
      `The database lacks ${pending.join(", ")}: run "ruaflow migrate up" first.`,
    );

  const box = createSecretBox(options.secretsKey);
  const database = openDatabase(options.url, options.connectionsMax ?? CONNECTIONS_MAX_DEFAULT);
  if (options.secretsKey !== undefined) await assertSecretsKey(database, box).catch(closeAndThrow(database));
  return {
    tenants: createTenantsStore(database, box),
    delivery: createDeliveryStore(database, box),
    intake: createIntakeStore({ database, bodies: options.bodies ?? insideOnly }),
    reports: createReportsStore(database),
    domains: createDomainsStore(database),
    watch: createWatchStore(database),
    attention: createAttentionStore(database),
    sources: createSourcesStore(database),

    /** Resolves when the database answers. */
    async ping(): Promise<void> {
      await database.query("SELECT 1");
    },
    /** Waits for running statements, then closes the connections. */
    close: () => database.close(),
  };
}

const insideOnly: BodyStores = {
  current: null,
  async open(url) {
    throw new Error(`This process cannot open ${url}.`);
  },
};

function closeAndThrow(database: Database) {
  return async (error: unknown): Promise<never> => {
    await database.close();
    throw error;
  };
}
