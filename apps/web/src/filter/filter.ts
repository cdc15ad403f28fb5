import { useLocation } from "preact-iso";
import { toAddress } from "../address.ts";
import { type Days, type Period, readPeriod, toDays, toDaysBefore, writePeriod } from "./period.ts";

/** What the page looks at. It stands in the address, so that a link shows the same. */
export interface Filter {
  readonly domainId: string | undefined;
  /** `client_reference` of the domains. */
  readonly client: string | undefined;
  readonly label: string | undefined;
  readonly period: Period;
}

/** The domains of a filter as parameters of the API. */
export interface DomainParameters {
  readonly domain_id?: string;
  readonly client_reference?: string;
  readonly label?: string;
}

/** A filter as parameters of the API. */
export interface FilterParameters extends DomainParameters {
  readonly start_date: string;
  readonly end_date: string;
}

/** Parameters of an address; `undefined` takes one out. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** Parameters that views share. All others belong to one view, and a link to another view leaves them out. */
const SHARED = ["domain", "client", "label", "days", "month", "from", "to"];

export function readFilter(query: Readonly<Record<string, string | undefined>>): Filter {
  const { domain, client, label } = query;
  return {
    domainId: domain || undefined,
    client: client || undefined,
    label: label || undefined,
    period: readPeriod(query),
  };
}

export function toDomainParameters({ domainId, client, label }: Filter): DomainParameters {
  return {
    ...(domainId !== undefined && { domain_id: domainId }),
    ...(client !== undefined && { client_reference: client }),
    ...(label !== undefined && { label }),
  };
}

const toParameters = (filter: Filter, { start, end }: Days): FilterParameters => ({
  ...toDomainParameters(filter),
  start_date: start,
  end_date: end,
});

interface UsedFilter {
  readonly filter: Filter;
  /** Of the API, for the period. */
  readonly parameters: FilterParameters;
  /** Of the API, for the period before. */
  readonly parametersBefore: FilterParameters;
  /** The address of a view with the same filter and with further parameters. */
  linkTo(path: string, more?: Changes): string;
  /** Looks at something else in the same view; leaves its page, which the new list may not have. */
  change(changes: Changes): void;
  changePeriod(period: Period): void;
}

/** The change of an address that looks at one domain, whatever else was chosen. */
export function ofDomain(id: string | undefined) {
  return { domain: id, client: undefined, label: undefined };
}

/** The change of an address that looks at one client, whatever else was chosen. */
export function ofClient(reference: string) {
  return { client: reference, domain: undefined, label: undefined };
}

/** The filter of the address. */
export function useFilter(): UsedFilter {
  const { path, query, route } = useLocation();
  const filter = readFilter(query);
  const now = new Date();
  const shared = Object.fromEntries(SHARED.map((name) => [name, query[name]]));
  const change = (changes: Changes) => route(toAddress(path, { ...query, page: undefined, ...changes }));
  return {
    filter,
    parameters: toParameters(filter, toDays(filter.period, now)),
    parametersBefore: toParameters(filter, toDaysBefore(filter.period, now)),
    linkTo: (target, more = {}) => toAddress(target, { ...shared, ...more }),
    change,
    changePeriod: (period) => change(writePeriod(period)),
  };
}
