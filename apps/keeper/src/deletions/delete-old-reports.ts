import type { MetadataStore } from "@ruaflow/metadata-store";
import type { DomainRetention } from "@ruaflow/metadata-store/domains";
import type { RecordStore } from "@ruaflow/record-store";

const DAY_MS = 86_400_000;

interface RetentionContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly now: () => Date;
}

/**
 * Deletes reports beyond the retention of their domain: together for all domains of an organization with the same
 * retention.
 */
export async function deleteOldReports({ metadata, records, now }: RetentionContext): Promise<void> {
  const domains = await metadata.domains.listRetentions();
  const groups = Map.groupBy(domains, ({ organizationId, retentionDays }) => `${organizationId} ${retentionDays}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { organizationId } = first;
    const old = { domainIds: group.map(({ domainId }) => domainId), beforeDay: toFirstKeptDay(first, now()) };
    await metadata.domains.discardOldBodies(organizationId, old);
    // Both in one change: an answer that is computed between them has the sums of after and the rows of before.
    await metadata.reports.whileRowsChange([organizationId], async (change) => {
      await metadata.reports.removeOldReports(organizationId, old);
      await records.deleteOldReports(change, organizationId, old);
    });
  }
}

function toFirstKeptDay({ retentionDays }: DomainRetention, now: Date): string {
  return new Date(Math.max(0, now.getTime() - retentionDays * DAY_MS)).toISOString().slice(0, 10);
}
