import { toDomainName } from "@ruaflow/dmarc";
import { UsageError } from "@ruaflow/runtime/errors";

/**
 * Parses the setting of the report mailboxes' domain. Returns an A-label.
 * @throws {UsageError} when the text is not a domain name
 */
export function parseReportDomain(text: string): string {
  const name = toDomainName(text);
  if (name !== null) return name;
  throw new UsageError(`RUAFLOW_REPORT_DOMAIN: ${JSON.stringify(text)} is not a domain name.`);
}
