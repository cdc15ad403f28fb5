/** What a link may read: one domain, or the domains that have a client's reference when it is asked. */
export type Reach = { readonly domainId: string } | { readonly clientReference: string };
