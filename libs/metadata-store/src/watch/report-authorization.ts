import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";

/** How far the operator has published the authorization to receive the reports of all domains (RFC 7489, section 7.1). */
export interface ReportAuthorization {
  /** Verified domains of all organizations that need it: their reports go to the service's mailboxes. */
  readonly domains: number;
  /** Domains for which DNS answered that it is not published, or not valid. */
  readonly missing: number;
  /** The name of one of the missing records; `null`: none is missing. */
  readonly example: string | null;
}

/** For the operator, never for a tenant: one record, usually a wildcard, serves all domains. */
export async function readReportAuthorization(database: Queryable): Promise<ReportAuthorization> {
  const [row] = await database.query<{ domains: number; missing: number; example: string | null }>(
    `SELECT count(*)::int AS domains, count(*) FILTER (WHERE r.state IN ('missing', 'different'))::int AS missing,
       min(r.host) FILTER (WHERE r.state IN ('missing', 'different')) AS example
     FROM domain_dns r JOIN domains d ON d.id = r.domain_id AND d.status = 'verified' AND d.${isAlive}
     WHERE r.record = 'report_authorization' AND NOT EXISTS (
       SELECT FROM judged_dns m WHERE m.domain_id = r.domain_id AND m.record = 'dmarc' AND m.mailbox = 'own')`,
  );
  return row ?? { domains: 0, missing: 0, example: null };
}
