import { readFilter } from "../filter/filter.ts";
import { paths } from "../paths.ts";

/** What a view is about, as far as its address says so. */
export interface About {
  readonly domainId?: string | undefined;
  readonly client?: string | undefined;
  readonly label?: string | undefined;
  /** True if it may show several domains. */
  readonly isOfMany?: boolean;
  /** True if its figures are of the chosen period. */
  readonly hasPeriod?: boolean;
}

/** Views that the filter limits; every other shows one thing, which is its heading, or what the whole organization has. */
const FILTERED: ReadonlySet<string> = new Set([
  ...[paths.overview, paths.sources, paths.sender, paths.failures, paths.records],
  ...[paths.clients, paths.reports, paths.attention, paths.arrived],
]);

/** Parts of a domain's view that show its state, whatever the period. */
const OF_NOW: ReadonlySet<string | undefined> = new Set(["dns", "history", "alerts", "settings"]);

export function readAbout(path: string, query: Readonly<Record<string, string | undefined>>): About {
  const domainId = readChild(path, paths.domains);
  if (domainId !== undefined) return { domainId, hasPeriod: !OF_NOW.has(query.tab) };
  const client = readChild(path, paths.clients);
  if (client !== undefined) return { client, hasPeriod: true };
  if (!FILTERED.has(path)) return {};
  const { period: _period, ...filter } = readFilter(query);
  return { ...filter, isOfMany: filter.domainId === undefined, hasPeriod: path !== paths.attention };
}

/** The segment below a path. */
function readChild(path: string, parent: string): string | undefined {
  return path.startsWith(`${parent}/`) ? decodeURIComponent(path.slice(parent.length + 1)) : undefined;
}
