import type { MetadataStore } from "@ruaflow/metadata-store";

const DAY_MS = 86_400_000;
/** How long the counts of unproven mail are shown. */
const COUNTED_DAYS = 31;

interface UnprovenContext {
  readonly metadata: MetadataStore;
  readonly now: () => Date;
  readonly unprovenDays: number;
}

/**
 * Removes reports by mail whose sender is not proven from the list and the sums once their days are over, and forgets old counts of
 * such mail. Their rows go in the round of displaced reports.
 */
export async function deleteUnprovenReports({ metadata, now, unprovenDays }: UnprovenContext): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const before = daysAgo(unprovenDays);
  while ((await metadata.domains.removeUnprovenReports(before)) > 0);
  await metadata.intake.forgetUnprovenMail(daysAgo(COUNTED_DAYS).toISOString().slice(0, 10));
}
