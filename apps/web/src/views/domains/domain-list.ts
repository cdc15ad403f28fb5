import type { Client } from "@ruaflow/client";
import { type Filter, toDomainParameters } from "../../filter/filter.ts";
import { readSort } from "../../parts/sort.ts";
import { POLICIES } from "./words.ts";

export type DomainQuery = NonNullable<Parameters<Client["domains"]["list"]>[0]>;

/** What needs attention comes first. */
export const DEFAULT_SORT = "-open_alerts";

const STATUSES = ["pending", "verified", "failed"] as const;
const DNS_STATES = ["ok", "missing", "different", "unknown", "unchecked"] as const;
const FIELDS = [
  "domain",
  "status",
  "pass_rate",
  "messages",
  "pass_rate_change",
  "last_report_at",
  "dmarc_policy",
  "open_alerts",
  "client_reference",
] as const;
const SILENT_DAYS_MAX = 3650;

/** The list that an address names, in the API's parameters; what cannot be is left out. */
export function toDomainQuery(filter: Filter, query: Readonly<Record<string, string | undefined>>): DomainQuery {
  const { domain_id: _one, ...domains } = toDomainParameters(filter);
  const status = STATUSES.find((each) => each === query.status);
  const dnsState = DNS_STATES.find((each) => each === query.dns);
  const policy = [...POLICIES, "unknown" as const].find((each) => each === query.policy);
  const below = toNumber(query.below, 100);
  const silent = toNumber(query.silent, SILENT_DAYS_MAX);
  return {
    ...domains,
    ...(query.search && { search: query.search.slice(0, 253) }),
    ...(status && { status }),
    ...(dnsState && { dns_state: dnsState }),
    ...(policy && { dmarc_policy: policy }),
    ...(query.alerts === "open" && { has_alerts: true }),
    ...(below !== undefined && { pass_rate_below: below }),
    ...(silent !== undefined && { silent_days: Math.ceil(silent) }),
    sort: readSort(query.sort, FIELDS) ?? DEFAULT_SORT,
  };
}

function toNumber(text: string | undefined, most: number): number | undefined {
  const value = Number(text);
  return text && value > 0 && value <= most ? value : undefined;
}

/** The most that the service takes in one request. */
export const NAMES_MAX = 1_000;

/**
 * The domains in a pasted text, each once: one a line, or divided by commas, semicolons or spaces. Each may be a name, a URL or an
 * address of mail.
 */
export function readNames(text: string): string[] {
  const names = text.split(/[\s,;]+/).map(toDomainName);
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The domain that a word means; a word that means none stays as it is, for the service says what is wrong with it. */
function toDomainName(word: string): string {
  const bare = word.replace(/^[<("'`]+|[>)"'`]+$/g, "");
  const [, scheme, rest = ""] = /^(?:([a-z][a-z0-9+.-]*):(?:\/\/)?)?(.*)$/i.exec(bare) ?? [];
  const [host = ""] = rest.slice(rest.lastIndexOf("@") + 1).split(/[/?#:]/);
  const name = host.replace(/^(\*\.|_dmarc\.)+/i, "").replace(/\.+$/, "");
  // The address of a page, not the name in addresses of mail.
  return (scheme?.startsWith("http") ? name.replace(/^www\./i, "") : name).toLowerCase();
}

/** Why a list cannot be added; `null` if it can. */
export function refuseNames(names: readonly string[]): string | null {
  return names.length > NAMES_MAX ? `At most ${NAMES_MAX} domains can be added at once.` : null;
}
