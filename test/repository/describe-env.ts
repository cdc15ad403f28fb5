import type { SettingsSchema } from "../../libs/runtime/src/settings.ts";

const HEAD = `# Settings of \`npm start\` and \`npm run app\`, which read a file .env beside this one, as npx ruaflow does. What the environment
# says wins. Written by \`npm run env-example\`: each line shows the default, and one without a value is not set.
# Every setting may also be given as a file: DATABASE_URL_FILE=/run/secrets/database_url.
# RUAFLOW_PORT and RUAFLOW_RATE_LIMITS have other defaults in \`npm run app\`: see its --help.
`;

/** Groups of settings, by their names; the first that matches. */
const GROUPS: readonly (readonly [title: string, names: RegExp])[] = [
  ["Servers in place of the embedded engines", /^(DATABASE_|CLICKHOUSE_)/],
  ["Event log", /^(KAFKA_|RUAFLOW_LOG_PARTITIONS)/],
  ["Mailboxes, folder and bucket to fetch reports from", /^RUAFLOW_(COLLECT|IMAP|FOLDER|S3)/],
  ["Uploads", /^RUAFLOW_UPLOAD/],
  ["Mail", /^RUAFLOW_(SMTP|REPORT_DOMAIN)/],
  ["DNS and alerts", /^RUAFLOW_(DNS|ALERTS)/],
  ["Webhooks", /^RUAFLOW_WEBHOOK/],
  ["SQL", /^RUAFLOW_SQL/],
  ["Service", /./],
];

/** The text of `.env.example`: every setting, commented out, with its default and one sentence. */
export function describeEnv(schema: SettingsSchema): string {
  const findGroup = (name: string) => GROUPS.find(([, names]) => names.test(name))?.[0];
  const byGroup = Map.groupBy(Object.entries(schema), ([name]) => findGroup(name));
  const blocks = GROUPS.toReversed().flatMap(([title]) => {
    const settings = byGroup.get(title) ?? [];
    const lines = settings.map(([name, one]) => `# ${one.description}\n# ${name}=${one.default ?? ""}\n`);
    return settings.length === 0 ? [] : [`# --- ${title} ---\n\n${lines.join("\n")}`];
  });
  return [HEAD, ...blocks].join("\n");
}
