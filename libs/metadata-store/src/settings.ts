import { setting } from "@ruaflow/runtime/settings";
import { parseSecretsKey } from "./tenants/secret-box.ts";

/** Settings of the metadata store, for every app that opens it. */
export const metadataStoreSettings = {
  DATABASE_URL: setting.secret({
    description:
      "PostgreSQL server, postgres://user:password@host/db, with ?sslmode=verify-full for TLS; npm start brings its own when this is not set.",
  }),
  DATABASE_CONNECTIONS_MAX: setting.integer({
    default: 10,
    minimum: 2,
    maximum: 1000,
    description:
      "Maximum number of connections to PostgreSQL from each process; a log in PostgreSQL has 10 of its own.",
  }),
};

/** For apps that encrypt and decrypt secrets. */
export const secretsSettings = {
  RUAFLOW_SECRETS_KEY: setting.secret({
    description:
      "Key that encrypts webhook secrets and stored responses: 32 bytes in base64. Without it they are lost.",
    check: parseSecretsKey,
  }),
};
