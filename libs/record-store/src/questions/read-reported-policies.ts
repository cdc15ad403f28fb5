import { createKeyedBatcher } from "@ruaflow/runtime/work";
import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";

/** A domain whose policy is requested. */
export interface NamedDomain {
  readonly domainId: string;
  /** Lower-case A-label: reports about subdomains contain other policies. */
  readonly name: string;
}

export type ReportedPolicy = "none" | "quarantine" | "reject";

interface PolicyRow {
  readonly domainId: string;
  readonly name: string;
  readonly policy: ReportedPolicy;
}

// A report's period cannot end after its receipt: limited to that, a forged end does not stay the newest indefinitely.
const query = `SELECT domain_id AS domainId, policy_domain AS name,
    argMax(lower(assumeNotNull(policy_p)), (least(period_end, received_at), received_at, report_id)) AS policy
  FROM reports
  WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
    AND policy_domain IN {names:Array(String)} AND lower(policy_p) IN ('none', 'quarantine', 'reject')
    AND trust != 'none'
  GROUP BY domainId, name ${readSettings}`;

interface Question {
  readonly organizationId: string;
  readonly domains: readonly NamedDomain[];
}

/** Maximum of questions answered together: the query has an id and a name for each domain. */
const BATCH_MAX = 10;

/**
 * Reads the published policy of each domain according to its newest report, by id; domains without such a report are
 * left out. Concurrent questions of one organization are answered together.
 */
export function createPolicyReader(
  engine: Engine,
): (organizationId: string, domains: readonly NamedDomain[]) => Promise<ReadonlyMap<string, ReportedPolicy>> {
  const read = createKeyedBatcher<Question, ReadonlyMap<string, ReportedPolicy>>({
    toKey: ({ organizationId }) => organizationId,
    itemsMax: BATCH_MAX,
    async flush(questions) {
      const [first] = questions;
      if (!first) return [];
      const domains = questions.flatMap((question) => question.domains);
      const policies = await readPolicies(engine, first.organizationId, domains);
      return questions.map(() => policies);
    },
  });
  return async (organizationId, domains) => (domains.length === 0 ? new Map() : read({ organizationId, domains }));
}

async function readPolicies(engine: Engine, organizationId: string, domains: readonly NamedDomain[]) {
  const nameOf = new Map(domains.map(({ domainId, name }) => [domainId, name]));
  const names = [...new Set(nameOf.values())];
  const rows = await engine.select<PolicyRow>(query, { organizationId, domainIds: [...nameOf.keys()], names });
  const own = rows.filter(({ domainId, name }) => nameOf.get(domainId) === name);
  return new Map(own.map(({ domainId, policy }) => [domainId, policy]));
}
