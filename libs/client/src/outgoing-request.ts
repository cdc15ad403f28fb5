export interface CallOptions {
  /** Ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Overrides the client's timeout. */
  readonly timeoutMs?: number;
  /** For a POST: replaces the generated key, to continue a call of an earlier process. */
  readonly idempotencyKey?: string;
}

export type Body = NonNullable<RequestInit["body"]>;

export interface OutgoingRequest extends Omit<CallOptions, "idempotencyKey"> {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
}
