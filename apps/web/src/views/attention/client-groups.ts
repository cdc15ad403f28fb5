import type { AttentionItem } from "./reasons.ts";

/** The domains of one client that are listed on this page. */
export interface ClientGroup {
  /** `null`: domains without a client. */
  readonly client: string | null;
  /** Domains of the client on all pages. */
  readonly domains: number;
  readonly items: readonly AttentionItem[];
}

/** Domains in the order of their clients, as groups. */
export function toClientGroups(items: readonly AttentionItem[]): ClientGroup[] {
  return [...Map.groupBy(items, (item) => item.client_reference)].map(([client, some]) => ({
    client,
    domains: some[0]?.client_domains ?? some.length,
    items: some,
  }));
}
