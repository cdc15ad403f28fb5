import { hash, randomBytes } from "node:crypto";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { toReportId } from "@ruaflow/report/identity";
import type { Grown } from "./open-grown.ts";
import { chooseOwner } from "./population.ts";

/** Reports that a writer takes together. */
export const GROUP_REPORTS = 500;
const BODY_BYTES = 256;

/** New reports of one record that came by mail, spread over the organizations and domains as those that are there. */
export function createGroup() {
  const reports = Array.from({ length: GROUP_REPORTS }, createReport);
  return {
    submissions: reports.map(({ submission }) => submission),
    accepted: reports.map(({ completion }) => ({ ...completion.arrival, outcome: "accepted" as const })),
    claims: reports.map(({ claim }) => claim),
    completions: reports.map(({ completion }) => completion),
  };
}

export type Group = ReturnType<typeof createGroup>;

/** T2 of a group that has had its T1. */
export function completeGroup({ metadata }: Grown, attempt: bigint, { completions }: Group) {
  return metadata.reports.completeReports(attempt, { completions, arrivals: [] });
}

function createReport(_: unknown, index: number) {
  const reportKey = hash("sha256", randomBytes(16));
  const reporterDomain = `reporter${index % 40}.example`;
  const place = { submissionId: createSubmissionId(), entry: 0 };
  const owner = { ...chooseOwner(), reportId: toReportId(reportKey) };
  const receivedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
  const day = receivedAt.toISOString().slice(0, 10);
  const vouched = { reportKey, baseKey: hash("sha256", reportKey), reporterDomain, reporterDomains: [reporterDomain] };
  const hashes = { contentHash: hash("sha256", `c${reportKey}`), newerHashes: [hash("sha256", `d${reportKey}`)] };
  const sums = { reports: 1, messages: 100, passed: 90, spfPassed: 80, dkimPassed: 70 };
  const reporter = `Reporter ${index % 40} Inc.`;
  const times = { begin: receivedAt, end: receivedAt, receivedAt };
  return {
    submission: {
      id: place.submissionId,
      organizationId: owner.organizationId,
      channel: "smtp" as const,
      name: `${reporterDomain}!customer-${index}.example.org!1767225600!1767311999.eml`,
      receivedAt,
      body: randomBytes(BODY_BYTES),
    },
    claim: { ...place, ...owner, ...vouched, ...hashes, day, expectedRecords: 1, expectedMessages: 100 },
    completion: {
      ...vouched,
      arrival: {
        ...place,
        ...owner,
        outcome: "stored" as const,
        reason: null,
        detail: null,
        path: "mail.eml/report.xml.gz",
      },
      counted: { organizationId: owner.organizationId, domainId: owner.domainId, day, authentic: true, ...sums },
      listed: {
        reportId: owner.reportId,
        reporter,
        ...times,
        trust: "dkim" as const,
        trustReason: null,
        reporterDomain,
      },
    },
  };
}
