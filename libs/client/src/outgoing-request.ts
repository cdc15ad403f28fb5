export interface CallOptions {
  /** Ends the call; it then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** In place of the client's. */
  readonly timeoutMs?: number;
  /** Of a POST, in place of a new one: to go on with a call of an earlier process. */
  readonly idempotencyKey?: string;
}

export type Body = NonNullable<RequestInit["body"]>;

export interface OutgoingRequest extends Omit<CallOptions, "idempotencyKey"> {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
}
