import { type Engine, toOwnerParams } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { ofDomains } from "../rows/report-conditions.ts";

/** A domain whose policy is requested. */
export interface NamedDomain {
  readonly domainId: string;
  /** Lower-case A-label: reports about subdomains contain other policies. */
  readonly name: string;
}

export type ReportedPolicy = "none" | "quarantine" | "reject";

interface PolicyRow {
  readonly domainId: string;
  readonly policy: ReportedPolicy;
}

// A report's period cannot end after its receipt: limited to that, a forged end does not stay the newest indefinitely. Of equally new
// reports the strictest counts, which the order of the alphabet happens to be.
const query = `SELECT organization_id AS organizationId, domain_id AS domainId, policy_domain AS name,
    argMax(lower(assumeNotNull(policy_p)) AS published, (least(period_end, received_at), received_at, published)) AS policy
  FROM reports
  WHERE ${ofDomains}
    AND policy_domain IN {names:Array(String)} AND published IN ('none', 'quarantine', 'reject')
    AND trust != 'none'
  GROUP BY organizationId, domainId, name ${readSettings}`;

/**
 * Reads the published policy of each domain according to its newest report, by id; domains without such a report are
 * left out.
 */
export async function readReportedPolicies(
  engine: Engine,
  organizationId: string,
  domains: readonly NamedDomain[],
): Promise<ReadonlyMap<string, ReportedPolicy>> {
  if (domains.length === 0) return new Map();
  const owners = domains.map(({ domainId, name }) => ({ organizationId, domainId, name }));
  const rows = await engine.select<PolicyRow>(query, toOwnerParams(owners), owners);
  return new Map(rows.map(({ domainId, policy }) => [domainId, policy]));
}
