import { dnsSettings } from "@ruaflow/dns";
import { httpSettings } from "@ruaflow/http/settings";
import { openIngestSettings } from "@ruaflow/ingest";
import { parseAddressList } from "@ruaflow/runtime/addresses";
import { UsageError } from "@ruaflow/runtime/errors";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { checkPath, setting } from "@ruaflow/runtime/settings";
import { tracingSettings } from "@ruaflow/runtime/tracing";
import { SMTP_LIMITS } from "./limits.ts";

/** What can stand in a reply: one address of printable ASCII. */
const ADDRESS = /^[!-;=?A-~]+@[!-;=?A-~]+$/;

/** Settings of every process that receives mail. */
export const smtpSettings = {
  RUAFLOW_SMTP_HOST: setting.text({
    default: "127.0.0.1",
    description: "Address to receive mail on; 0.0.0.0 or :: for mail from other machines.",
  }),
  RUAFLOW_SMTP_PORT: setting.integer({
    default: 2525,
    minimum: 0,
    maximum: 65_535,
    description: "Port to receive mail on; 0: any free port.",
  }),
  RUAFLOW_SMTP_NAME: setting.text({
    description: "Host name in the greeting; it should be the MX of the report domain; not set: the report domain.",
  }),
  RUAFLOW_SMTP_POSTMASTER: setting.text({
    check: parsePostmaster,
    description:
      "Your address for people who write to postmaster or abuse at the report domain: the refusal names it; not set: it names none.",
  }),
  RUAFLOW_SMTP_CERT: setting.text({
    check: checkPath,
    description: "PEM file of the certificate chain for STARTTLS, read again when it changes; not set: no STARTTLS.",
  }),
  RUAFLOW_SMTP_KEY: setting.text({
    check: checkPath,
    description: "PEM file of the private key of RUAFLOW_SMTP_CERT.",
  }),
  RUAFLOW_SMTP_PROXY: setting.text({
    check: parseAddressList,
    description: "Load balancers that send a PROXY header (version 1) before each connection: 10.1.0.0/16, fd00::/8.",
  }),
  RUAFLOW_SMTP_BYTES_MAX: setting.integer({
    default: SMTP_LIMITS.messageBytesMax,
    minimum: 1024,
    description: "Largest mail in bytes; RUAFLOW_UPLOAD_BYTES_MAX applies too.",
  }),
  RUAFLOW_SMTP_RECIPIENTS_MAX: setting.integer({
    default: SMTP_LIMITS.recipientsMax,
    minimum: 1,
    maximum: 1000,
    description: "Maximum number of recipients of a mail.",
  }),
  RUAFLOW_SMTP_MESSAGES_PER_CONNECTION_MAX: setting.integer({
    default: SMTP_LIMITS.messagesPerConnectionMax,
    minimum: 1,
    description: "Maximum number of mails on one connection.",
  }),
  RUAFLOW_SMTP_CONNECTIONS_PER_ADDRESS_MAX: setting.integer({
    default: SMTP_LIMITS.connectionsPerAddressMax,
    minimum: 1,
    description: "Maximum number of SMTP connections from one address (IPv6: one /64) at a time.",
  }),
  RUAFLOW_SMTP_CONNECTIONS_MAX: setting.integer({
    default: SMTP_LIMITS.connectionsMax,
    minimum: 1,
    maximum: 10_000,
    description: "Maximum number of SMTP connections at a time; fewer if the process may open few files.",
  }),
};

export const settingsSchema = {
  ...httpSettings(8085),
  ...smtpSettings,
  ...dnsSettings,
  ...openIngestSettings,
  ...loggerSettings,
  ...tracingSettings,
};

/**
 * Parses the operator's address.
 * @throws {UsageError} for anything else
 */
export function parsePostmaster(text: string): string {
  if (ADDRESS.test(text)) return text;
  throw new UsageError(`RUAFLOW_SMTP_POSTMASTER: "${text}" is not an address such as mail-admin@example.com.`);
}
