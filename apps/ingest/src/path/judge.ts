import type { Foreseen } from "@ruaflow/metadata-store/ledger";
import { type ReportMessageFacts, toNote } from "@ruaflow/report/message";
import type { Owner } from "../lookups.ts";
import { openChunks } from "../reading/chunks.ts";
import type { FoundDocument, ReadEntry, RejectedEntry } from "../reading/read-entries.ts";
import type { EntryOutcome, EntryResult } from "../submission-result.ts";
import { judgeUnowned } from "./judge-unowned.ts";
import type { Judged } from "./judged.ts";
import { NEW_REPORTER, toMessageFacts } from "./message-facts.ts";
import type { ReportTrust } from "./report-trust.ts";
import type { SubmissionContext } from "./submission-context.ts";

/** Decides what becomes of an entry. Writes nothing, except domains that an operator's import registers. */
export function judgeEntry({ index, path, found }: ReadEntry, context: SubmissionContext): Promise<Judged> {
  const place = { entry: index, path };
  return found.kind === "report" ? judgeReport(place, found, context) : judgeRejected(place, found, context);
}

type Place = Pick<EntryResult, "entry" | "path">;
type Owned = Exclude<Owner, { kind: "none" }>;

async function judgeReport(place: Place, found: FoundDocument, context: SubmissionContext): Promise<Judged> {
  const owner = await context.services.lookups.findOwner(found.document.header.policyPublished.domain, context.route);
  return owner.kind === "none"
    ? judgeUnowned(place, found, { isDeleted: owner.isDeleted, context })
    : judgeOwned(place, found, { owner, context });
}

/** A duplicate's bytes are kept already. */
async function judgeOwned(
  place: Place,
  found: FoundDocument,
  { owner, context }: { owner: Owned; context: SubmissionContext },
): Promise<Judged> {
  const { document } = found;
  const { domain, totals } = toStated(document);
  const trust = await judgeTrust(place.path, found, { owner, context });
  const known = { owner, trust, context };
  const facts = toMessageFacts(place, document, known);
  const earlier =
    document.headerInForm1 && toMessageFacts(place, { ...document, header: document.headerInForm1 }, known);
  const decided = owner.kind === "pending" ? toHeld(domain) : await decide(facts, earlier, context);
  const decision = decided.outcome === "accepted" ? { ...decided, ...toNote(facts) } : decided;
  const { outcome } = decision;
  return {
    organizationId: owner.organizationId,
    domainId: owner.domainId,
    result: { ...place, ...decision, reportId: facts.reportId, domain, trust: trust.trust, totals },
    isUnproven: trust.trust === "none" && trust.trustReason !== NEW_REPORTER,
    isKept: outcome !== "duplicate",
    needsProof: outcome !== "accepted" && outcome !== "duplicate",
    message: outcome === "accepted" ? { facts, chunks: openChunks(found.chunks) } : null,
    proof: trust.proof,
  };
}

function toStated({ header, totals: { records, messages } }: FoundDocument["document"]) {
  return { domain: header.policyPublished.domain, totals: { records, messages } };
}

/** A TLS report or a failure report belongs to the owner of the domain that it states. */
async function judgeRejected(place: Place, found: RejectedEntry, context: SubmissionContext): Promise<Judged> {
  const reason = found.kind === "refused" ? found.reason : found.what;
  const domain = "domain" in found ? found.domain : null;
  const route = { ...context.route, addDomains: false };
  const owner = domain === null ? null : await context.services.lookups.findOwner(domain, route);
  const none = { reportId: null, trust: null, totals: null };
  const isOwned = owner !== null && owner.kind !== "none";
  return {
    organizationId: isOwned ? owner.organizationId : await context.services.lookups.findViewer(route),
    domainId: isOwned ? owner.domainId : null,
    result: { ...place, outcome: found.kind, reason, detail: found.detail, domain, ...none, ...pickFacts(found) },
    isUnproven: false,
    isKept: true,
    needsProof: found.kind === "refused",
    message: null,
    proof: null,
  };
}

function pickFacts(found: RejectedEntry): Pick<EntryResult, "facts"> {
  return "facts" in found && found.facts ? { facts: found.facts } : {};
}

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

interface Decision {
  readonly outcome: EntryOutcome;
  readonly reason: string | null;
  readonly detail: string | null;
}

function toHeld(domain: string): Decision {
  const detail = `The report is held until the domain ${domain} is verified.`;
  return { outcome: "held", reason: "domain-pending", detail };
}

/** @param earlier the report under the identity that earlier releases gave it, where that is another one */
async function decide(
  facts: ReportMessageFacts,
  earlier: ReportMessageFacts | undefined,
  { services: { lookups } }: SubmissionContext,
): Promise<Decision> {
  const foreseen = await lookups.foreseeClaim(facts);
  const isStoredEarlier = foreseen === null && earlier && (await lookups.foreseeClaim(earlier)) === "duplicate";
  return decisions[isStoredEarlier ? "duplicate" : (foreseen ?? "accepted")];
}

const decisions: Record<NonNullable<Foreseen> | "accepted", Decision> = {
  accepted: { outcome: "accepted", reason: null, detail: null },
  duplicate: { outcome: "duplicate", reason: "same-report", detail: "This report is already stored." },
  unauthenticated: {
    outcome: "conflict",
    reason: "unauthenticated",
    detail:
      "A report with the same identity but other content is stored, and its sender is proven. That report counts; this one is kept but does not count.",
  },
  conflict: {
    outcome: "conflict",
    reason: "other-content",
    detail:
      "A report with the same identity but other content is already stored. The first report counts; this one is kept but does not count.",
  },
};
