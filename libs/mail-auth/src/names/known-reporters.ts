import { LRUCache } from "lru-cache";
import { createNameIndex, type FindReporters } from "./name-index.ts";
import { observedTable } from "./observed-table.ts";
import { isPlainName } from "./plain-name.ts";
import { providerTable } from "./provider-table.ts";
import { type KnownReporter, readTable } from "./read-table.ts";
import { serviceTable } from "./service-table.ts";
import { isOverlong } from "./tokens.ts";

/** All reporters of the tables. */
export const knownReporters: readonly KnownReporter[] = readTable(
  [providerTable, serviceTable, observedTable].join("\n"),
);
const findUncached = createNameIndex(knownReporters);
const byDomain = new Map(knownReporters.flatMap((reporter) => reporter.domains.map((domain) => [domain, reporter])));

/** Reporters send many reports under a name. */
const CACHED_MAX = 2000;
const found = new LRUCache<string, readonly KnownReporter[]>({ max: CACHED_MAX });

const findReporters: FindReporters = (name, from) => {
  if (isOverlong(name)) return [];
  const key = `${from ?? ""} ${name}`;
  const reporters = found.get(key) ?? findUncached(name, from);
  found.set(key, reporters);
  return reporters;
};

/**
 * True if mail from this domain may use the name: it is a domain of every known reporter that the name means or resembles. A name
 * that is not plain has to mean one.
 */
export function mayUseName(name: string, from: string): boolean {
  const reporters = findReporters(name, from);
  return reporters.every((reporter) => maySpeakFor(reporter, from)) && (reporters.length > 0 || isPlainName(name));
}

/** The organizational domains that may use the name, if it means or resembles a known reporter. */
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

/** True if mail from the one domain may name the other: it may use it as its owner would. */
export function mayNameDomain(domain: string, from: string): boolean {
  const reporters = findReporters(domain, domain);
  return reporters.every((reporter) => maySpeakFor(reporter, from)) && (reporters.length > 0 || isPlainName(domain));
}

function maySpeakFor({ domains, delegates }: KnownReporter, from: string): boolean {
  return domains.includes(from) || delegates.includes(from);
}
