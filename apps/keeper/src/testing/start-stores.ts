import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore } from "@ruaflow/record-store";
import { createTemporaryFolder } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";

export type Stores = Awaited<ReturnType<typeof startStores>>;

/** Both stores with empty tables. */
export async function startStores() {
  const postgres = await startMetadataStore();
  const folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  const records = await createRecordStore({ path: folder.path });
  return {
    metadata: postgres.store,
    /** Of PostgreSQL. */
    url: postgres.url,
    records,
    /** Of the engine's folder. */
    path: folder.path,
    async stop(): Promise<void> {
      await records.close();
      await postgres.stop();
      await folder.remove();
    },
  };
}
