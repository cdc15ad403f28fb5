import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";
import { judgedMail } from "./mail-reasons.ts";
import { type AttentionReason, SUMMARY_CHARS_MAX } from "./reasons.ts";

const { failuresMin, failingDays, readyDays } = judgedMail;
/** A domain is judged again after this time. */
const judgedFor = "interval '6 hours'";
/** A domain whose mail has grown so much since it was judged is due at once: the first reports and imports do that. */
const GROWN = 1.5;

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
  /** It was never judged, or by other classes or another policy than now. */
  readonly isNew: boolean;
  /** Messages by which it is judged now, and those that failed. */
  readonly messages: number;
  readonly failed: number;
}

/** A reason for attention by what the mail of a domain is. */
export interface MailReason {
  readonly reason: AttentionReason;
  readonly value: number;
  readonly threshold: number;
  /** Cut where it is too long. */
  readonly summary: string;
  /** The first UTC day of the problem, `YYYY-MM-DD`; `null`: unknown. */
  readonly since: string | null;
}

export interface MailVerdict {
  readonly reasons: readonly MailReason[];
  /** Forged messages that receivers refused in `failingDays` days. */
  readonly forgedRefused: number;
}

const asksNothing = "(coalesce(d.dmarc_policy = 'none', false) AND sums.messages > 0)";
const isNew = `(v.judged_at IS NULL OR v.asks_nothing <> ${asksNothing} OR coalesce(s.reclassified_at > v.judged_at, false))`;

/**
 * Verified domains whose mail may be a reason, or was one, and was not judged in the last six hours, has grown much since, or has other
 * classes or another policy: those that wait for a first or a new answer, then longest ago first.
 */
export function listDomainsToJudge(
  database: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<DomainToJudge[]> {
  return database.query<DomainToJudge & Record<string, unknown>>(
    `SELECT d.organization_id AS "organizationId", d.id, d.name, o.count_unauthenticated AS "countUnauthenticated",
       sums.failed >= ${failuresMin} AS fails, ${isNew} AS "isNew", sums.messages, sums.failed,
       ${asksNothing} AS "asksNothing"
     FROM domains d
     JOIN organizations o ON o.id = d.organization_id
     LEFT JOIN mail_verdicts v ON v.domain_id = d.id
     LEFT JOIN verdict_states s ON s.domain_id = d.id
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(messages), 0) AS messages,
         coalesce(sum(messages - passed) FILTER (WHERE day > today - ${failingDays}), 0) AS failed
       FROM report_days r CROSS JOIN (SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date AS today) AS at
       WHERE r.organization_id = d.organization_id AND r.domain_id = d.id AND day > today - ${readyDays} AND day <= today
     ) AS sums
     WHERE ${isAlive} AND status = 'verified' AND (${isNew} OR v.judged_at <= $1::timestamptz - ${judgedFor}
         OR sums.messages > ${GROWN} * v.judged_messages OR sums.failed > ${GROWN} * v.judged_failed + ${failuresMin})
       AND (sums.failed >= ${failuresMin} OR ${asksNothing}
         OR v.reasons <> '[]' OR v.forged_refused > 0)
     ORDER BY (${isNew}) DESC, v.judged_at NULLS FIRST, d.id LIMIT $2`,
    [now, limit],
  );
}

/** Saves what the mail of a domain says now. Nothing is saved of a domain that is gone. */
export async function saveMailVerdict(
  database: Queryable,
  organizationId: string,
  {
    domain,
    now,
    reasons,
    forgedRefused,
  }: MailVerdict & {
    readonly domain: Pick<DomainToJudge, "id" | "messages" | "failed" | "asksNothing">;
    readonly now: Date;
  },
): Promise<void> {
  const cut = reasons.map((reason) => ({ ...reason, summary: reason.summary.slice(0, SUMMARY_CHARS_MAX) }));
  await database.query(
    `INSERT INTO mail_verdicts (organization_id, domain_id, judged_at, reasons, forged_refused, judged_messages, judged_failed, asks_nothing)
     SELECT organization_id, id, $3, $4::jsonb, $5, $6, $7, $8 FROM domains WHERE organization_id = $1 AND id = $2 AND ${isAlive}
     ON CONFLICT (domain_id) DO UPDATE SET judged_at = excluded.judged_at, reasons = excluded.reasons,
       forged_refused = excluded.forged_refused, judged_messages = excluded.judged_messages,
       judged_failed = excluded.judged_failed, asks_nothing = excluded.asks_nothing`,
    [
      organizationId,
      domain.id,
      now,
      JSON.stringify(cut),
      forgedRefused,
      domain.messages,
      domain.failed,
      domain.asksNothing,
    ],
  );
}

/** Forged messages about an organization's domains that receivers refused in the last days, when each domain was judged last. */
export async function countForgedRefused(
  database: Queryable,
  organizationId: string,
  { domainIds }: { readonly domainIds?: readonly string[] },
): Promise<number> {
  const [row] = await database.query<{ sum: number }>(
    `SELECT coalesce(sum(forged_refused), 0) AS sum FROM mail_verdicts WHERE organization_id = $1
       AND ($2::text[] IS NULL OR domain_id = ANY($2)) AND domain_id IN (SELECT id FROM domains WHERE ${isAlive})`,
    [organizationId, domainIds ?? null],
  );
  return row?.sum ?? 0;
}
