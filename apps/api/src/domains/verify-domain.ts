import { inspectProof, type Proof, type ProofInspection } from "@ruaflow/dns/claims";
import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import type { Domain, OwningClaim } from "@ruaflow/metadata-store/domains";
import { createDomainVerified } from "@ruaflow/webhooks/events";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { readClaim, toCheckBody, toClaim } from "./claim.ts";
import { DomainParams, DomainProblems, NoQuery, toVerifiedDomain, VerifiedDomainSchema } from "./domain-schema.ts";
import { requireDomain, unknownDomain } from "./require-domain.ts";

const schema = {
  operationId: "verifyDomain",
  tags: ["Domains"],
  summary: "Verify that you own a domain",
  description:
    "Looks up DNS at once. The domain needs a DMARC record, its own or an inherited one, and a [proof of ownership](/docs/reports#verification). Success releases the reports that were held, for up to 30 days. A failed verification can be repeated. A verified domain stays verified: the message says what is missing, and the daily check decides. While DNS does not answer, nothing changes (503).",
  params: DomainParams,
  querystring: NoQuery,
  response: {
    200: Type.Object({ data: VerifiedDomainSchema, message: Type.String({ examples: ["example.com is verified."] }) }),
    ...DomainProblems,
    404: ProblemSchema,
    409: ProblemSchema,
    422: ProblemSchema,
    503: ProblemSchema,
  },
};

/** Name of each proof in the payload of the event. */
const METHODS = { token: "dns_token", mailbox: "report_mailbox", parent: "parent_domain" } as const;

/** POST /domains/:id/verify */
export function registerVerifyDomain(server: HttpServer, context: ApiContext): void {
  server.post("/domains/:id/verify", { schema, config: { scope: "domains:write" } }, async (request) => {
    const { organizationId } = readCaller(request);
    const domain = await requireDomain(context, organizationId, request.params.id);
    const inspection = await inspectProof(context.dns, await readClaim(context, organizationId, domain));
    const { proof } = inspection;
    if (proof !== null) {
      const verified = await verify(context, organizationId, { domain, inspection, proof });
      return { data: toVerifiedDomain(verified), message: `${verified.name} is verified.` };
    }
    if (isUncertain(inspection)) throw new ProblemError("dns_unavailable", describeUnproven(inspection));
    if (domain.status === "verified")
      return { data: toVerifiedDomain(domain), message: describeUnprovenOwner(domain, inspection) };
    await context.metadata.domains.failVerification(organizationId, domain.id);
    throw new VerificationFailedError(inspection);
  });
}

/** For a domain that stays verified although DNS does not prove it now. */
function describeUnprovenOwner({ name, isVouched }: Domain, inspection: ProofInspection): string {
  const unproven = `DNS does not currently prove it: ${describeUnproven(inspection)}`;
  return isVouched
    ? `The operator of this service has confirmed ${name}. ${unproven}`
    : `${name} is verified, and stays verified unless the daily check finds no proof on seven days. ${unproven}`;
}

interface Inspected {
  readonly domain: Domain;
  readonly inspection: ProofInspection;
}
type Proven = Inspected & { readonly proof: Proof };

async function verify(
  context: ApiContext,
  organizationId: string,
  { domain, inspection, proof }: Proven,
): Promise<Domain> {
  const verifiedAt = context.now();
  const { id: domainId, name, clientReference } = domain;
  const origin = { organizationId, domainId, createdAt: verifiedAt, domain: name, clientReference };
  const event = createDomainVerified({ ...origin, method: METHODS[proof] });
  const { record, inheritedFrom } = inspection.dmarc;
  const policy = { policy: record?.policy ?? null, ...(inheritedFrom !== undefined && { policyFrom: inheritedFrom }) };
  const claim = { domainId: domain.id, verifiedAt, ...policy, event };
  const { metadata } = context;
  let result = await metadata.domains.verifyDomain(organizationId, claim);
  // A proof at the name itself displaces an owner without one; a parent's proof does not.
  if (result.kind === "owned" && proof !== "parent" && (await hasLostProof(context, result.owner))) {
    result = await metadata.domains.verifyDomain(organizationId, { ...claim, displacedId: result.owner.domain.id });
  }
  if (result.kind === "verified") return result.domain;
  if (result.kind === "unknown") throw unknownDomain();
  throw new ProblemError("domain_owned", describeOwned(domain, result.owner));
}

function describeOwned({ name }: Domain, { domain: owned }: OwningClaim): string {
  return owned.isVouched
    ? `The operator of this service has assigned ${name} to another organization. Only the operator can change that; DNS records cannot.`
    : `Another organization has verified ${name}, and its proof is still in DNS alongside yours.`;
}

/** Only an answer from DNS can displace an owner; one that the operator confirmed does not depend on DNS. */
async function hasLostProof(context: ApiContext, { domain }: OwningClaim): Promise<boolean> {
  if (domain.isVouched) return false;
  const inspection = await inspectProof(context.dns, toClaim(domain, context));
  return inspection.proof === null && !isUncertain(inspection);
}

function isUncertain({ dmarc, verification }: ProofInspection): boolean {
  return dmarc.state === "unknown" || verification.state === "unknown";
}

/** What is wrong with the records that would prove ownership, in sentences. */
function describeUnproven({ dmarc, verification }: ProofInspection): string {
  const needed = dmarc.record === null ? [dmarc] : [verification, dmarc];
  const wrong = needed.filter(({ state }) => state !== "ok").map(({ detail }) => detail);
  return wrong.join(" Also: ");
}

/** Lists each check. Only an answer from DNS makes a verification fail. */
class VerificationFailedError extends ProblemError {
  override readonly extension: Readonly<Record<string, unknown>>;

  constructor(inspection: ProofInspection) {
    super("verification_failed", describeUnproven(inspection));
    const { dmarc, verification } = inspection;
    this.extension = {
      checks: [
        { record: "dmarc", ...toCheckBody(dmarc) },
        { record: "verification", ...toCheckBody(verification) },
      ],
    };
  }
}
