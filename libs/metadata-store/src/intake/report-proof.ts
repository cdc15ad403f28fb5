import { type Queryable, toStorableText } from "@ruaflow/postgres";
import { toTable } from "@ruaflow/postgres/table";
import type { Trust } from "@ruaflow/report";

/** What the mail of a report proves, and what follows for the report. */
export interface ReportProof {
  readonly trust: Trust;
  /** Why its sender is not proven to be the reporter; `null` unless `trust` is `none`. */
  readonly reason: string | null;
  /** The From address, or its domain; `null` if there is not exactly one. */
  readonly from: string | null;
  /** The organizational domain that is proven; `null`: none is. */
  readonly reporterDomain: string | null;
  /** The signature or the SPF check that proves it; `null`: none does, or a release before this one did not keep it. */
  readonly evidence: ProofEvidence | null;
}

interface ProofEvidence {
  readonly kind: "dkim" | "spf";
  readonly domain: string;
  /** `null` for SPF. */
  readonly selector: string | null;
  /** Names of the header fields that the signature covers. */
  readonly signedFields: readonly string[];
}

/** The entry of a submission that a proof is about. */
export interface ProvenEntry {
  readonly submissionId: string;
  readonly entry: number;
  readonly proof?: ReportProof | null;
}

/** All of it is a sender's text. */
const TEXT_CHARS_MAX = 320;
const FIELDS_MAX = 64;

/** Saves proofs beside the outcomes of their entries, which must be saved already. The last one given counts. */
export async function saveReportProofs(database: Queryable, entries: readonly ProvenEntry[]): Promise<void> {
  const proven = entries.flatMap(({ proof, ...place }) => (proof ? [{ ...place, proof }] : []));
  if (proven.length === 0) return;
  const saved = toTable(
    proven,
    [
      ["submission_id", "text", ({ submissionId }) => submissionId],
      ["entry", "int", ({ entry }) => entry],
      ["proof", "jsonb", ({ proof }) => toProofJson(proof)],
    ],
    { alias: "p" },
  );
  await database.query(
    `UPDATE arrivals a SET proof = p.proof FROM ${saved.sql}
     WHERE a.submission_id = p.submission_id AND a.entry = p.entry AND a.submission_id = ANY($1::text[])`,
    saved.values,
  );
}

/** A proof as it is stored, its texts bounded. */
export function toProofJson({ evidence, ...proof }: ReportProof): string {
  const bounded = evidence && { ...evidence, signedFields: evidence.signedFields.slice(0, FIELDS_MAX) };
  return JSON.stringify({ ...proof, evidence: bounded }, (_key, value: unknown) =>
    typeof value === "string" ? toStorableText(value, TEXT_CHARS_MAX) : value,
  );
}
