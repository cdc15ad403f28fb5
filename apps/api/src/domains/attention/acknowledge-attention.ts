import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { attentionReasonNames, isAttentionReason } from "@ruaflow/metadata-store/attention";
import type { Domain } from "@ruaflow/metadata-store/domains";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { DomainParams, DomainProblems, NoQuery } from "../domain-schema.ts";
import { requireDomain } from "../require-domain.ts";
import { AcknowledgementFields, readAcknowledgement } from "./acknowledgement.ts";
import { DomainReasonsSchema, ReasonSchema, toDomainReasons } from "./attention-schema.ts";

const PATH = "/domains/:id/attention/acknowledge";

const answers = {
  response: { 200: Type.Object({ data: DomainReasonsSchema }), ...DomainProblems, 404: ProblemSchema },
};

const acknowledgeSchema = {
  operationId: "acknowledgeAttention",
  tags: ["Domains"],
  summary: "Acknowledge reasons for attention",
  description:
    "Hides the reasons that the domain has now from GET /api/v1/domains/attention, until they end, their value is twice as bad, or until is over; then they are new again. The key is stored with it. Acknowledging again replaces note, until and key.",
  params: DomainParams,
  querystring: NoQuery,
  body: Type.Object(
    {
      ...AcknowledgementFields,
      reasons: Type.Optional(
        Type.Array(ReasonSchema, {
          minItems: 1,
          maxItems: attentionReasonNames.length,
          description: "Only these; without it all that the domain has now. Those that it does not have are left out.",
          examples: [["new_senders"]],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  ...answers,
};

const takeBackSchema = {
  operationId: "unacknowledgeAttention",
  tags: ["Domains"],
  summary: "Take an acknowledgement back",
  description: "The reasons are listed again; their note is deleted.",
  params: DomainParams,
  querystring: Type.Object(
    {
      reason: Type.Optional(
        Type.Union([ReasonSchema, Type.Array(ReasonSchema, { minItems: 1, maxItems: attentionReasonNames.length })], {
          description: "Only this reason, or several: repeat the parameter. Without it all.",
          examples: ["new_senders"],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  ...answers,
};

/** POST and DELETE /domains/:id/attention/acknowledge */
export function registerAcknowledgeAttention(server: HttpServer, context: ApiContext): void {
  const { attention } = context.metadata;
  const config = { scope: "domains:write" } as const;
  // The body is optional, as all its fields are.
  const preValidation = async (request: { body: unknown }) => {
    if (request.body === undefined) request.body = {};
  };
  server.post(PATH, { schema: acknowledgeSchema, config, preValidation }, async (request) => {
    const { organizationId, keyId } = readCaller(request);
    const domain = await requireDomain(context, organizationId, request.params.id);
    const chosen = request.body.reasons?.filter(isAttentionReason) ?? null;
    const acknowledgement = readAcknowledgement(request.body, { keyId, now: context.now() });
    const facts = { domainId: domain.id, reasons: chosen, ...acknowledgement };
    await attention.acknowledgeAttention(organizationId, facts);
    return readDomainReasons(context, organizationId, domain);
  });
  server.delete(PATH, { schema: takeBackSchema, config }, async (request) => {
    const { organizationId } = readCaller(request);
    const domain = await requireDomain(context, organizationId, request.params.id);
    const { reason } = request.query;
    const chosen = reason === undefined ? null : [reason].flat().filter(isAttentionReason);
    await attention.unacknowledgeAttention(organizationId, { domainId: domain.id, reasons: chosen });
    return readDomainReasons(context, organizationId, domain);
  });
}

/** A domain without reasons has an empty list. */
async function readDomainReasons({ metadata }: ApiContext, organizationId: string, domain: Domain) {
  const only = { domainIds: [domain.id], page: 1, perPage: 1 };
  const { items } = await metadata.attention.listAttention(organizationId, only);
  const { id: domainId, name, clientReference, labels } = domain;
  return { data: toDomainReasons(items[0] ?? { domainId, domain: name, clientReference, labels, reasons: [] }) };
}
