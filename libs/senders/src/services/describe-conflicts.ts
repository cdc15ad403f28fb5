import { isNetwork } from "./network-index.ts";
import type { Service } from "./service.ts";
import { LABELS_MAX, listSuffixes } from "./suffix-index.ts";

/**
 * Says in sentences how entries contradict each other: a name, suffix or autonomous system that two of them have, a suffix
 * below one of another service, unless the entry says that it is part of that one, and entries that can never be found.
 * @param others further services that an entry may be part of
 */
export function describeConflicts(services: readonly Service[], others: readonly Service[]): string[] {
  const known = new Set([...services, ...others].map(({ name }) => name));
  return [
    ...describeTwice(services.map(({ name }) => [name, name])),
    ...services.flatMap((service) => describeEntry(service, known)),
    ...describeSuffixes(services, ({ hostnames }) => hostnames),
    ...describeSuffixes(services, ({ dkimDomains }) => dkimDomains),
    ...describeSuffixes(services, ({ spfDomains }) => spfDomains),
    ...describeTwice(services.flatMap(({ name, asns }) => asns.map((asn) => [`AS${asn}`, name] as const))),
    ...describeTwice(services.flatMap(({ name, networks }) => networks.map((network) => [network, name] as const))),
  ];
}

function describeEntry(service: Service, known: ReadonlySet<string>): string[] {
  const { name, partOf, hostnames, dkimDomains, spfDomains, asns, networks } = service;
  const suffixes = [...hostnames, ...dkimDomains, ...spfDomains];
  const tooLong = suffixes.filter((suffix) => suffix.split(".").length > LABELS_MAX);
  return [
    ...(suffixes.length + asns.length + networks.length > 0 ? [] : [`${name} has nothing by which it can be found`]),
    ...(partOf === null || known.has(partOf) ? [] : [`${name} is part of ${partOf}, which is no service`]),
    ...networks.filter((network) => !isNetwork(network)).map((network) => `${network} of ${name} is not a network`),
    ...tooLong.map((suffix) => `${suffix} of ${name} has more than ${LABELS_MAX} labels`),
  ];
}

function describeSuffixes(services: readonly Service[], toSuffixes: (service: Service) => readonly string[]): string[] {
  const claims = services.flatMap((service) => toSuffixes(service).map((suffix) => ({ suffix, service })));
  const owners = new Map(claims.map(({ suffix, service }) => [suffix, service]));
  return [
    ...describeTwice(claims.map(({ suffix, service }) => [suffix, service.name])),
    ...claims.flatMap(({ suffix, service }) => describeOverlap({ suffix, service }, owners)),
  ];
}

/** The next shorter suffix only: what lies above it is checked with its own entry. */
function describeOverlap(
  { suffix, service }: { readonly suffix: string; readonly service: Service },
  owners: ReadonlyMap<string, Service>,
): string[] {
  const above = listSuffixes(suffix).findLast((shorter) => shorter !== suffix && owners.has(shorter));
  const owner = above === undefined ? undefined : owners.get(above);
  if (owner === undefined || service.partOf === owner.name) return [];
  return owner === service
    ? [`${suffix} of ${service.name} is needless, since ${above} stands there`]
    : [`${suffix} of ${service.name} lies below ${above} of ${owner.name}, of which it is not a part`];
}

function describeTwice(claims: readonly (readonly [what: string, name: string])[]): string[] {
  const groups = Map.groupBy(claims, ([what]) => what);
  return [...groups].flatMap(([what, group]) =>
    group.slice(1).map(([, name]) => `${what} stands in ${group[0]?.[1]} and ${name}`),
  );
}
