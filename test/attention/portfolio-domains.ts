import type { ReportRecord } from "@ruaflow/report";
import { type DemoFile, generateDemo } from "../../apps/cli/src/demo/demo-reports.ts";
import { listClients } from "../../apps/cli/src/demo/portfolio/clients.ts";
import { toStory } from "../../apps/cli/src/demo/portfolio/domain-story.ts";
import { parseText, type ReportedDomain } from "./corpus-domains.ts";
import type { PortfolioLabel } from "./read-domain-labels.ts";

const CLIENTS = 1500;
/** Older reports change nothing that the list says. */
const DAYS = 32;
const DAY_MS = 86_400_000;

/** The labelled domains of the demo's portfolio with the reports that it generates for them. */
export async function readPortfolioDomains(labels: readonly PortfolioLabel[], now: Date): Promise<ReportedDomain[]> {
  const domainOf = new Map(listClients(CLIENTS).flatMap(({ domains }) => domains.map((one) => [one.name, one])));
  const reported: ReportedDomain[] = [];
  for (const { origin } of labels) {
    const domain = domainOf.get(origin.domain);
    if (domain === undefined) throw new Error(`the portfolio has no domain ${origin.domain}`);
    const story = toStory(domain);
    reported.push({
      name: origin.domain,
      policy: story.policy,
      reports: await readDays(generateDemo(story, now), now),
    });
  }
  return reported;
}

/** One report for each day, with the records of all reporters. */
async function readDays(files: Iterable<DemoFile>, now: Date): Promise<ReportedDomain["reports"]> {
  const days = new Map<string, ReportRecord[]>();
  for (const { name, xml } of files) {
    const begin = 1000 * Number(name.split("!")[2]);
    if (begin < now.getTime() - DAYS * DAY_MS) continue;
    const day = new Date(begin).toISOString().slice(0, 10);
    const before = days.get(day) ?? [];
    const { records } = await parseText(xml);
    days.set(day, [...before, ...records.map((record, place) => ({ ...record, ordinal: before.length + place }))]);
  }
  return [...days].map(([day, records]) => ({ day, records }));
}
