import { createNameIndex } from "./name-index.ts";
import { observedTable } from "./observed-table.ts";
import { providerTable } from "./provider-table.ts";
import { type KnownReporter, readTable } from "./read-table.ts";
import { serviceTable } from "./service-table.ts";

const knownReporters = readTable([providerTable, serviceTable, observedTable].join("\n"));
const findReporters = createNameIndex(knownReporters);
const byDomain = new Map(knownReporters.flatMap((reporter) => reporter.domains.map((domain) => [domain, reporter])));

/** Whether mail from this organizational domain may use the name: it is that of every known reporter that the name means. */
export function mayUseName(name: string, from: string): boolean {
  return findReporters(name, from).every((reporter) => maySpeakFor(reporter, from));
}

/** The organizational domains that may use the name, if it means a known reporter. */
export function listDomainsOfName(name: string): string[] {
  return findReporters(name, null).flatMap(({ domains, delegates }) => [...domains, ...delegates]);
}

/** The organizational domains of the reporter that has this one: of one that is not known, only this. */
export function listDomainsOfReporter(organizationalDomain: string): readonly string[] {
  return byDomain.get(organizationalDomain)?.domains ?? [organizationalDomain];
}

/** Whether a table has this organizational domain. */
export function isKnownReporter(organizationalDomain: string): boolean {
  return byDomain.has(organizationalDomain);
}

/** Whether mail from this organizational domain may name the other one: it is no known reporter's that the sender is not. */
export function mayNameDomain(domain: string, from: string): boolean {
  const reporter = byDomain.get(domain);
  return reporter === undefined || maySpeakFor(reporter, from);
}

function maySpeakFor({ domains, delegates }: KnownReporter, from: string): boolean {
  return domains.includes(from) || delegates.includes(from);
}
