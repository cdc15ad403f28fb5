import type { Queryable } from "@ruaflow/postgres";
import { type SubmissionFilter, selectSubmissions, toOwner } from "./submission-list.ts";
import { type SubmissionState, submissionStateSql, submissionStates } from "./submission-state.ts";

export interface StateCount {
  readonly state: SubmissionState;
  readonly submissions: number;
  /** Since when the oldest of its entries whose outcome is not final waits; `null`: none does. */
  readonly waitingSince: Date | null;
}

export interface SubmissionCounts {
  /** Every state, also those without submissions. */
  readonly states: readonly StateCount[];
  /** The oldest submission counted, where older ones are left out; `null`: all are counted. */
  readonly countedFrom: Date | null;
}

export interface CountOptions extends Omit<SubmissionFilter, "state"> {
  /** Entries that are read, the newest first: 200,000 take some tenths of a second. */
  readonly entriesMax: number;
}

/** How many submissions an organization has in each state. What waits is found whatever its age. */
export async function countSubmissions(
  database: Queryable,
  organizationId: string,
  { entriesMax, ...filter }: CountOptions,
): Promise<SubmissionCounts> {
  const [counted, waiting] = await Promise.all([
    countStates(database, organizationId, { ...filter, entriesMax }),
    readWaiting(database, organizationId, filter),
  ]);
  const total = counted.reduce((sum, { entries }) => sum + entries, 0);
  const oldest = counted.map(({ oldest_at }) => oldest_at.getTime());
  return {
    states: submissionStates.map((state) => ({
      state,
      submissions: counted.find((each) => each.state === state)?.submissions ?? 0,
      waitingSince: waiting.find(({ outcome }) => outcome === state)?.oldest_at ?? null,
    })),
    countedFrom: total >= entriesMax ? new Date(Math.min(...oldest)) : null,
  };
}

interface CountedRow {
  state: SubmissionState;
  submissions: number;
  entries: number;
  oldest_at: Date;
}

async function countStates(
  database: Queryable,
  organizationId: string,
  { entriesMax, ...filter }: CountOptions,
): Promise<CountedRow[]> {
  const { since = null, until = null, channel, domainIds, domain, reason } = filter;
  const isOfAll = [channel, domainIds, domain, reason].every((each) => each === undefined);
  const selected = selectSubmissions(organizationId, filter, entriesMax);
  // Without a filter by content one pass over the newest entries suffices.
  const { from, values } = isOfAll
    ? { from: allSubmissions, values: [organizationId, since, until, entriesMax] }
    : selected;
  return database.query<CountedRow & Record<string, unknown>>(
    `SELECT found.state, count(*)::int AS submissions, sum(found.entries)::int AS entries, min(found.created_at) AS oldest_at
     FROM ${from} GROUP BY found.state`,
    values,
  );
}

const allSubmissions = `(
  SELECT submission_id, min(created_at) AS created_at, count(*) AS entries, ${submissionStateSql} AS state FROM (
    SELECT submission_id, created_at, outcome FROM arrivals WHERE organization_id = $1
      AND created_at >= coalesce($2::timestamptz, '-infinity') AND created_at < coalesce($3::timestamptz, 'infinity')
    ORDER BY created_at DESC LIMIT $4
  ) AS newest GROUP BY submission_id
) AS found`;

/** Each of these outcomes has an index of its own, with what is under way. */
const waitingAt = { held: "created_at", accepted: "coalesce(accepted_at, created_at)" } as const;

async function readWaiting(database: Queryable, organizationId: string, filter: SubmissionFilter) {
  const { since = null, until = null, channel = null, domainIds = null, domain = null, reason = null } = filter;
  const { ofOwner, values } = toOwner(organizationId);
  const selects = Object.entries(waitingAt).map(
    ([outcome, at]) => `(SELECT '${outcome}' AS outcome, ${at} AS oldest_at FROM arrivals a
      WHERE ${ofOwner} AND outcome = '${outcome}'
        AND created_at >= coalesce($2::timestamptz, '-infinity') AND created_at < coalesce($3::timestamptz, 'infinity')
        AND ($4::text[] IS NULL OR domain_id = ANY($4)) AND ($5::text IS NULL OR domain = $5)
        AND ($6::text IS NULL OR EXISTS (SELECT 1 FROM submissions s WHERE s.id = a.submission_id AND s.channel = $6))
        AND ($7::text IS NULL OR reason = $7)
      ORDER BY ${at} LIMIT 1)`,
  );
  return database.query<{ outcome: string; oldest_at: Date }>(selects.join(" UNION ALL "), [
    ...values,
    since,
    until,
    domainIds,
    domain,
    channel,
    reason,
  ]);
}
