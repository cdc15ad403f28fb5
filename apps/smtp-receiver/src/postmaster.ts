import { UsageError } from "@ruaflow/runtime/errors";

/** What can stand in a reply: one address of printable ASCII. */
const ADDRESS = /^[!-;=?A-~]+@[!-;=?A-~]+$/;

/**
 * Parses the operator's address.
 * @throws {UsageError} for anything else
 */
export function parsePostmaster(text: string): string {
  if (ADDRESS.test(text)) return text;
  throw new UsageError(`RUAFLOW_SMTP_POSTMASTER: "${text}" is not an address such as mail-admin@example.com.`);
}
