import { ENGINE_LINGER_MS, gatherQuestions } from "@ruaflow/runtime";
import type { Engine } from "../engine/engine.ts";
import { readSettings } from "./read-settings.ts";

/** A domain whose policy is asked for. */
export interface NamedDomain {
  readonly domainId: string;
  /** Lower-case A-label: reports about names below it tell of other policies. */
  readonly name: string;
}

export type ReportedPolicy = "none" | "quarantine" | "reject";

interface Question extends NamedDomain {
  readonly organizationId: string;
}

interface PolicyRow {
  readonly domainId: string;
  readonly name: string;
  readonly policy: ReportedPolicy;
}

/** Domains that are read together: a page of them. */
const TOGETHER_MAX = 100;

// No period ends after its report was received: one that says so is not newer than all others for ever.
const query = `SELECT domain_id AS domainId, policy_domain AS name,
    argMax(lower(assumeNotNull(policy_p)), (least(period_end, received_at), received_at, report_id)) AS policy
  FROM reports
  WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
    AND policy_domain IN {names:Array(String)} AND lower(policy_p) IN ('none', 'quarantine', 'reject')
  GROUP BY domainId, name ${readSettings}`;

/**
 * Reads the policy that a domain's newest report says it published; `null` when no report says. Those that are asked for at
 * the same time are read together.
 */
export function createPolicyReader(
  engine: Engine,
): (organizationId: string, domain: NamedDomain) => Promise<ReportedPolicy | null> {
  const read = gatherQuestions<Question, ReportedPolicy | null>({
    toKey: ({ organizationId }) => organizationId,
    questionsMax: TOGETHER_MAX,
    lingerMs: ENGINE_LINGER_MS,
    async answer(questions) {
      const [first] = questions;
      if (!first) return [];
      const domainIds = [...new Set(questions.map(({ domainId }) => domainId))];
      const names = [...new Set(questions.map(({ name }) => name))];
      const rows = await engine.select<PolicyRow>(query, { organizationId: first.organizationId, domainIds, names });
      const policies = new Map(rows.map(({ domainId, name, policy }) => [`${domainId} ${name}`, policy]));
      return questions.map(({ domainId, name }) => policies.get(`${domainId} ${name}`) ?? null);
    },
  });
  return (organizationId, { domainId, name }) => read({ organizationId, domainId, name });
}
