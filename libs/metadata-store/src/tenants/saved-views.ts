import { type Database, type Queryable, toStorableText } from "@ruaflow/postgres";
import { createId } from "./id.ts";

/** Of one key. */
export const SAVED_VIEWS_MAX = 100;
export const VIEW_NAME_CHARS_MAX = 100;
export const VIEW_ADDRESS_CHARS_MAX = 2000;

/** An address of the page with a name. */
export interface SavedView {
  /** `sav_` and a unique suffix. */
  readonly id: string;
  readonly name: string;
  /** Path and query within the page. */
  readonly address: string;
  readonly createdAt: Date;
}

/** A key has views of its own, which end with it. */
interface OfKey {
  readonly keyId: string;
}

const columns = 'id, name, address, created_at AS "createdAt"';

/** A key's views by name: at most {@link SAVED_VIEWS_MAX}. */
export function listSavedViews(database: Queryable, organizationId: string, { keyId }: OfKey): Promise<SavedView[]> {
  return database.query<SavedView & Record<string, unknown>>(
    `SELECT ${columns} FROM saved_views WHERE organization_id = $1 AND key_id = $2 ORDER BY lower(name), id LIMIT $3`,
    [organizationId, keyId, SAVED_VIEWS_MAX],
  );
}

/** `null` when the key has the maximum number of views. */
export function createSavedView(
  database: Database,
  organizationId: string,
  { keyId, name, address }: OfKey & Pick<SavedView, "name" | "address">,
): Promise<SavedView | null> {
  return database.transaction(async (transaction) => {
    // So that requests at the same time do not exceed the limit together.
    await transaction.query("SELECT id FROM api_keys WHERE id = $1 FOR NO KEY UPDATE", [keyId]);
    const [view] = await transaction.query<SavedView & Record<string, unknown>>(
      `INSERT INTO saved_views (id, organization_id, key_id, name, address, created_at)
       SELECT $1, $2, $3, $4, $5, now() WHERE (SELECT count(*) FROM saved_views WHERE key_id = $3) < $6
       RETURNING ${columns}`,
      [
        ...[createId("sav"), organizationId, keyId, toStorableText(name, VIEW_NAME_CHARS_MAX)],
        ...[toStorableText(address, VIEW_ADDRESS_CHARS_MAX), SAVED_VIEWS_MAX],
      ],
    );
    return view ?? null;
  });
}

/** Gives a view another name; `null` when the key has no such view. */
export async function renameSavedView(
  database: Queryable,
  organizationId: string,
  { keyId, id, name }: OfKey & Pick<SavedView, "id" | "name">,
): Promise<SavedView | null> {
  const [view] = await database.query<SavedView & Record<string, unknown>>(
    `UPDATE saved_views SET name = $4 WHERE organization_id = $1 AND key_id = $2 AND id = $3 RETURNING ${columns}`,
    [organizationId, keyId, id, toStorableText(name, VIEW_NAME_CHARS_MAX)],
  );
  return view ?? null;
}

/** False when the key has no such view. */
export async function deleteSavedView(
  database: Queryable,
  organizationId: string,
  { keyId, id }: OfKey & Pick<SavedView, "id">,
): Promise<boolean> {
  const rows = await database.query(
    "DELETE FROM saved_views WHERE organization_id = $1 AND key_id = $2 AND id = $3 RETURNING id",
    [organizationId, keyId, id],
  );
  return rows.length > 0;
}
