import { importFiles } from "../../import/import-files.ts";
import { createProgress } from "../../import/progress.ts";
import { describePageLink } from "../../keys/describe-page-link.ts";
import type { ServiceAddress } from "../../stores/api-url.ts";
import type { Stores } from "../../stores/stores.ts";
import { saveDemoDns } from "../demo-dns.ts";
import { generateDemo } from "../demo-reports.ts";
import { findOrganization } from "../find-organization.ts";
import { toInputFile } from "../input-file.ts";
import { addAlerts } from "./add-alerts.ts";
import { addPortfolio } from "./add-domains.ts";
import { addWebhooks } from "./add-webhooks.ts";
import { type DemoState, listClients } from "./clients.ts";
import { listZones } from "./demo-zones.ts";
import { describePortfolio } from "./describe-portfolio.ts";
import { toStory } from "./domain-story.ts";
import { refusedFiles } from "./refused-files.ts";

export interface PortfolioOptions {
  readonly org?: string;
  /** For the printed requests. */
  readonly service: ServiceAddress;
  /** Domain of the service's mailboxes, which the demo's domains name in their rua. */
  readonly reportDomain: string;
  readonly clients: number;
}

/** Stores the reports of an MSP's clients through the normal import, with what goes with them, and prints requests to try. */
export async function runPortfolio(options: PortfolioOptions, stores: Stores): Promise<void> {
  const { org, service, clients: total, reportDomain } = options;
  const { metadata } = stores;
  const organizationId = await findOrganization(metadata, org);
  const clients = listClients(total);
  const { idOf, today, isNew } = await addPortfolio(metadata, organizationId, clients);
  const reported = clients.flatMap(({ domains }) => domains).filter(({ state }) => isReported(state, isNew));
  const files = reported.flatMap((domain) => [...generateDemo(toStory(domain), today)].map(toInputFile));
  const all = isNew ? [...files, ...refusedFiles] : files;
  const progress = createProgress(all.length, process.stderr);
  const summary = await importFiles(all, { stores, route: { organizationId, addDomains: false }, progress });
  progress.end();
  await saveDemoDns(metadata, listZones(clients, idOf), { organizationId, reportDomain });
  const alerts = isNew ? await addAlerts(metadata, clients, { organizationId, idOf, today }) : [];
  if (isNew) await addWebhooks(metadata, organizationId, alerts);
  process.stdout.write(
    describePortfolio({ clients, counts: summary.files, alerts: alerts.length, today, url: service.url }),
  );
  process.stdout.write(await describePageLink(metadata, organizationId, service));
}

/** Reports of a pending domain are held: each further run would hold them once more. */
function isReported(state: DemoState, isNew: boolean): boolean {
  return state !== "failed" && (isNew || state !== "pending");
}
