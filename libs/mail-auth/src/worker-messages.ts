import type { MailTransfer } from "@ruaflow/dmarc";
import type { MailAuthentication } from "./mail-authentication.ts";
import type { MailResolverOptions } from "./resolver.ts";

/** A mail to authenticate in a worker thread. */
export interface MailJob {
  readonly id: number;
  readonly mail: Uint8Array;
  readonly transfer?: MailTransfer;
}

export type MailReply =
  | { readonly id: number; readonly kind: "done"; readonly result: MailAuthentication }
  | { readonly id: number; readonly kind: "failed"; readonly error: unknown }
  /** @property names names that DNS did not answer for */
  | { readonly id: number; readonly kind: "outage"; readonly names: readonly string[] };

/** What a worker thread is started with. */
export type MailWorkerOptions = MailResolverOptions;
