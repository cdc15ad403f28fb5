/** The authenticated sender of a request, identified by its API key. */
export interface Caller {
  readonly keyId: string;
  readonly organizationId: string;
  readonly plan: string;
  readonly scopes: readonly string[];
  /** Whether its organization counts reports whose sender is not proven. */
  readonly countUnauthenticated?: boolean;
  /** Absent: everything of the organization. Of a shared link: the only domain, or the only client's domains, that it may read. */
  readonly reach?: { readonly domainId: string } | { readonly clientReference: string };
}
