import { ProblemSchema } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import {
  type ArrivalOutcome,
  isFinal,
  type ReportProof,
  type SavedArrival,
  type SubmissionSummary,
} from "@ruaflow/metadata-store/intake";
import type { SubmissionState } from "@ruaflow/metadata-store/submission-states";
import type { Channel } from "@ruaflow/report";
import { Type } from "typebox";
import { TrustSchema } from "../reports/list/report-schema.ts";
import { explainTrust } from "./explain-trust.ts";

/** Problems of every operation on submissions. */
export const SubmissionProblems = {
  400: ProblemSchema,
  401: ProblemSchema,
  403: ProblemSchema,
  404: ProblemSchema,
  429: ProblemSchema,
  503: ProblemSchema,
};

export const SubmissionParams = Type.Object({
  id: Type.String({ maxLength: 64, examples: ["sub_01ka8z5m3nq7v2x4c6b8d0f1gh"] }),
});

/** Keys that upload or read reports. */
export const SUBMISSION_SCOPES = ["ingest:write", "reports:read"] as const;

const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const FinalSchema = (description: string) => Type.Boolean({ description, examples: [true] });

const OutcomeSchema = DescribedValues<ArrivalOutcome>(
  {
    accepted: "Durable, not processed yet.",
    stored: "Its numbers count.",
    duplicate: "The same report is already stored.",
    conflict: "A report with this identity was stored with other content. The first one counts; this one is kept.",
    held: "Waits until its domain is added and verified.",
    refused: "See reason.",
    "not-aggregate": "Not an aggregate report.",
    dropped: "Its domain was deleted before it was processed.",
  },
  { description: "Outcome of the entry.", examples: ["stored"] },
);

const ReasonSchema = TextOrNull(
  "Stable code for every outcome except accepted and stored; of those no-usable-record, if the report counts no message for no record of it is usable.",
  null,
);

export const StateSchema = DescribedValues<SubmissionState>(
  {
    accepted: "It has a new report.",
    duplicate: "All its reports were already stored.",
    held: "A report in it waits for its domain.",
    refused: "Something in it was refused or dropped, or conflicts with a stored report.",
    other: "It has no aggregate report.",
  },
  {
    description:
      "State of the whole submission. If several apply, the first of refused, held, accepted and duplicate is shown.",
    examples: ["accepted"],
  },
);

export const ChannelSchema = DescribedValues<Channel>(
  {
    smtp: "By mail, to the SMTP receiver of the service.",
    imap: "Fetched from a mailbox.",
    folder: "Read from a watched folder.",
    s3: "Read from an S3 bucket.",
    upload: "Uploaded with an API key.",
    import: "Imported by the operator.",
  },
  { description: "How it arrived.", examples: ["smtp"] },
);

const summary = {
  id: Type.String({ examples: ["sub_01ka8z5m3nq7v2x4c6b8d0f1gh"] }),
  state: StateSchema,
  channel: Type.Union([ChannelSchema, Type.Null()], {
    description: "How it arrived; null if an earlier release received it and did not record this.",
  }),
  name: TextOrNull("File name, or subject of a mail; written by the sender.", "google.com!example.com!1!2.zip"),
  received_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
  size_bytes: Type.Union([Type.Integer(), Type.Null()], { description: "Size as it arrived.", examples: [2048] }),
  sha256: TextOrNull(
    "SHA-256 of the bytes as they arrived, hexadecimal; null if the body was larger than the limit.",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ),
  raw_url: TextOrNull(
    "Where the bytes can be downloaded; null when they are not kept.",
    "/api/v1/submissions/sub_01ka8z5m3nq7v2x4c6b8d0f1gh/raw",
  ),
};

const entries = Type.Integer({ description: "Entries with this outcome.", examples: [1] });

/** An item of GET /submissions. */
export const SubmissionSummarySchema = Type.Object({
  ...summary,
  outcomes: Type.Array(Type.Object({ outcome: OutcomeSchema, reason: ReasonSchema, entries }), {
    description: "The entries by outcome, the most frequent first.",
  }),
});

