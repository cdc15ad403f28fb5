import type { SubmissionFacts } from "@ruaflow/metadata-store/intake";
import type { Outputs } from "../outputs.ts";
import type { Spool } from "../spool.ts";

/** Keeps the bytes of a submission once, for the first entry that needs them. */
export interface Archive {
  keep(organizationId: string | null): Promise<void>;
  isKept(): boolean;
}

export function createArchive(facts: SubmissionFacts, spool: Spool, outputs: Outputs): Archive {
  let done: Promise<void> | undefined;
  return {
    keep(organizationId) {
      done ??= outputs.archive({ ...facts, organizationId }, spool);
      return done;
    },
    isKept: () => done !== undefined,
  };
}
