import type { Arrival } from "@ruaflow/metadata-store/intake";
import type { Foreseen } from "@ruaflow/metadata-store/ledger";
import type { ReportMessageFacts } from "@ruaflow/report/message";
import type { Owner } from "../lookups.ts";
import { type Chunks, openChunks } from "../reading/chunks.ts";
import type { FoundDocument, ReadEntry, RejectedEntry } from "../reading/read-entries.ts";
import type { SubmissionContext } from "../submission-context.ts";
import type { EntryOutcome, EntryResult } from "../submission-result.ts";
import { describeUnknownDomain } from "../unknown-domain.ts";
import { NEW_REPORTER, toMessageFacts } from "./message-facts.ts";
import type { ReportTrust } from "./report-trust.ts";

/** What becomes of an entry: a value, from which it is made durable and answered. */
export interface Judged extends Required<Pick<Arrival, "organizationId" | "domainId" | "proof">> {
  readonly result: EntryResult;
  /** Whether the bytes of its submission are kept. */
  readonly isKept: boolean;
  /** Whether what is proven of its submission is saved: it must not be judged by another key when it is read again. */
  readonly needsProof: boolean;
  /** What is appended to the log; `null`: nothing. */
  readonly message: { readonly facts: ReportMessageFacts; readonly chunks: Chunks } | null;
}

/** Decides what becomes of an entry. Writes nothing, except domains that an operator's import registers. */
export function judgeEntry({ index, path, found }: ReadEntry, context: SubmissionContext): Promise<Judged> {
  const place = { entry: index, path };
  return found.kind === "report" ? judgeReport(place, found, context) : judgeRejected(place, found, context);
}

type Place = Pick<EntryResult, "entry" | "path">;

interface Decision {
  readonly outcome: EntryOutcome;
  readonly reason: string | null;
  readonly detail: string | null;
}

async function judgeReport(place: Place, found: FoundDocument, context: SubmissionContext): Promise<Judged> {
  const { document } = found;
  const domain = document.header.policyPublished.domain;
  const owner = await context.services.lookups.findOwner(domain, context.route);
  const trust = owner.kind === "none" ? null : await judgeTrust(place.path, found, { owner, context });
  const facts =
    owner.kind === "none" || trust === null ? null : toMessageFacts(place, document, { owner, trust, context });
  const decision = await decide(facts, owner, { domain, context });
  const { records, messages } = document.totals;
  return {
    ...toClaim(owner, context),
    result: {
      ...place,
      ...decision,
      reportId: facts?.reportId ?? null,
      domain,
      trust: trust?.trust ?? null,
      totals: { records, messages },
    },
    isKept: isWorthKeeping(decision, owner, context),
    needsProof: decision.outcome !== "accepted" && decision.outcome !== "duplicate",
    message: decision.outcome === "accepted" && facts ? { facts, chunks: openChunks(found.chunks) } : null,
    proof: trust?.proof ?? null,
  };
}

/** A TLS report or a failure report belongs to the owner of the domain that it states. */
async function judgeRejected(place: Place, found: RejectedEntry, context: SubmissionContext): Promise<Judged> {
  const reason = found.kind === "refused" ? found.reason : found.what;
  const domain = "domain" in found ? found.domain : null;
  const route = { ...context.route, addDomains: false };
  const owner = domain === null ? NO_OWNER : await context.services.lookups.findOwner(domain, route);
  const none = { reportId: null, trust: null, totals: null };
  return {
    ...toClaim(owner, context),
    result: { ...place, outcome: found.kind, reason, detail: found.detail, domain, ...none },
    isKept: true,
    needsProof: found.kind === "refused",
    message: null,
    proof: null,
  };
}

const NO_OWNER: Owner = { kind: "none", isDeleted: false };

function toClaim(owner: Owner, { route }: SubmissionContext) {
  if (owner.kind === "none") return { organizationId: route.organizationId, domainId: null };
  return { organizationId: owner.organizationId, domainId: owner.domainId };
}

type Owned = Exclude<Owner, { kind: "none" }>;

/** The report's trust, also by what its organization counts. */
async function judgeTrust(
  path: string,
  { document, mail }: FoundDocument,
  { owner: { organizationId }, context }: { owner: Owned; context: SubmissionContext },
): Promise<ReportTrust> {
  const judged = await context.trust.judge({ document, path, mail });
  const { trust, reporterDomain, isKnown, proof } = judged;
  if (trust === "none" || reporterDomain === null || isKnown) return judged;
  if (!(await context.services.lookups.isLeftOut({ organizationId, reporterDomain }))) return judged;
  const left = { trust: "none", reason: NEW_REPORTER } as const;
  return { ...judged, trust: left.trust, trustReason: left.reason, proof: proof && { ...proof, ...left } };
}

/**
 * A duplicate is not kept again, nor what is about a deleted domain; and an operator who imports files has those about unknown
 * domains still.
 */
function isWorthKeeping({ outcome, reason }: Decision, owner: Owner, { submission }: SubmissionContext): boolean {
  if (outcome === "duplicate" || (owner.kind === "none" && owner.isDeleted)) return false;
  return !(reason === "unknown-domain" && submission.channel === "import");
}

const ACCEPTED: Decision = { outcome: "accepted", reason: null, detail: null };

async function decide(
  facts: ReportMessageFacts | null,
  owner: Owner,
  { domain, context }: { domain: string; context: SubmissionContext },
): Promise<Decision> {
  if (!facts) {
    const detail = describeUnknownDomain(domain, context.submission.channel === "import", context.route);
    return { outcome: "refused", reason: "unknown-domain", detail };
  }
  if (owner.kind === "pending") {
    const detail = `The report is held until the domain ${domain} is verified.`;
    return { outcome: "held", reason: "domain-pending", detail };
  }
  return conflicts[(await context.services.lookups.foreseeClaim(facts)) ?? "accepted"];
}

const conflicts: Record<NonNullable<Foreseen> | "accepted", Decision> = {
  accepted: ACCEPTED,
  duplicate: { outcome: "duplicate", reason: "same-report", detail: "This report is already stored." },
  unauthenticated: {
    outcome: "conflict",
    reason: "unauthenticated",
    detail: "A report with the same identity but other content is stored, and its sender is proven. This one is kept.",
  },
  conflict: {
    outcome: "conflict",
    reason: "other-content",
    detail:
      "A report with the same identity but other content is already stored. The first report counts; this one is kept.",
  },
};