const EvidenceSchema = Type.Object({
  kind: DescribedValues({ dkim: "A DKIM signature.", spf: "An SPF check." }),
  domain: Type.String({
    description: "The domain that signed, or that SPF was checked for.",
    examples: ["google.com"],
  }),
  selector: TextOrNull("Selector of the signature; null for SPF.", "20230601"),
  signed_fields: Type.Array(Type.String(), {
    description: "Names of the header fields that the signature covers; none for SPF.",
    examples: [["from", "subject", "date", "to"]],
  }),
});

const ProofSchema = Type.Object({
  trust: TrustSchema("The report's trust, as in GET /reports.", "dmarc"),
  reason: TextOrNull("Why the sender is not proven to be the reporter; null unless trust is none.", null),
  explanation: Type.String({
    description: "Why this trust, in one sentence.",
    examples: ["DMARC passes for google.com, which may speak for the reporter that the report names."],
  }),
  from: TextOrNull(
    "The From address of the mail around the report, or its domain.",
    "noreply-dmarc-support@google.com",
  ),
  reporter_domain: TextOrNull("The organizational domain that is proven, and vouches for the report.", "google.com"),
  evidence: Type.Union([EvidenceSchema, Type.Null()], { description: "What proves the domain; null: nothing does." }),
});

const EntrySchema = Type.Object({
  entry: Type.Integer({ description: "Position in the submission, from 0.", examples: [0] }),
  path: TextOrNull("Where in the submission it was found.", "reports.zip > google.xml"),
  outcome: OutcomeSchema,
  final: FinalSchema("Whether the outcome is final: false for accepted and held."),
  reason: ReasonSchema,
  detail: TextOrNull("What is wrong, where, and what to do, in sentences for people.", null),
  report_id: TextOrNull("The report, if it could be read.", "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6"),
  domain_id: TextOrNull("The domain it counts for.", "dom_01k6g0c2r8v5n3q7j4y9x1t6ab"),
  domain: TextOrNull("The policy domain that the report states.", "example.com"),
  proof: Type.Union([ProofSchema, Type.Null()], {
    description:
      "What the report's mail proves, and why the report is believed or not; null if it did not come by mail, or came before this was kept.",
  }),
});

/** The answer of GET /submissions/:id. */
export const SubmissionSchema = Type.Object({
  ...summary,
  created_at: Type.String({
    format: "date-time",
    description: "When its first outcome was known.",
    examples: ["2026-10-01T08:30:00.000Z"],
  }),
  final: FinalSchema("Whether every outcome is final."),
  entries: Type.Array(EntrySchema, {
    description: "The reports and other entries found; a report that is still being read is not listed yet.",
  }),
});

export function toSummaryBody(submission: SubmissionSummary) {
  return { ...toFactsBody(submission), outcomes: submission.outcomes.map((count) => ({ ...count })) };
}

export function toSubmissionBody(submission: SubmissionSummary, arrivals: readonly SavedArrival[]) {
  const createdAt = new Date(Math.min(...arrivals.map((arrival) => arrival.createdAt.getTime())));
  return {
    ...toFactsBody(submission),
    created_at: createdAt.toISOString(),
    final: arrivals.every(({ outcome }) => isFinal(outcome)),
    entries: arrivals.map(toEntryBody),
  };
}

function toFactsBody({ id, state, channel, name, receivedAt, sizeBytes, sha256, bodyKept }: SubmissionSummary) {
  return {
    id,
    state,
    channel,
    name,
    received_at: receivedAt.toISOString(),
    size_bytes: sizeBytes,
    sha256,
    raw_url: bodyKept ? `/api/v1/submissions/${id}/raw` : null,
  };
}

function toEntryBody({ entry, path, outcome, reason, detail, reportId, domainId, domain, proof }: SavedArrival) {
  const final = isFinal(outcome);
  const facts = { entry, path, outcome, final, reason, detail, report_id: reportId, domain_id: domainId, domain };
  return { ...facts, proof: proof && toProofBody(proof) };
}

function toProofBody(proof: ReportProof) {
  const { trust, reason, from, reporterDomain, evidence } = proof;
  const explanation = explainTrust(proof);
  return {
    trust,
    reason,
    explanation,
    from,
    reporter_domain: reporterDomain,
    evidence: evidence && toEvidence(evidence),
  };
}

function toEvidence({ kind, domain, selector, signedFields }: NonNullable<ReportProof["evidence"]>) {
  return { kind, domain, selector, signed_fields: [...signedFields] };
}
