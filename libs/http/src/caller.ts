/** Who makes a request: what an API key stands for. */
export interface Caller {
  readonly keyId: string;
  readonly organizationId: string;
  readonly plan: string;
  readonly scopes: readonly string[];
}
