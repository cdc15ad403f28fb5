import type { EnclosingMail } from "@ruaflow/dmarc/envelope";
import type { LogMessage } from "@ruaflow/event-log";
import type { Arrival } from "@ruaflow/metadata-store/intake";
import type { Foreseen } from "@ruaflow/metadata-store/ledger";
import { toReportDay, toReportId, toReportKey, toUnauthenticatedKey, toVouchedKey } from "@ruaflow/report/identity";
import { encodeReportMessage, type ReportMessageFacts } from "@ruaflow/report/message";
import type { Owner } from "./lookups.ts";
import type { Chunks } from "./reading/chunks.ts";
import type { ReportDocument } from "./reading/document.ts";
import type { ReportTrust } from "./report-trust.ts";
import { saveProof } from "./save-proof.ts";
import type { EntryContext } from "./submission-context.ts";
import type { EntryOutcome, EntryResult } from "./submission-result.ts";
import { traceAppend } from "./trace-submission.ts";
import { describeUnknownDomain } from "./unknown-domain.ts";

/** Messages of a large report are appended in groups of about this many bytes. */
const APPEND_BYTES_MAX = 1024 * 1024;

interface FoundReport {
  readonly path: string;
  readonly entry: number;
  readonly document: ReportDocument;
  readonly chunks: Chunks;
  readonly mail: EnclosingMail | null;
}

interface Decision {
  readonly outcome: EntryOutcome;
  readonly reason: string | null;
  readonly detail: string | null;
}

/** Finds the report's owner and identity, then appends it to the log or records why it is not appended. */
export async function acceptReport(found: FoundReport, context: EntryContext): Promise<EntryResult> {
  const { document, path, entry } = found;
  const domain = document.header.policyPublished.domain;
  const owner = await context.services.lookups.findOwner(domain, context.route);
  const trust = owner.kind === "none" ? null : await judge(found, owner.organizationId, context);
  const facts = owner.kind === "none" || trust === null ? null : toMessageFacts(found, owner, { context, trust });
  const decision = await decide(facts, owner, { domain, context });
  const claim = owner.kind === "none" ? { organizationId: context.route.organizationId, domainId: null } : owner;
  const isDeleted = owner.kind === "none" && owner.isDeleted;
  if (!isDeleted && isWorthKeeping(decision, context)) await context.archive(claim.organizationId);
  if (decision.outcome !== "accepted" && decision.outcome !== "duplicate") await saveProof(context);
  const { records, messages } = document.totals;
  const totals = { records, messages };
  const result = {
    entry,
    path,
    ...decision,
    reportId: facts?.reportId ?? null,
    domain,
    trust: trust?.trust ?? null,
    totals,
  };
  if (decision.outcome === "accepted" && facts) await append(facts, found.chunks, context);
  // Only after the append: a held report whose arrival says `accepted` is never released again.
  await saveArrival({ ...result, ...claim, proof: trust?.proof ?? null }, context);
  return result;
}

/** The report's trust, also by what its organization counts. */
async function judge(found: FoundReport, organizationId: string, context: EntryContext): Promise<ReportTrust> {
  const judged = await context.trust.judge(found);
  const { trust, reporterDomain, isKnown, proof } = judged;
  if (trust === "none" || reporterDomain === null || isKnown) return judged;
  if (!(await context.services.lookups.isLeftOut({ organizationId, reporterDomain }))) return judged;
  const left = { trust: "none", reason: NEW_REPORTER } as const;
  return { ...judged, trust: left.trust, trustReason: left.reason, proof: proof && { ...proof, ...left } };
}

/** The domain is proven to be the reporter, so its report keeps its identity, whatever the organization counts. */
const NEW_REPORTER = "new-reporter";

/** A duplicate is not kept again, and an operator who imports files has those about unknown domains still. */
function isWorthKeeping({ outcome, reason }: Decision, { submission }: EntryContext): boolean {
  if (outcome === "duplicate") return false;
  return !(reason === "unknown-domain" && submission.channel === "import");
}

const ACCEPTED: Decision = { outcome: "accepted", reason: null, detail: null };

async function decide(
  facts: ReportMessageFacts | null,
  owner: Owner,
  { domain, context }: { domain: string; context: EntryContext },
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

function toMessageFacts(
  { document, path, entry }: FoundReport,
  { organizationId, domainId }: { organizationId: string; domainId: string },
  { context: { submission }, trust }: { context: EntryContext; trust: ReportTrust },
): ReportMessageFacts {
  const { header, totals, warnings, contentHash, newerHashes } = document;
  const keys = toKeys(toReportKey(organizationId, header), trust);
  return {
    ...keys,
    reportId: toReportId(keys.reportKey),
    organizationId,
    domainId,
    day: toReportDay(header.dateRange),
    contentHash,
    ...(newerHashes && { newerHashes: [...newerHashes] }),
    submissionId: submission.id,
    entry,
    path,
    channel: submission.channel,
    receivedAt: submission.receivedAt.toISOString(),
    ...toTrustFacts(trust),
    header: { ...header, errors: [...header.errors] },
    warnings: warnings.map(({ code, path: place, count }) => ({ code, path: place, count })),
    totals,
    chunk: { index: 0, of: 1, firstOrdinal: 0 },
  };
}

/** The report's own key, and the one that it shares with all reports of its identity, whichever domain vouches. */
function toKeys(key: string, { trust, trustReason, reporterDomain }: ReportTrust) {
  const vouched = reporterDomain === null ? key : toVouchedKey(key, reporterDomain);
  const isUnproven = trust === "none" && trustReason !== NEW_REPORTER;
  if (isUnproven) return { reportKey: toUnauthenticatedKey(vouched), authenticKey: key };
  return reporterDomain === null ? { reportKey: key } : { reportKey: vouched, baseKey: key };
}

function toTrustFacts({ trust, trustReason, reporterDomain, reporterDomains, claimedDomains }: ReportTrust) {
  const claimed = trust === "none" && { claimedDomains: [...claimedDomains] };
  return { trust, trustReason, reporterDomain, reporterDomains: [...reporterDomains], ...claimed };
}

/** Appends a report's messages in order: a small report as one message, a large one as several in few appends. */
async function append(facts: ReportMessageFacts, chunks: Chunks, context: EntryContext): Promise<void> {
  const { outputs } = context.services;
  const lane = await outputs.chooseLane(facts, chunks.count);
  await traceAppend(facts, context, async (addTrace) => {
    let messages: LogMessage[] = [];
    let bytes = 0;
    for await (const { index, firstOrdinal, lines } of chunks.read()) {
      const message = encodeReportMessage({ ...facts, chunk: { index, of: chunks.count, firstOrdinal } }, lines);
      messages.push(addTrace(message));
      bytes += message.value.length;
      if (bytes >= APPEND_BYTES_MAX) {
        await outputs.append(lane, messages);
        messages = [];
        bytes = 0;
      }
    }
    if (messages.length > 0) await outputs.append(lane, messages);
  });
}

type OwnedResult = EntryResult & Pick<Arrival, "organizationId" | "domainId" | "proof">;

async function saveArrival(
  { totals: _totals, trust: _trust, ...arrival }: OwnedResult,
  { submission, services }: EntryContext,
): Promise<void> {
  await services.outputs.saveArrival({ ...arrival, submissionId: submission.id });
}
