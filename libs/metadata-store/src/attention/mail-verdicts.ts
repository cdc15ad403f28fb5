import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";
import { judgedMail } from "./mail-reasons.ts";
import { SUMMARY_CHARS_MAX } from "./reasons.ts";

const { failuresMin, failingDays, readyDays } = judgedMail;
/** A domain is judged again after this time. */
const judgedFor = "interval '6 hours'";

/** A domain whose mail is to be judged. */
export interface DomainToJudge {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  /** Whether its organization counts reports whose sender is not proven. */
  readonly countUnauthenticated: boolean;
  /** At least `failuresMin` messages failed in `failingDays` days. */
  readonly fails: boolean;
  /** It has mail, and publishes `p=none`. */
  readonly asksNothing: boolean;
}

/** A reason for attention by what the mail of a domain is. */
export interface MailReason {
  readonly value: number;
  /** Cut where it is too long. */
  readonly summary: string;
}

export interface MailVerdict {
  readonly misconfigured: MailReason | null;
  readonly ready: MailReason | null;
}

/** Verified domains whose mail was not judged in the last six hours and may be a reason, or was one: longest ago first. */
export function listDomainsToJudge(
  database: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<DomainToJudge[]> {
  return database.query<DomainToJudge & Record<string, unknown>>(
    `SELECT d.organization_id AS "organizationId", d.id, d.name, o.count_unauthenticated AS "countUnauthenticated",
       sums.failed >= ${failuresMin} AS fails,
       coalesce(d.dmarc_policy = 'none', false) AND sums.messages > 0 AS "asksNothing"
     FROM domains d
     JOIN organizations o ON o.id = d.organization_id
     LEFT JOIN mail_verdicts v ON v.domain_id = d.id
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(messages), 0) AS messages,
         coalesce(sum(messages - passed) FILTER (WHERE day > today - ${failingDays}), 0) AS failed
       FROM report_days r CROSS JOIN (SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date AS today) AS at
       WHERE r.organization_id = d.organization_id AND r.domain_id = d.id AND day > today - ${readyDays} AND day <= today
     ) AS sums
     WHERE ${isAlive} AND status = 'verified' AND (v.judged_at IS NULL OR v.judged_at <= $1::timestamptz - ${judgedFor})
       AND (sums.failed >= ${failuresMin} OR (d.dmarc_policy = 'none' AND sums.messages > 0)
         OR v.misconfigured_value IS NOT NULL OR v.ready_value IS NOT NULL)
     ORDER BY v.judged_at NULLS FIRST, d.id LIMIT $2`,
    [now, limit],
  );
}

/** Saves what the mail of a domain says now. Nothing is saved of a domain that is gone. */
export async function saveMailVerdict(
  database: Queryable,
  organizationId: string,
  { domainId, misconfigured, ready, now }: MailVerdict & { readonly domainId: string; readonly now: Date },
): Promise<void> {
  const cut = (reason: MailReason | null) => reason?.summary.slice(0, SUMMARY_CHARS_MAX) ?? null;
  await database.query(
    `INSERT INTO mail_verdicts (organization_id, domain_id, judged_at, misconfigured_value, misconfigured_summary,
       ready_value, ready_summary)
     SELECT organization_id, id, $3, $4, $5, $6, $7 FROM domains WHERE organization_id = $1 AND id = $2 AND ${isAlive}
     ON CONFLICT (domain_id) DO UPDATE SET judged_at = excluded.judged_at,
       misconfigured_value = excluded.misconfigured_value, misconfigured_summary = excluded.misconfigured_summary,
       ready_value = excluded.ready_value, ready_summary = excluded.ready_summary`,
    [organizationId, domainId, now, misconfigured?.value ?? null, cut(misconfigured), ready?.value ?? null, cut(ready)],
  );
}
