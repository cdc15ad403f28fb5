import { describeError, UsageError } from "@ruaflow/runtime/errors";
import { adviseOnTls } from "@ruaflow/runtime/tls";
import { toStoreError } from "./store-error.ts";

const TLS_ADVICE = {
  name: "Write the server in DATABASE_URL by a name or address that its certificate contains.",
  expired: "The server's certificate or its authority must be renewed.",
  authority: "Set sslrootcert in DATABASE_URL to the file of the authority that signed the server's certificate.",
  clientCertificate: "The server asks for a client certificate that it trusts: set sslcert and sslkey in DATABASE_URL.",
  pem: "The files in DATABASE_URL must be certificates and keys in PEM.",
};

/** By message: most of these errors of node-postgres and PostgreSQL have no code of their own. */
const MISCONFIGURATIONS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/does not support SSL/, "The server does not speak TLS: turn TLS on there, or remove sslmode from DATABASE_URL."],
  [/no encryption/, "The server accepts TLS only: add sslmode=verify-full to DATABASE_URL."],
  [/valid client certificate/, TLS_ADVICE.clientCertificate],
  [/ENOENT|EACCES/, "Check the files that sslrootcert, sslcert and sslkey name in DATABASE_URL."],
  [/unsupported/, TLS_ADVICE.pem],
  [/password authentication failed|SASL|password must be/, "Check user and password in DATABASE_URL."],
  [/database .* does not exist/, "Create the database that DATABASE_URL names, owned by its user."],
  [
    /Invalid URL|sslmode/,
    "DATABASE_URL must look like postgres://user:password@host:5432/database?sslmode=verify-full.",
  ],
];

/** An error of the first connection: a sentence about DATABASE_URL when that is its cause, an outage, or unchanged. */
export function explainConnection(error: unknown): unknown {
  const message = describeError(error).trim();
  const advice = adviseOnTls(message, TLS_ADVICE) ?? MISCONFIGURATIONS.find(([pattern]) => pattern.test(message))?.[1];
  return advice === undefined ? toStoreError(error) : new UsageError(`PostgreSQL: ${message}. ${advice}`);
}
