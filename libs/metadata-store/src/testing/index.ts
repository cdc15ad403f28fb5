import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { startPostgres } from "@ruaflow/engines/testing";
import { createMetadataStore, type MetadataStore } from "../metadata-store.ts";
import { migrateMetadata } from "../migrations.ts";

export { executeSql, startPostgres } from "@ruaflow/engines/testing";

const migrations = new URL("../migrations/", import.meta.url);

function nameTemplate(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(new URL(name, migrations)));
  return `ruaflow_metadata_${hash.digest("hex").slice(0, 16)}`;
}

/** Starts an empty metadata store on a database of its own; `stop` closes the one and drops the other. */
export async function startMetadataStore(): Promise<{ store: MetadataStore; url: string; stop(): Promise<void> }> {
  const postgres = await startPostgres({
    name: nameTemplate(),
    fill: async (url) => void (await migrateMetadata(url)),
  });
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
