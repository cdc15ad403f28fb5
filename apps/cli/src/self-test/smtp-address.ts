import { isIPv6 } from "node:net";
import { isOwnReportDomain } from "@ruaflow/dns";
import { UsageError } from "@ruaflow/runtime/errors";

/** Where an SMTP receiver listens. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
}

/** The receiver of this machine's service; `null`: it has none. */
export function toSmtpAddress(settings: {
  readonly RUAFLOW_REPORT_DOMAIN: string;
  readonly RUAFLOW_SMTP_HOST: string;
  readonly RUAFLOW_SMTP_PORT: number;
}): SmtpAddress | null {
  if (!isOwnReportDomain(settings.RUAFLOW_REPORT_DOMAIN)) return null;
  return { host: settings.RUAFLOW_SMTP_HOST, port: settings.RUAFLOW_SMTP_PORT };
}

/**
 * Parses `host:port`; an IPv6 address stands in brackets.
 * @throws {UsageError} for anything else
 */
export function parseSmtpAddress(text: string): SmtpAddress {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host !== undefined && port > 0 && port <= 65_535) return { host, port };
  throw new UsageError(`--smtp: ${text} is not host:port (example: 127.0.0.1:2525)`);
}

/** The text that {@link parseSmtpAddress} parses. */
export function describeSmtpAddress({ host, port }: SmtpAddress): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
