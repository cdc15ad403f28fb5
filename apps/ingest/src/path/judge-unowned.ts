import { HELD_DAYS } from "@ruaflow/metadata-store/domains";
import type { FoundDocument } from "../reading/read-entries.ts";
import type { EntryResult, Route } from "../submission-result.ts";
import type { Judged } from "./judged.ts";
import type { SubmissionContext } from "./submission-context.ts";

const DAY_MS = 86_400_000;

interface Unowned {
  /** The organization has deleted its claim. */
  readonly isDeleted: boolean;
  readonly context: SubmissionContext;
}

/**
 * A report on a domain that the organization has not verified or claimed waits for that organization alone, while there is room.
 * Bytes about a deleted domain are not kept; and an operator who imports files still has those that are refused.
 */
export async function judgeUnowned(
  place: Pick<EntryResult, "entry" | "path">,
  { document: { header, totals } }: FoundDocument,
  { isDeleted, context }: Unowned,
): Promise<Judged> {
  const { route, submission } = context;
  const { domain } = header.policyPublished;
  const organizationId = await context.services.lookups.findViewer(route);
  const hold = isDeleted ? "no" : await tryHold(place.entry, organizationId, context);
  const isImport = submission.channel === "import";
  const isHeld = hold === "held";
  const detail = isHeld ? describeHeld(domain, isImport) : describeUnknownDomain({ domain, isImport, route, hold });
  return {
    organizationId,
    domainId: null,
    result: {
      ...place,
      outcome: isHeld ? "held" : "refused",
      reason: "unknown-domain",
      detail,
      reportId: null,
      domain,
      trust: null,
      totals: { records: totals.records, messages: totals.messages },
    },
    isUnproven: context.allowance?.isUnproven ?? false,
    isKept: isHeld || !(isDeleted || isImport),
    needsProof: true,
    message: null,
    proof: null,
  };
}

type Hold = "held" | "full" | "no";

/** What would have been registered belongs to another organization. A report that waits already needs no further room. */
async function tryHold(
  entry: number,
  organizationId: string | null,
  { route: { addDomains, held }, submission, hold }: SubmissionContext,
): Promise<Hold> {
  if (held?.has(entry)) return "held";
  const isOld = Date.now() - submission.receivedAt.getTime() >= HELD_DAYS * DAY_MS;
  if (organizationId === null || addDomains || isOld) return "no";
  return (await hold.tryTake(organizationId)) ? "held" : "full";
}

function describeHeld(domain: string, isImport: boolean): string {
  const verify = isImport
    ? "Add it with --add-domains, or with ruaflow domains add."
    : "Add it with POST /api/v1/domains and verify it.";
  return `The report is held until the domain ${domain} is added and verified, for up to ${HELD_DAYS} days. ${verify}`;
}

interface Refused {
  readonly domain: string;
  readonly isImport: boolean;
  readonly route: Route;
  readonly hold: Hold;
}

/** Why a report has no owner, and what its sender can do, on the command line or through the API. */
export function describeUnknownDomain({ domain, isImport, route, hold }: Refused): string {
  // Otherwise it would have been registered.
  if (isImport && route.addDomains) return `The domain ${domain} belongs to another organization or is being deleted.`;
  const unverified = `The domain ${domain} is not verified`;
  const why =
    hold === "full" ? `${unverified}, and the limit of reports that wait for such domains is reached` : unverified;
  if (isImport) return `${why}. Import again with --add-domains to register it as verified.`;
  return `${why}. Add it with POST /api/v1/domains and verify it, then send the report again or replay this submission.`;
}
