import { paths } from "./paths.ts";
import type { Session } from "./session/session.ts";

type Scope = Session["key"]["scopes"][number];

/** An entry of the menu, with the views below its path. */
export interface Entry {
  readonly title: string;
  readonly path: string;
  /** The key needs one of them. */
  readonly scopes: readonly Scope[];
  /** Whether a shared link includes it. */
  readonly isShared?: true;
}

export const entries: readonly Entry[] = [
  { title: "Overview", path: paths.overview, scopes: ["reports:read"], isShared: true },
  { title: "Attention", path: paths.attention, scopes: ["domains:read"] },
  { title: "Sources", path: paths.sources, scopes: ["reports:read"], isShared: true },
  { title: "Failures", path: paths.failures, scopes: ["reports:read"], isShared: true },
  { title: "Records", path: paths.records, scopes: ["reports:read"], isShared: true },
  { title: "Clients", path: paths.clients, scopes: ["reports:read"] },
  { title: "Domains", path: paths.domains, scopes: ["domains:read"] },
  { title: "Reports", path: paths.reports, scopes: ["reports:read"], isShared: true },
  { title: "Arrived", path: paths.arrived, scopes: ["reports:read", "ingest:write"] },
  { title: "Upload", path: paths.upload, scopes: ["ingest:write", "reports:read"] },
  { title: "Webhooks", path: paths.webhooks, scopes: ["webhooks:read"] },
  { title: "Keys", path: paths.keys, scopes: ["keys:admin"] },
  { title: "Operator", path: paths.operator, scopes: ["operator"] },
];

/** Whether a path is that of an entry, or of a view below it. */
export function isWithin(path: string, entry: Entry): boolean {
  return path === entry.path || (entry.path !== paths.overview && path.startsWith(`${entry.path}/`));
}

/** Whether who is signed in may see an entry, by the key's scopes or by a shared link. */
export function isAllowed(entry: Entry, { key: { scopes }, share }: Pick<Session, "key" | "share">): boolean {
  if (share && !entry.isShared) return false;
  return entry.scopes.some((scope) => scopes.includes(scope));
}
