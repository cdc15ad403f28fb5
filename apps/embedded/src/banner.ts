import { resolve } from "node:path";
import { isOwnReportDomain } from "@ruaflow/dns";
import type { Settings } from "./config.ts";
import type { EmbeddedService } from "./embedded.ts";

/** The text shown once the service is ready: its address, the key (shown only once), and the next steps. */
export function describeStart({ url, smtpPort, sqlUrl, first }: EmbeddedService, settings: Settings): string {
  const shownKey = first ? first.key : "YOUR_KEY";
  const key = first
    ? `\n  API key    ${first.key}\n             Shown only once. To create another: npx ruaflow keys create my-key`
    : "\n  API key    as shown on the first start; to create another: npx ruaflow keys create my-key";
  const mail = isOwnReportDomain(settings.RUAFLOW_REPORT_DOMAIN)
    ? `
  Mail       received on ${settings.RUAFLOW_SMTP_HOST}:${smtpPort} for ${settings.RUAFLOW_REPORT_DOMAIN}`
    : `
  Mailboxes  RUAFLOW_REPORT_DOMAIN is not set: no domain can send its reports here yet. Set it to the domain
             of your own mailboxes before you publish the DNS records that the API shows.`;
  return `
Ruaflow is ready.

  API        ${url}/api/v1/reports   (OpenAPI: ${url}/openapi.json)
  Data       ${resolve(settings.RUAFLOW_DATA_DIR)}${describeSql(sqlUrl, settings)}${key}${mail}

Import reports (in another terminal), then query them:

  npx ruaflow import --add-domains PATH...
  curl -H 'Authorization: Bearer ${shownKey}' '${url}/api/v1/reports'

Ctrl-C stops it; the data stays.
`;
}

function describeSql(sqlUrl: string | null, { CLICKHOUSE_URL }: Settings): string {
  if (sqlUrl !== null)
    return `\n  SQL        ${new URL(sqlUrl).origin}, database ruaflow_v1: any user name, RUAFLOW_SQL_KEY as password`;
  const others = CLICKHOUSE_URL === undefined ? "; other clients: set RUAFLOW_SQL_PORT and RUAFLOW_SQL_KEY" : "";
  return `\n  SQL        npx ruaflow sql 'SELECT …'${others}`;
}
