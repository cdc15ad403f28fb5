import { inspectProof, type ProofInspection } from "@ruaflow/dns";
import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import type { Domain, OwningClaim } from "@ruaflow/metadata-store";
import { createDomainVerified } from "@ruaflow/webhooks";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { toCheckBody } from "./check-body.ts";
import { toClaim } from "./claim.ts";
import { DomainParams, DomainProblems, NoQuery, toVerifiedDomain, VerifiedDomainSchema } from "./domain-schema.ts";
import { type DomainsContext, requireDomain, unknownDomain } from "./domains-context.ts";

const schema = {
  operationId: "verifyDomain",
  tags: ["Domains"],
  summary: "Verify that you own a domain",
  description:
    "DNS is looked up now: a DMARC record must be published, and either the verification token or, in the rua of that record, this domain's own mailbox. What fails may be tried again. Reports that came before wait for up to 30 days and are released.",
  params: DomainParams,
  querystring: NoQuery,
  response: {
    200: Type.Object({ data: VerifiedDomainSchema, message: Type.String({ examples: ["example.com is verified."] }) }),
    ...DomainProblems,
    404: ProblemSchema,
    409: ProblemSchema,
    422: ProblemSchema,
  },
};

/** What the payload of the event calls each proof. */
const METHODS = { token: "dns_token", mailbox: "report_mailbox" } as const;

/** POST /domains/:id/verify */
export function registerVerifyDomain(server: HttpServer, context: DomainsContext): void {
  server.post("/domains/:id/verify", { schema, config: { scope: "domains:write" } }, async (request) => {
    const { organizationId } = readCaller(request);
    const domain = await requireDomain(context, organizationId, request.params.id);
    const inspection = await inspectProof(context.dns, toClaim(domain, context));
    if (inspection.proof === null) throw await refuse(context, organizationId, { domain, inspection });
    const verified = await verify(context, organizationId, { domain, inspection, proof: inspection.proof });
    return { data: toVerifiedDomain(verified), message: `${verified.name} is verified.` };
  });
}

interface Inspected {
  readonly domain: Domain;
  readonly inspection: ProofInspection;
}
type Proven = Inspected & { readonly proof: keyof typeof METHODS };

async function verify(
  context: ApiContext,
  organizationId: string,
  { domain, inspection, proof }: Proven,
): Promise<Domain> {
  const verifiedAt = context.now();
  const origin = { organizationId, domainId: domain.id, createdAt: verifiedAt, domain: domain.name };
  const event = createDomainVerified({ ...origin, method: METHODS[proof] });
  const claim = { domainId: domain.id, verifiedAt, policy: inspection.dmarc.record?.policy ?? null, event };
  const { metadata } = context;
  let result = await metadata.verifyDomain(organizationId, claim);
  if (result.kind === "owned" && (await hasLostProof(context, result.owner))) {
    result = await metadata.verifyDomain(organizationId, { ...claim, displacedId: result.owner.domain.id });
  }
  if (result.kind === "verified") return result.domain;
  if (result.kind === "unknown") throw unknownDomain();
  const detail = `Another organization has verified ${domain.name}, and DNS still has its proof beside yours.`;
  throw new ProblemError("domain_owned", detail);
}

/** Whether DNS says so: while it cannot be asked, the owner stays. */
async function hasLostProof(context: ApiContext, { domain }: OwningClaim): Promise<boolean> {
  const inspection = await inspectProof(context.dns, toClaim(domain, context));
  return inspection.proof === null && !isUncertain(inspection);
}

function isUncertain({ dmarc, verification }: ProofInspection): boolean {
  return dmarc.state === "unknown" || verification.state === "unknown";
}

/** A problem with each check. Only what DNS has said makes the claim a failed one. */
async function refuse(
  { metadata }: ApiContext,
  organizationId: string,
  { domain, inspection }: Inspected,
): Promise<VerificationFailedError> {
  if (!isUncertain(inspection)) await metadata.failVerification(organizationId, domain.id);
  return new VerificationFailedError(inspection);
}

class VerificationFailedError extends ProblemError {
  override readonly extension: Readonly<Record<string, unknown>>;

  constructor({ dmarc, verification }: ProofInspection) {
    const needed = dmarc.record === null ? [dmarc] : [verification, dmarc];
    const wrong = needed.filter(({ state }) => state !== "ok").map(({ detail }) => detail);
    super("verification_failed", wrong.join(" Nor: "));
    this.extension = {
      checks: [
        { record: "dmarc", ...toCheckBody(dmarc) },
        { record: "verification", ...toCheckBody(verification) },
      ],
    };
  }
}
