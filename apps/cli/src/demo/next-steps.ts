import { pluralize } from "../pluralize.ts";
import { stories } from "./stories.ts";
import { DEMO_DAYS } from "./story.ts";

const DAY_MS = 86_400_000;

export interface DemoResult {
  readonly counts: { readonly total: number; readonly accepted: number; readonly duplicate: number };
  readonly today: Date;
  readonly domainIds: ReadonlyMap<string, string>;
  readonly url: string;
}

/** What was stored, and requests that show it. */
export function describeDemo({ counts, today, domainIds, url }: DemoResult): string {
  const toDay = (daysAgo: number) => new Date(today.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const period = `start_date=${toDay(DEMO_DAYS)}&end_date=${toDay(1)}`;
  const [healthy, misconfigured, spoofed] = stories.map(({ domain }) => domainIds.get(domain) ?? "");
  const curl = (path: string) => `  curl -H "Authorization: Bearer $KEY" '${url}/api/v1/reports${path}'`;
  return `
Demo: ${pluralize(counts.total, "report")} for the ${DEMO_DAYS} days up to ${toDay(1)}: ${counts.accepted} new, ${counts.duplicate} already present.

${stories.map(({ domain, summary }) => `  ${domain.padEnd(22)}${summary}`).join("\n")}

Send requests to the service (npm start), with the key of its first start or another key:

  KEY=$(npx ruaflow keys create demo)

All messages pass, day by day:
${curl(`/aggregate?${period}&domain_id=${healthy}`)}

The sources, including the help desk and the forwarder, and their failures:
${curl(`/sources?${period}&domain_id=${misconfigured}`)}
${curl(`/failures?${period}&domain_id=${misconfigured}`)}

The wave of spoofed messages, by day and by address:
${curl(`/aggregate?${period}&domain_id=${spoofed}`)}
${curl(`/failures?${period}&domain_id=${spoofed}`)}

Running the demo again adds nothing.
`;
}
