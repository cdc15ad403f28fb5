import { startPostgres } from "@ruaflow/engines/testing";
import { createMetadataStore, type MetadataStore } from "../metadata-store.ts";
import { migrateMetadata } from "../migrations.ts";

export { executeSql, startPostgres } from "@ruaflow/engines/testing";

/** Starts an empty metadata store on its own PostgreSQL; `stop` closes both. */
export async function startMetadataStore(): Promise<{ store: MetadataStore; url: string; stop(): Promise<void> }> {
  const postgres = await startPostgres();
  await migrateMetadata(postgres.url);
  const store = await createMetadataStore({ url: postgres.url });
  return {
    store,
    url: postgres.url,
    async stop() {
      await store.close();
      await postgres.stop();
    },
  };
}
