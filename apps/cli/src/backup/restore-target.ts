import { readMetadataMigrations } from "@ruaflow/metadata-store";
import { isSecretsKeyOf } from "@ruaflow/metadata-store/backup";
import { UsageError } from "@ruaflow/runtime/errors";
import type { BareStores } from "../stores/bare-stores.ts";
import { type RestoreTarget, readRestoreTarget } from "./database/restore-database.ts";
import type { Manifest } from "./folder/manifest-schema.ts";
import { requireSignature } from "./folder/seal.ts";
import { readOwnSecretsKey } from "./own-secrets-key.ts";

/**
 * Checks that the backup fits the stores, before anything is changed.
 * @throws {UsageError} naming what is in the way
 */
export async function checkTarget(
  manifest: Manifest,
  stores: BareStores,
  { replace }: { readonly replace: boolean },
): Promise<RestoreTarget> {
  const key = await readOwnSecretsKey(stores.settings);
  requireSecretsKey(manifest, stores, key);
  requireSignature(manifest, key);
  const { stores: folders, objects } = manifest.bodies;
  if (objects > 0 && stores.bodies.current === null)
    throw new UsageError(
      `The backup has ${objects} bodies of submissions outside PostgreSQL (${folders.join(", ")}). Set RUAFLOW_RAW_STORE to a store for them.`,
    );
  const target = await readRestoreTarget(stores.databaseUrl);
  if (target.state === "unfinished") return target;
  await requireKnownSchemas(manifest, stores);
  const isEmpty = target.state === "empty" && (await stores.records.backup.isEmpty());
  if (!isEmpty && !replace)
    throw new UsageError("The target has data. Add --replace to delete it and restore the backup.");
  return target;
}

function requireSecretsKey({ sealedCheck }: Manifest, { settings }: BareStores, key: string | null): void {
  if (sealedCheck === null) return;
  const { DATABASE_URL, RUAFLOW_DATA_DIR } = settings;
  if (key !== null && isSecretsKeyOf(Buffer.from(sealedCheck, "base64"), key)) return;
  const place = DATABASE_URL === undefined ? `, or copy secrets.key into ${RUAFLOW_DATA_DIR}` : "";
  throw new UsageError(
    `${key === null ? "There is no secrets key" : "The secrets key is not the backup's"}: a backup does not contain it. Set RUAFLOW_SECRETS_KEY to the key of the installation that was backed up${place}.`,
  );
}

async function requireKnownSchemas({ postgres, clickHouse, release }: Manifest, stores: BareStores): Promise<void> {
  const { knownVersion } = await readMetadataMigrations(stores.databaseUrl);
  const { applied, pending } = await stores.records.readMigrationStatus();
  if (postgres.schemaVersion > knownVersion || clickHouse.migrations > applied.length + pending.length)
    throw new UsageError(
      `The backup is of a newer release (${release}, schema ${postgres.schemaVersion}): restore it with that release or a later one.`,
    );
}
