import { inspectProof, type ProofInspection } from "@ruaflow/dns/claims";
import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import type { Domain, OwningClaim } from "@ruaflow/metadata-store/domains";
import { createDomainVerified } from "@ruaflow/webhooks/events";
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
    "DNS is looked up now: a DMARC record must be published, and either the verification token or, in the rua of that record, this domain's own mailbox. What fails may be tried again. Reports that came before wait for up to 30 days and are released. A domain that is verified already stays so whatever is found: the message then tells what is missing, and the daily check decides. While DNS does not answer nothing is decided (503).",
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

/** What the payload of the event calls each proof. */
const METHODS = { token: "dns_token", mailbox: "report_mailbox" } as const;

/** POST /domains/:id/verify */
export function registerVerifyDomain(server: HttpServer, context: DomainsContext): void {
  server.post("/domains/:id/verify", { schema, config: { scope: "domains:write" } }, async (request) => {
    const { organizationId } = readCaller(request);
    const domain = await requireDomain(context, organizationId, request.params.id);
    const inspection = await inspectProof(context.dns, toClaim(domain, context));
    const { proof } = inspection;
    if (proof !== null) {
      const verified = await verify(context, organizationId, { domain, inspection, proof });
      return { data: toVerifiedDomain(verified), message: `${verified.name} is verified.` };
    }
    if (isUncertain(inspection)) throw new ProblemError("dns_unavailable", describeUnproven(inspection));
    if (domain.status === "verified")
      return { data: toVerifiedDomain(domain), message: describeKept(domain, inspection) };
    await context.metadata.domains.failVerification(organizationId, domain.id);
    throw new VerificationFailedError(inspection);
  });
}

/** Of a domain that stays verified although nothing proves it now. */
function describeKept({ name, isVouched }: Domain, inspection: ProofInspection): string {
  const unproven = `DNS does not prove it now: ${describeUnproven(inspection)}`;
  return isVouched
    ? `${name} is verified on the word of whoever operates this service. ${unproven}`
    : `${name} is verified, and stays so unless the daily check finds no proof on seven days. ${unproven}`;
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
  let result = await metadata.domains.verifyDomain(organizationId, claim);
  if (result.kind === "owned" && (await hasLostProof(context, result.owner))) {
    result = await metadata.domains.verifyDomain(organizationId, { ...claim, displacedId: result.owner.domain.id });
  }
  if (result.kind === "verified") return result.domain;
  if (result.kind === "unknown") throw unknownDomain();
  throw new ProblemError("domain_owned", describeOwned(domain, result.owner));
}

function describeOwned({ name }: Domain, { domain: owned }: OwningClaim): string {
  return owned.isVouched
    ? `Whoever operates this service has given ${name} to another organization: only they can change that, no record in DNS.`
    : `Another organization has verified ${name}, and DNS still has its proof beside yours.`;
}

/** Whether DNS says so: while it cannot be asked, the owner stays; so does one that does not depend on DNS. */
async function hasLostProof(context: ApiContext, { domain }: OwningClaim): Promise<boolean> {
  if (domain.isVouched) return false;
  const inspection = await inspectProof(context.dns, toClaim(domain, context));
  return inspection.proof === null && !isUncertain(inspection);
}

function isUncertain({ dmarc, verification }: ProofInspection): boolean {
  return dmarc.state === "unknown" || verification.state === "unknown";
}

/** What is wrong with the records that would prove a claim, in sentences. */
function describeUnproven({ dmarc, verification }: ProofInspection): string {
  const needed = dmarc.record === null ? [dmarc] : [verification, dmarc];
  const wrong = needed.filter(({ state }) => state !== "ok").map(({ detail }) => detail);
  return wrong.join(" Nor: ");
}

/** With each check. Only what DNS has said makes a claim a failed one. */
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
