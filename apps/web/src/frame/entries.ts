import { paths } from "../paths.ts";
import type { Scope } from "../session/session.ts";

/** An entry of the menu, with the views below its path. */
export interface Entry {
  readonly title: string;
  readonly path: string;
  /** The key needs one of them. */
  readonly scopes: readonly Scope[];
}

export const entries: readonly Entry[] = [
  { title: "Overview", path: paths.overview, scopes: ["reports:read"] },
  { title: "Attention", path: paths.attention, scopes: ["domains:read"] },
  { title: "Sources", path: paths.sources, scopes: ["reports:read"] },
  { title: "Failures", path: paths.failures, scopes: ["reports:read"] },
  { title: "Clients", path: paths.clients, scopes: ["reports:read"] },
  { title: "Domains", path: paths.domains, scopes: ["domains:read"] },
  { title: "Reports", path: paths.reports, scopes: ["reports:read"] },
  { title: "Submissions", path: paths.submissions, scopes: ["reports:read", "ingest:write"] },
  { title: "Upload", path: paths.upload, scopes: ["ingest:write", "reports:read"] },
  { title: "Webhooks", path: paths.webhooks, scopes: ["webhooks:read"] },
  { title: "Keys", path: paths.keys, scopes: ["keys:admin"] },
  { title: "Operator", path: paths.operator, scopes: ["operator"] },
];

/** Whether a path is that of an entry, or of a view below it. */
export function isWithin(path: string, entry: Entry): boolean {
  return path === entry.path || (entry.path !== paths.overview && path.startsWith(`${entry.path}/`));
}

export function isAllowed(entry: Entry, scopes: readonly Scope[]): boolean {
  return entry.scopes.some((scope) => scopes.includes(scope));
}
