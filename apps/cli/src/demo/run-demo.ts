import type { MetadataStore } from "@ruaflow/metadata-store";
import { UsageError } from "@ruaflow/runtime/errors";
import { importFiles } from "../import/import-files.ts";
import { createProgress } from "../import/progress.ts";
import { describePageLink } from "../keys/describe-page-link.ts";
import type { ServiceAddress } from "../stores/api-url.ts";
import type { Stores } from "../stores/stores.ts";
import { type DemoRecords, saveDemoDns } from "./demo-dns.ts";
import { generateDemo } from "./demo-reports.ts";
import { findOrganization } from "./find-organization.ts";
import { toInputFile } from "./input-file.ts";
import { describeDemo } from "./next-steps.ts";
import { stories } from "./stories.ts";

export interface DemoOptions {
  readonly org?: string;
  /** For the printed requests. */
  readonly service: ServiceAddress;
  /** Domain of the service's mailboxes, which the demo's domains name in their rua. */
  readonly reportDomain: string;
}

/** Stores the demo's reports through the normal import, and prints requests to try. */
export async function runDemo({ org, service, reportDomain }: DemoOptions, stores: Stores): Promise<void> {
  const organizationId = await findOrganization(stores.metadata, org);
  const { domainIds, today } = await addDomains(stores.metadata, organizationId);
  const files = stories.flatMap((story) => [...generateDemo(story, today)].map(toInputFile));
  const progress = createProgress(files.length, process.stderr);
  const summary = await importFiles(files, { stores, route: { organizationId, addDomains: false }, progress });
  progress.end();
  await saveDemoDns(stores.metadata, listZones(domainIds), { organizationId, reportDomain });
  process.stdout.write(describeDemo({ counts: summary.files, today, domainIds, url: service.url }));
  process.stdout.write(await describePageLink(stores.metadata, organizationId, service));
  if (summary.files.accepted + summary.files.duplicate < files.length) process.exitCode = 1;
}

/** Each owner has published the policy of the story. */
function listZones(domainIds: ReadonlyMap<string, string>): DemoRecords[] {
  return stories.flatMap(({ domain, policy }) => {
    const domainId = domainIds.get(domain);
    return domainId === undefined ? [] : [{ domainId, policy, zone: "right" as const }];
  });
}

/**
 * The demo's days end on the day on which its domains were first added, not today, so that a later run has the same
 * reports and adds nothing.
 */
async function addDomains(metadata: MetadataStore, organizationId: string) {
  const names = stories.map(({ domain }) => domain);
  const { verified, taken } = await metadata.domains.saveVerifiedDomains(organizationId, names);
  if (taken.length > 0) throw new UsageError(`The demo's domains belong to another organization: ${taken.join(", ")}`);
  const domainIds = new Map(verified.map(({ name, domainId }) => [name, domainId]));
  const domains = await Promise.all(
    verified.map(({ domainId }) => metadata.domains.readDomain(organizationId, domainId)),
  );
  const added = domains.flatMap((domain) => (domain ? [domain.createdAt.getTime()] : []));
  return { domainIds, today: new Date(Math.min(...added)) };
}
