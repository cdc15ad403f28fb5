import { pluralize } from "../../pluralize.ts";
import type { DemoClient, DemoState } from "./clients.ts";

interface Made {
  readonly clients: readonly DemoClient[];
  readonly counts: {
    readonly total: number;
    readonly accepted: number;
    readonly duplicate: number;
    readonly held: number;
  };
  readonly alerts: number;
  readonly url: string;
}

/** What was stored, and requests across domains that show it. */
export function describePortfolio({ clients, counts, alerts, url }: Made): string {
  const domains = clients.flatMap((client) => client.domains);
  const count = (state: DemoState) => domains.filter((domain) => domain.state === state).length;
  const curl = (path: string) => `  curl -H "Authorization: Bearer $KEY" '${url}/api/v1/${path}'`;
  const broken = clients.find((client) => client.domains.some(({ shows }) => shows === "broken-dkim"));
  const reference = broken?.reference ?? clients[0]?.reference;
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

One client whose DKIM is broken, over all its domains, and one label:
${curl(`reports/aggregate?client_reference=${reference}`)}
${curl(`reports/failures?client_reference=${reference}`)}
${curl("reports/sources?label=gold&group_by=source_organization")}

What arrived and what was sent, by state; who asks:
${curl("submissions/counts")}
${curl("webhooks/deliveries/counts")}
${curl("me")}

Running the demo again adds nothing.
`;
}
