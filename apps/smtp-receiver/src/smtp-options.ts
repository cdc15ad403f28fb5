import { parseReportDomain } from "@ruaflow/dns";
import { parseAddressList } from "@ruaflow/runtime/addresses";
import { UsageError } from "@ruaflow/runtime/errors";
import { limitConnections } from "@ruaflow/runtime/open-files";
import type { SettingsOf } from "@ruaflow/runtime/settings";
import type { CertificateFiles } from "./certificate.ts";
import type { smtpSettings } from "./config.ts";
import { SMTP_LIMITS, type SmtpLimits } from "./limits.ts";
import type { SmtpReceiverOptions } from "./smtp-receiver.ts";

/** The port's part of all connections that the process has files for; its HTTP server has half of them. */
const OPEN_FILES_SHARE = 3 / 8;

type Settings = SettingsOf<typeof smtpSettings> & {
  readonly RUAFLOW_REPORT_DOMAIN: string;
  readonly RUAFLOW_UPLOAD_BYTES_MAX: number;
};

/**
 * Turns settings into options of the receiver.
 * @throws {UsageError} for a certificate without a key, or a value that cannot be parsed
 */
export function toSmtpOptions(
  settings: Settings,
): Pick<
  SmtpReceiverOptions,
  "host" | "port" | "name" | "reportDomain" | "postmaster" | "certificate" | "proxies" | "limits"
> {
  const reportDomain = parseReportDomain(settings.RUAFLOW_REPORT_DOMAIN);
  return {
    host: settings.RUAFLOW_SMTP_HOST,
    port: settings.RUAFLOW_SMTP_PORT,
    name: settings.RUAFLOW_SMTP_NAME ?? reportDomain,
    reportDomain,
    postmaster: settings.RUAFLOW_SMTP_POSTMASTER ?? null,
    certificate: toCertificateFiles(settings),
    proxies: settings.RUAFLOW_SMTP_PROXY === undefined ? null : parseAddressList(settings.RUAFLOW_SMTP_PROXY),
    limits: toLimits(settings),
  };
}

function toCertificateFiles(settings: Settings): CertificateFiles | null {
  const { RUAFLOW_SMTP_CERT: certPath, RUAFLOW_SMTP_KEY: keyPath } = settings;
  if (certPath !== undefined && keyPath !== undefined) return { certPath, keyPath };
  if (certPath === undefined && keyPath === undefined) return null;
  throw new UsageError("RUAFLOW_SMTP_CERT, RUAFLOW_SMTP_KEY: set both or neither.");
}

function toLimits(settings: Settings): SmtpLimits {
  return {
    ...SMTP_LIMITS,
    // Ingest does not keep what is larger than its own limit.
    messageBytesMax: Math.min(settings.RUAFLOW_SMTP_BYTES_MAX, settings.RUAFLOW_UPLOAD_BYTES_MAX),
    recipientsMax: settings.RUAFLOW_SMTP_RECIPIENTS_MAX,
    messagesPerConnectionMax: settings.RUAFLOW_SMTP_MESSAGES_PER_CONNECTION_MAX,
    connectionsPerAddressMax: settings.RUAFLOW_SMTP_CONNECTIONS_PER_ADDRESS_MAX,
    connectionsMax: limitConnections(settings.RUAFLOW_SMTP_CONNECTIONS_MAX, OPEN_FILES_SHARE),
  };
}
