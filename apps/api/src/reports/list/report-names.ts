import type { ReportSummary } from "@ruaflow/metadata-store/reports";
import type { ApiContext } from "../../context.ts";
import { answerOutage } from "../../outage.ts";
import { toReport } from "./report-schema.ts";

/**
 * Shows reports of a list with the names of their domains and the policies that they state. The policies are in the other
 * store: during its outage they are null, and the list is as useful as before.
 */
export function createReportDescriber({ metadata, records }: ApiContext, organizationId: string) {
  return async (reports: readonly ReportSummary[]) => {
    const domainIds = [...new Set(reports.map(({ domainId }) => domainId))];
    const [nameOf, policyOf] = await Promise.all([
      metadata.domains.readDomainNames(organizationId, domainIds),
      records.readPolicies(organizationId, reports).catch(answerOutage),
    ]);
    return reports.map((report) =>
      toReport({
        ...report,
        domain: nameOf.get(report.domainId) ?? null,
        policy: policyOf.get(report.reportId) ?? null,
      }),
    );
  };
}
