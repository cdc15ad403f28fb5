import { toDomainName } from "@ruaflow/dmarc";
import { UsageError } from "@ruaflow/runtime/errors";

/**
 * The domain of our mailboxes, from the setting, as an A-label.
 * @throws {UsageError} when it is no domain name
 */
export function parseReportDomain(text: string): string {
  const name = toDomainName(text);
  if (name !== null) return name;
  throw new UsageError(`RUAFLOW_REPORT_DOMAIN: ${JSON.stringify(text)} is not a domain name.`);
}
