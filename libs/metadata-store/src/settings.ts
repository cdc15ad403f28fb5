import { setting } from "@ruaflow/runtime/settings";
import { parseSecretsKey } from "./tenants/secret-box.ts";

/** Settings of the metadata store, for the schema of every app that uses it. */
export const metadataStoreSettings = {
  DATABASE_URL: setting.secret({
    description: "PostgreSQL server, postgres://user:password@host/db; npm start brings its own when this is not set.",
  }),
};

/** For the apps that seal and open secrets. */
export const secretsSettings = {
  RUAFLOW_SECRETS_KEY: setting.secret({
    description: "Key that seals webhook secrets and kept answers: 32 bytes in base64. Losing it loses the secrets.",
    check: parseSecretsKey,
  }),
};
