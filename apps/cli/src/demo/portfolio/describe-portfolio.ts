import { pluralize } from "../../pluralize.ts";
import type { DemoClient, DemoState } from "./clients.ts";
import { BROKEN_DAYS } from "./domain-story.ts";

interface Made {
  readonly clients: readonly DemoClient[];
  readonly counts: {
    readonly total: number;
    readonly accepted: number;
    readonly duplicate: number;
    readonly held: number;
  };
  readonly alerts: number;
  /** When the portfolio was added first: its days end on the day before. */
  readonly today: Date;
  readonly url: string;
}

const DAY_MS = 86_400_000;

/** A client whose DKIM is broken, if possible one whose broken domain has most of its mail. */
export function findBroken(clients: readonly DemoClient[]): DemoClient | undefined {
  const broken = clients.filter(({ domains }) => domains.some(({ shows }) => shows === "broken-dkim"));
  const isMostly = ({ domains }: DemoClient) =>
    domains.every(({ shows, size }) => shows === "broken-dkim" || size === 0);
  return broken.find(isMostly) ?? broken[0];
}

/** What was stored, and requests across domains that show it. */
export function describePortfolio({ clients, counts, alerts, today, url }: Made): string {
  const domains = clients.flatMap((client) => client.domains);
  const count = (state: DemoState) => domains.filter((domain) => domain.state === state).length;
  const curl = (path: string) => `  curl -H "Authorization: Bearer $KEY" '${url}/api/v1/${path}'`;
  const reference = findBroken(clients)?.reference ?? clients[0]?.reference;
  const toDay = (daysAgo: number) => new Date(today.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const period = `start_date=${toDay(BROKEN_DAYS)}&end_date=${toDay(1)}`;
  return `
Demo: ${pluralize(clients.length, "client")} with ${pluralize(domains.length, "domain")}: ${count("pending")} pending, ${count("failed")} failed, ${count("silent")} without mail for 15 days.
${pluralize(counts.total, "file")}: ${counts.accepted} new, ${counts.held} held until their domain is verified, ${counts.duplicate} already present. ${pluralize(alerts, "new alert")}.

Send requests to the service (npm start), with the key of its first start or another key:

  KEY=$(npx ruaflow keys create demo)

What needs attention today, and the domains with the lowest pass rate:
${curl("domains/attention")}
${curl("domains?sort=pass_rate")}

All clients side by side, and those that lost most since the period before:
${curl("reports/aggregate?group_by=client_reference&sort=-failed")}
${curl("reports/aggregate?group_by=client_reference&sort=pass_rate_change")}

One client whose DKIM is broken, over all its domains since then, and one label:
${curl(`reports/aggregate?${period}&client_reference=${reference}`)}
${curl(`reports/failures?${period}&client_reference=${reference}`)}
${curl("reports/sources?label=gold&group_by=source_organization")}

What arrived and what was sent, by state; who asks:
${curl("submissions/counts")}
${curl("webhooks/deliveries/counts")}
${curl("me")}

Running the demo again adds nothing.
`;
}
