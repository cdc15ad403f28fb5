import { createKeyedBatcher } from "@ruaflow/runtime/work";
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
  readonly organizationId: string;
  readonly domainId: string;
  readonly name: string;
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

interface Question {
  readonly organizationId: string;
  readonly domains: readonly NamedDomain[];
}

/** Domains of one query, which has an id and a name for each: it begins with no further question once it has as many. */
const BATCH_DOMAINS = 500;
const BATCH_QUESTIONS = 50;

/**
 * Reads the published policy of each domain according to its newest report, by id; domains without such a report are
 * left out. Concurrent questions are answered together, of all organizations where these share a server.
 */
export function createPolicyReader(
  engine: Engine,
): (organizationId: string, domains: readonly NamedDomain[]) => Promise<ReadonlyMap<string, ReportedPolicy>> {
  const read = createKeyedBatcher<Question, ReadonlyMap<string, ReportedPolicy>>({
    toKey: ({ organizationId }) => engine.layout.toSharing(organizationId),
    ...{ itemsMax: BATCH_QUESTIONS, bytesMax: BATCH_DOMAINS },
    sizeOf: ({ domains }) => domains.length,
    flush: (questions) => readPolicies(engine, questions),
  });
  return async (organizationId, domains) => (domains.length === 0 ? new Map() : read({ organizationId, domains }));
}

async function readPolicies(engine: Engine, questions: readonly Question[]) {
  const all = questions.flatMap(({ organizationId, domains }) => domains.map((one) => ({ ...one, organizationId })));
  const names = [...new Set(all.map(({ name }) => name))];
  const rows = await engine.select<PolicyRow>(query, { ...toOwnerParams(all), names });
  const toKey = (organizationId: string, { domainId, name }: NamedDomain) =>
    JSON.stringify([organizationId, domainId, name]);
  const policyOf = new Map(rows.map((row) => [toKey(row.organizationId, row), row.policy]));
  return questions.map(({ organizationId, domains }) => {
    const found = domains.map((domain) => [domain.domainId, policyOf.get(toKey(organizationId, domain))] as const);
    return new Map(found.flatMap(([id, policy]) => (policy === undefined ? [] : [[id, policy] as const])));
  });
}
