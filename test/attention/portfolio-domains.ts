import { generateDemo } from "../../apps/cli/src/demo/demo-reports.ts";
import { listClients } from "../../apps/cli/src/demo/portfolio/clients.ts";
import { toStory } from "../../apps/cli/src/demo/portfolio/domain-story.ts";
import { parseText, type ReportedDomain } from "./corpus-domains.ts";
import type { PortfolioLabel } from "./read-domain-labels.ts";

const CLIENTS = 1500;

/** The labelled domains of the demo's portfolio with the reports that it generates for them. */
export async function readPortfolioDomains(labels: readonly PortfolioLabel[], now: Date): Promise<ReportedDomain[]> {
  const domainOf = new Map(listClients(CLIENTS).flatMap(({ domains }) => domains.map((one) => [one.name, one])));
  const reported: ReportedDomain[] = [];
  for (const { origin } of labels) {
    const domain = domainOf.get(origin.domain);
    if (domain === undefined) throw new Error(`the portfolio has no domain ${origin.domain}`);
    const story = toStory(domain);
    const reports = [];
    for (const { xml } of generateDemo(story, now)) {
      const { begin, records } = await parseText(xml);
      reports.push({ day: new Date(begin * 1000).toISOString().slice(0, 10), records });
    }
    reported.push({ name: origin.domain, policy: story.policy, reports });
  }
  return reported;
}
