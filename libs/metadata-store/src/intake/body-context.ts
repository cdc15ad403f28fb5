import type { BodyStores } from "@ruaflow/body-store";
import type { Database } from "@ruaflow/postgres";

/** What the functions that write, read or delete the bytes of submissions use. */
export interface BodyContext {
  readonly database: Database;
  readonly bodies: BodyStores;
}
