import type { BodyStores } from "@ruaflow/object-store/bodies";
import type { Database } from "@ruaflow/postgres";

/** What the functions that write, read or delete the bytes of submissions use. */
export interface BodyContext {
  readonly database: Database;
  readonly bodies: BodyStores;
}
