import { describeError, UsageError } from "@ruaflow/runtime/errors";
import { toStoreError } from "./store-error.ts";

/** By message: most of these errors of node-postgres, OpenSSL and PostgreSQL have no code of their own. */
const MISCONFIGURATIONS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/does not support SSL/, "The server does not speak TLS: turn TLS on there, or remove sslmode from DATABASE_URL."],
  [/no encryption/, "The server accepts TLS only: add sslmode=verify-full to DATABASE_URL."],
  [/altnames/, "Write the server in DATABASE_URL by a name or address that its certificate contains."],
  [
    /certificate has expired|certificate is not yet valid/,
    "The server's certificate or its authority must be renewed.",
  ],
  [
    /self[- ]signed certificate|issuer certificate|verify the first certificate|certificate signature failure/,
    "Set sslrootcert in DATABASE_URL to the file of the authority that signed the server's certificate.",
  ],
  [
    /valid client certificate|alert (?:bad certificate|certificate required|unknown ca|certificate unknown)/,
    "The server asks for a client certificate that it trusts: set sslcert and sslkey in DATABASE_URL.",
  ],
  [/ENOENT|EACCES/, "Check the files that sslrootcert, sslcert and sslkey name in DATABASE_URL."],
  [/PEM|key values mismatch|bad base64|unsupported/, "The files in DATABASE_URL must be certificates and keys in PEM."],
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
  const advice = MISCONFIGURATIONS.find(([pattern]) => pattern.test(message))?.[1];
  return advice === undefined ? toStoreError(error) : new UsageError(`PostgreSQL: ${message}. ${advice}`);
}
