import type { Database, Queryable } from "@ruaflow/postgres";
import { type Page, type PageRequest, toLimitAndOffset } from "@ruaflow/postgres/page";
import { isAlive } from "../reports/living-domains.ts";
import { type DomainFilter, type DomainOrder, type DomainSumsOptions, filterDomains } from "./domain-filter.ts";
import { type ListedDomain, readListedDomains } from "./listed-domains.ts";

/** Absent sums: of authentic reports, up to today. */
interface SelectDomainsOptions extends Omit<DomainFilter, keyof DomainSumsOptions>, Partial<DomainSumsOptions> {
  /** Absent: by name. Domains without a value come last. */
  readonly sort?: DomainOrder;
}

export type ListDomainsOptions = PageRequest & SelectDomainsOptions;

/** With defaults. */
type Wanted = DomainFilter & { readonly sort?: DomainOrder };

function toWanted<Options extends SelectDomainsOptions>(options: Options): Options & Wanted {
  return {
    ...options,
    today: options.today ?? new Date().toISOString().slice(0, 10),
    counted: options.counted ?? "authentic",
  };
}

/** Domains of a list that is not divided into pages: the ids of all fit into memory. */
const WHOLE_LIST_MAX = 1_000_000;
/** Domains per statement of a whole list. */
const STEP_DOMAINS = 500;

/** An organization's domains: page, total and figures are of one snapshot. */
export async function listDomains(
  database: Database,
  organizationId: string,
  given: ListDomainsOptions,
): Promise<Page<ListedDomain>> {
  const options = toWanted(given);
  return database.snapshot(async (snapshot) => {
    const domainIds = await findIds(snapshot, organizationId, options);
    const total = await countDomains(snapshot, organizationId, options);
    return { items: await readListedDomains(snapshot, organizationId, { ...options, domainIds }), total };
  });
}

/** Sorts only ids: the last page of 10,000 domains takes 20 ms, and 50 ms when their settings are sorted too. */
async function findIds(database: Queryable, organizationId: string, options: PageRequest & Wanted): Promise<string[]> {
  const { sql, order, values } = filterDomains(organizationId, options, options.sort);
  const limits = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const rows = await database.query<{ id: string }>(`SELECT d.id FROM ${sql} ORDER BY ${order} ${limits}`, [
    ...values,
    ...toLimitAndOffset(options),
  ]);
  return rows.map(({ id }) => id);
}

async function countDomains(database: Queryable, organizationId: string, options: Wanted): Promise<number> {
  const { sql, values } = filterDomains(organizationId, options);
  const [row] = await database.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${sql}`, values);
  return row?.total ?? 0;
}

/** All domains that a filter selects, in order; each as of when it is read, and one that is deleted meanwhile is left out. */
export async function* exportDomains(
  database: Database,
  organizationId: string,
  given: SelectDomainsOptions,
): AsyncGenerator<ListedDomain> {
  const options = toWanted(given);
  const { sql, order, values } = filterDomains(organizationId, options, options.sort);
  const ids = `SELECT d.id FROM ${sql} ORDER BY ${order} LIMIT ${WHOLE_LIST_MAX}`;
  const rows = await database.query<{ id: string }>(ids, values);
  for (let start = 0; start < rows.length; start += STEP_DOMAINS) {
    const domainIds = rows.slice(start, start + STEP_DOMAINS).map(({ id }) => id);
    yield* await readListedDomains(database, organizationId, { ...options, domainIds });
  }
}

/**
 * Verified domains whose policy DNS has not shown, for which the policy in reports is asked, by name.
 *
 * @param limit how many at most
 */
export function listUnseenPolicies(
  database: Queryable,
  organizationId: string,
  limit: number,
): Promise<{ readonly domainId: string; readonly name: string }[]> {
  return database.query<{ domainId: string; name: string }>(
    `SELECT id AS "domainId", name FROM domains WHERE organization_id = $1 AND ${isAlive} AND dmarc_policy IS NULL
       AND verified_at IS NOT NULL ORDER BY name LIMIT $2`,
    [organizationId, limit],
  );
}
