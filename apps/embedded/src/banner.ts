import { resolve } from "node:path";
import { isOwnReportDomain } from "@ruaflow/dns";
import type { Settings } from "./config.ts";
import type { EmbeddedService } from "./embedded.ts";

/**
 * The text shown once the service is ready: its address, the key (shown only once), and the next steps. Its own words fit
 * 80 columns.
 */
export function describeStart(service: EmbeddedService, settings: Settings): string {
  const { url, smtpPort, sqlUrl, first } = service;
  const parts = [
    ["Page", ...describePage(service)],
    ["API", `${url}/api/v1/reports`, `OpenAPI: ${url}/openapi.json`],
    ["Data", resolve(settings.RUAFLOW_DATA_DIR)],
    ["SQL", ...describeSql(sqlUrl, settings)],
    ["API key", ...describeKey(first)],
    describeMail(smtpPort, settings),
  ];
  return `
Ruaflow is ready.

${parts.map(toLines).join("\n")}

Import reports (in another terminal), then query them:

  npx ruaflow import --add-domains PATH...
  curl -H 'Authorization: Bearer ${first ? first.key : "YOUR_KEY"}' '${url}/api/v1/reports'

Ctrl-C stops it; the data stays.
`;
}

/** A name and its lines, one below the other. */
function toLines([name = "", ...lines]: readonly string[]): string {
  return lines.map((line, index) => `  ${(index === 0 ? name : "").padEnd(10)} ${line}`).join("\n");
}

function describePage({ url, signInToken }: EmbeddedService): string[] {
  if (signInToken === null) return [`${url}/`, "Sign in with an API key."];
  const another = "another: npx ruaflow sign-in";
  return [`${url}/sign-in#${signInToken}`, `Signs you in once, within 10 minutes; ${another}`];
}

function describeKey(first: EmbeddedService["first"]): string[] {
  const another = "npx ruaflow keys create my-key";
  if (first) return [first.key, `Shown only once. To create another: ${another}`];
  return ["as shown on the first start", `To create another: ${another}`];
}

function describeMail(smtpPort: EmbeddedService["smtpPort"], settings: Settings): string[] {
  const { RUAFLOW_REPORT_DOMAIN: domain, RUAFLOW_SMTP_HOST: host } = settings;
  if (isOwnReportDomain(domain)) return ["Mail", `received on ${host}:${smtpPort} for ${domain}`];
  return ["Mail", 'not received yet: see "Receive mail" in README.md'];
}

function describeSql(sqlUrl: string | null, { CLICKHOUSE_URL }: Settings): string[] {
  if (sqlUrl !== null)
    return [`${new URL(sqlUrl).origin}, database ruaflow_v1`, "with any user name, and RUAFLOW_SQL_KEY as password"];
  const own = "npx ruaflow sql 'SELECT …'";
  return CLICKHOUSE_URL === undefined ? [own, "other clients: set RUAFLOW_SQL_PORT and RUAFLOW_SQL_KEY"] : [own];
}
