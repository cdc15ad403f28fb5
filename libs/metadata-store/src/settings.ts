import { Secret } from "@ruaflow/runtime";

/** Settings of the metadata store, for the schema of every app that uses it. */
export const metadataStoreSettings = {
  DATABASE_URL: Secret({ description: "PostgreSQL server, postgres://user:password@host/db; not set: embedded." }),
};
