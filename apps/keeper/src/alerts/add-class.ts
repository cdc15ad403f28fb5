import type { AlertDomain } from "@ruaflow/metadata-store/watch";
import type { RecordStore } from "@ruaflow/record-store";
import { type ClassAndCause, readMailAtRisk, readSourceClasses } from "@ruaflow/verdicts/risk";
import { type Finding, toDay } from "./finding.ts";
import { NEW_SOURCE_DAYS } from "./new-sources.ts";

const aboutMail: ReadonlySet<string> = new Set(["pass_rate", "failure_volume", "new_source"]);

interface ClassStores {
  readonly records: Pick<RecordStore, "readVerdicts" | "readClassSums">;
}

interface Named {
  readonly subject: AlertDomain;
  readonly findings: readonly Finding[];
}

/** Adds class and cause of most of the failing mail to the findings that open an alert. Mail of other domains is not read. */
export async function addClasses(
  stores: ClassStores,
  { subject, findings }: Named,
  now: Date,
): Promise<readonly Finding[]> {
  const open = new Set(subject.alerts.map(({ rule, sourceIp }) => `${rule} ${sourceIp}`));
  const isNew = ({ rule, sourceIp, isCrossed }: Finding) =>
    isCrossed && aboutMail.has(rule) && !open.has(`${rule} ${sourceIp}`);
  const begun = findings.filter(isNew);
  if (begun.length === 0) return findings;
  const read = createClassReader(stores, subject, now);
  const found = new Map<Finding, ClassAndCause | null>();
  for (const finding of begun) found.set(finding, await read(finding, begun));
  return findings.map((finding) => ({ ...finding, ...found.get(finding) }));
}

/** Reads the mail of a domain once for all of its sources, and once for all of its other findings. */
function createClassReader(
  stores: ClassStores,
  { organizationId, domain, countUnauthenticated }: AlertDomain,
  now: Date,
) {
  const counted = countUnauthenticated ? "all" : "authentic";
  const filter = { endDate: toDay(now), counted, domainIds: [domain.id] } as const;
  let sources: ReturnType<typeof readSourceClasses> | undefined;
  let whole: ReturnType<typeof readMailAtRisk> | undefined;
  return async ({ rule, sourceIp }: Finding, begun: readonly Finding[]): Promise<ClassAndCause | null> => {
    if (sourceIp !== null) {
      const named = begun.flatMap((finding) => finding.sourceIp ?? []);
      const keys = named.map((address) => ({ domainId: domain.id, sourceIp: address }));
      sources ??= readSourceClasses(stores, organizationId, keys);
      return (await sources).get(domain.id)?.get(sourceIp) ?? null;
    }
    const week = { ...filter, startDate: toDay(now, NEW_SOURCE_DAYS - 1) };
    whole ??= readMailAtRisk(stores, organizationId, week);
    const countsAll = rule === "pass_rate" && domain.alertRules.pass_rate.of === "all";
    const sender = (await whole).senders.find((one) => countsAll || one.class !== "spoofed");
    const { class: name, cause = null } = sender ?? {};
    return name === undefined || cause === null ? null : { class: name, cause };
  };
}
