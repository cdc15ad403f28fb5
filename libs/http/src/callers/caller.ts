/** The authenticated sender of a request, identified by its API key. */
export interface Caller {
  readonly keyId: string;
  readonly organizationId: string;
  readonly plan: string;
  readonly scopes: readonly string[];
  /** Whether its organization counts reports whose sender is not proven. */
  readonly countUnauthenticated?: boolean;
}
