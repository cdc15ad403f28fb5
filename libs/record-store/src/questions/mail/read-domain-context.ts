import type { Engine } from "../../engine/engine.ts";
import { maintenanceSettings } from "../../engine/read-settings.ts";
import { toAddressText } from "../../rows/stored-values.ts";
import { type Condition, type Filter, toCondition } from "../filter.ts";
import { listDistinct, passedNames } from "../passed-names.ts";

/** What authenticates the mail of a domain that passes DMARC. */
export interface DomainContext {
  readonly domainId: string;
  /**
   * The domains of signatures that passed in messages with an aligned pass of DKIM, and those for which SPF passed in messages
   * with an aligned pass of SPF: most messages first, at most {@link PASSING_DOMAINS_MAX}.
   */
  readonly passingDomains: readonly string[];
  /** The addresses with the most passing messages, at most {@link PASSING_SOURCES_MAX}. */
  readonly passingSources: readonly PassingSource[];
}

/** An address that sent messages which passed DMARC. */
export interface PassingSource {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  /** Messages that passed. */
  readonly messages: number;
  /** Those with an aligned pass of SPF: the domain's owner listed the address. */
  readonly spfAligned: number;
  /** Signatures that passed, and domains for which SPF passed, aligned or not: at most {@link NAMES_MAX} each. */
  readonly signatures: readonly { readonly domain: string; readonly selector: string }[];
  readonly spfDomains: readonly string[];
}

const PASSING_DOMAINS_MAX = 500;
const PASSING_SOURCES_MAX = 50;
const NAMES_MAX = 10;

/** Limits the rows of one answer. */
const DOMAINS_PER_QUERY = 200;

/**
 * What authenticates the passing mail of each domain of the filter, from all of its records in the period: a domain without
 * such mail has empty lists. Filters of records do not apply. No client waits for it: it may take long.
 */
export async function readDomainContext(
  engine: Engine,
  organizationId: string,
  filter: Omit<Filter, "records"> & { readonly domainIds: readonly string[] },
): Promise<DomainContext[]> {
  const { domainIds, startDate, endDate, counted } = filter;
  const found: DomainContext[] = [];
  for (let start = 0; start < domainIds.length; start += DOMAINS_PER_QUERY) {
    const some = domainIds.slice(start, start + DOMAINS_PER_QUERY);
    const own = { startDate, endDate, domainIds: some, ...(counted && { counted }) };
    found.push(...(await readContexts(engine, toCondition(organizationId, own), some)));
  }
  return found;
}

async function readContexts(
  engine: Engine,
  condition: Condition,
  domainIds: readonly string[],
): Promise<DomainContext[]> {
  const [names, sources] = await Promise.all([readNames(engine, condition), readSources(engine, condition)]);
  const namesOf = Map.groupBy(names, ({ domainId }) => domainId);
  const sourcesOf = Map.groupBy(sources, ({ domainId }) => domainId);
  return domainIds.map((domainId) => ({
    domainId,
    passingDomains: (namesOf.get(domainId) ?? []).map(({ name }) => name),
    passingSources: (sourcesOf.get(domainId) ?? []).map(({ domainId: _, address, signatures, ...source }) => ({
      sourceIp: toAddressText(address),
      signatures: signatures.map(([domain, selector]) => ({ domain, selector })),
      ...source,
    })),
  }));
}

const columns = "domain_id, dkim_alignment, spf_alignment, dkim_passed, spf_passed";

/** SQL: domain and selector of each signature that passed. By position, because the arrays of a damaged row may differ in length. */
const passedSignatures = `arrayMap(place -> (dkim_domains[place], dkim_selectors[place]),
    arrayFilter(place -> dkim_results[place] = 'pass' AND dkim_domains[place] != '', arrayEnumerate(dkim_domains)))`;

/** SQL: the same, if the policy-evaluated result is, too. */
const authenticated = (kind: "dkim" | "spf") => `if(${kind}_alignment = 'pass', ${passedNames(kind)}, [])`;

function readNames(engine: Engine, { sql, params }: Condition) {
  const query = `SELECT domain_id AS domainId, name, sum(messages) AS total
  FROM (
    SELECT ${columns}, sum(count) AS messages FROM records WHERE ${sql} AND dmarc_pass GROUP BY ${columns}
  )
  ARRAY JOIN arrayDistinct(arrayConcat(${authenticated("dkim")}, ${authenticated("spf")})) AS name
  GROUP BY domainId, name HAVING total > 0
  ORDER BY domainId, total DESC, name
  LIMIT ${PASSING_DOMAINS_MAX} BY domainId ${maintenanceSettings}`;
  return engine.select<{ readonly domainId: string; readonly name: string }>(query, params);
}

interface PassingRow extends Omit<PassingSource, "sourceIp" | "signatures"> {
  readonly domainId: string;
  readonly address: string;
  readonly signatures: readonly (readonly [domain: string, selector: string])[];
}

function readSources(engine: Engine, { sql, params }: Condition) {
  const query = `SELECT domain_id AS domainId, source_ip AS address, sum(part) AS messages,
    sumIf(part, spf_alignment = 'pass') AS spfAligned, ${listDistinct("passed", NAMES_MAX)} AS signatures,
    ${listDistinct(passedNames("spf"), NAMES_MAX)} AS spfDomains
  FROM (
    SELECT source_ip, domain_id, spf_alignment, spf_passed, ${passedSignatures} AS passed, sum(count) AS part
    FROM records WHERE ${sql} AND dmarc_pass
    GROUP BY source_ip, domain_id, spf_alignment, spf_passed, passed
  )
  GROUP BY domainId, address HAVING messages > 0
  ORDER BY domainId, messages DESC, address
  LIMIT ${PASSING_SOURCES_MAX} BY domainId ${maintenanceSettings}`;
  return engine.select<PassingRow>(query, params);
}
