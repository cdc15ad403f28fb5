import { type Caller, invalidAt, ProblemError } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import type { CountedReports } from "@ruaflow/metadata-store/reports";
import type { RecordFilter } from "@ruaflow/record-store/questions";
import { type Static, type TSchema, Type } from "typebox";
import type { ApiContext } from "./context.ts";
import { type Period, type PeriodParameters, readPeriod } from "./period.ts";
import { type RecordParameters, readRecordFilter } from "./record-query.ts";

/** Values of one parameter in a URL. */
const URL_VALUES_MAX = 100;
/** Domains of one answer, however they were selected. */
export const DOMAINS_MAX = 10_000;

/** A parameter that may be given once or repeatedly; in a body as a value or a list. */
export function oneOrMore<Item extends TSchema>(
  item: Item,
  meaning: { description: string; examples: Static<Item>[] },
  maxItems = URL_VALUES_MAX,
) {
  return Type.Optional(Type.Union([item, Type.Array(item, { minItems: 1, maxItems })], meaning));
}

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
export const LabelSchema = text(50);
export const ClientReferenceSchema = text(100);

/** The parameters that select domains; several together select the domains that fit all of them. */
export const DomainsQuery = (idsMax = URL_VALUES_MAX) => ({
  domain_id: oneOrMore(
    text(64),
    {
      description: `Limits the answer to these domains, at most ${written(idsMax)}; one that is not yours is a 404. For more than ${URL_VALUES_MAX} send the same parameters by POST.`,
      examples: ["dom_abc123"],
    },
    idsMax,
  ),
  label: oneOrMore(LabelSchema, {
    description: `Limits the answer to domains with at least one of these labels, which together may have ${written(DOMAINS_MAX)} domains. A label that no domain has selects nothing.`,
    examples: ["vip"],
  }),
  client_reference: oneOrMore(ClientReferenceSchema, {
    description: `Limits the answer to domains with one of these references, which together may have ${written(DOMAINS_MAX)} domains. A reference that no domain has selects nothing.`,
    examples: ["C-1042"],
  }),
});

function written(number: number): string {
  return number.toLocaleString("en-US");
}

/** Which reports sums include. */
export const CountedQuery = {
  trust: Type.Optional(
    DescribedValues<CountedReports>(
      {
        authentic: "The default: without mail from senders that are not proven to be the reporter.",
        all: "All reports. An organization can make this its default.",
        none: "Only mail from senders that are not proven to be the reporter.",
      },
      { description: "Which reports count.", examples: ["authentic"] },
    ),
  ),
};

/** Which reports count: as requested, or as the organization has set it. */
export function toCounted(caller: Caller, requested?: CountedReports): CountedReports {
  return requested ?? (caller.countUnauthenticated === true ? "all" : "authentic");
}

function unknownDomain(): ProblemError {
  return new ProblemError("not_found", "There is no domain with this id.");
}

/** One text, or several. */
type Values = string | readonly string[];

/** The query parameters that select domains. */
export interface DomainParameters {
  readonly domain_id?: Values;
  readonly label?: Values;
  readonly client_reference?: Values;
}

/**
 * The domains of a query: those that fit every given parameter; without any, all.
 * @throws {ProblemError} 404 when one of the ids is unknown or another organization's; 400 when too many domains fit
 */
export async function readDomains(
  context: ApiContext,
  organizationId: string,
  { domain_id, label, client_reference }: DomainParameters,
): Promise<{ domainIds?: readonly string[] }> {
  if (domain_id === undefined && label === undefined && client_reference === undefined) return {};
  const { ids, areIdsKnown } = await context.metadata.domains.selectDomains(organizationId, {
    ...(domain_id !== undefined && { ids: [domain_id].flat() }),
    ...(label !== undefined && { labels: [label].flat() }),
    ...(client_reference !== undefined && { clientReferences: [client_reference].flat() }),
    limit: DOMAINS_MAX + 1,
  });
  if (!areIdsKnown) throw unknownDomain();
  if (ids.length > DOMAINS_MAX) throw tooManyDomains(label === undefined ? "client_reference" : "label");
  return { domainIds: ids };
}

function tooManyDomains(parameter: string): Error {
  return invalidAt(
    `/query/${parameter}`,
    `selects more than ${written(DOMAINS_MAX)} domains. Leave it out to select all domains, or select fewer`,
  );
}

/** The query parameters that filter sums. */
export interface FilterQuery extends PeriodParameters, DomainParameters, RecordParameters {
  readonly trust?: CountedReports;
}

/** What sums are about. */
export interface SumsFilter extends Period {
  /** Absent: all domains of the organization. */
  readonly domainIds?: readonly string[];
  readonly counted: CountedReports;
  /** Absent: all records. */
  readonly records?: RecordFilter;
}

/** The filter of a query for sums: the requested period, by default the last 30 days, its domains or all, and what counts. */
export async function readFilter(context: ApiContext, caller: Caller, query: FilterQuery): Promise<SumsFilter> {
  const period = readPeriod(query, context.now());
  const records = readRecordFilter(query);
  const domains = await readDomains(context, caller.organizationId, query);
  return { ...period, ...domains, counted: toCounted(caller, query.trust), ...records };
}
