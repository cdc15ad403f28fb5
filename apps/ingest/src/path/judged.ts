import type { Arrival } from "@ruaflow/metadata-store/intake";
import type { ReportMessageFacts } from "@ruaflow/report/message";
import type { Chunks } from "../reading/chunks.ts";
import type { EntryResult } from "../submission-result.ts";

/** What becomes of an entry: a value, from which it is made durable and answered. */
export interface Judged extends Required<Pick<Arrival, "organizationId" | "domainId" | "proof">> {
  readonly result: EntryResult;
  /** A report whose reporter is not proven by its mail. */
  readonly isUnproven: boolean;
  /** Whether the bytes of its submission are kept. */
  readonly isKept: boolean;
  /** Whether what is proven of its submission is saved: it must not be judged by another key when it is read again. */
  readonly needsProof: boolean;
  /** What is appended to the log; `null`: nothing. */
  readonly message: { readonly facts: ReportMessageFacts; readonly chunks: Chunks } | null;
}
