import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { SENDER_OVERRIDES_MAX } from "@ruaflow/metadata-store/sources";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { OverrideBody, OverrideSchema, toOverrideBody } from "./override-schema.ts";
import { readOverrideValue } from "./override-value.ts";

const schema = {
  operationId: "createSenderOverride",
  tags: ["Senders"],
  summary: "Say that a sender is yours, or is not",
  description: `An override counts for all of history: sources are judged again within a minute as a rule, and meta.verdicts of their answers says so until then; the same once it is deleted. An organization has at most ${SENDER_OVERRIDES_MAX.toLocaleString("en-US")}, one for each value; to change one, delete it first.`,
  body: OverrideBody,
  response: {
    201: Type.Object({ data: OverrideSchema }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    409: ProblemSchema,
    422: ProblemSchema,
    429: ProblemSchema,
  },
};

/** POST /senders/overrides */
export function registerCreateOverride(server: HttpServer, { metadata, services }: ApiContext): void {
  server.post("/senders/overrides", { schema, config: { scope: "domains:write" } }, async (request, reply) => {
    const { organizationId, keyId } = readCaller(request);
    const { kind, ours, note = null } = request.body;
    const override = { kind, ours, note, keyId, value: readOverrideValue(request.body, services.services) };
    const created = await metadata.sources.createSenderOverride(organizationId, override);
    if (created.kind === "duplicate")
      throw new ProblemError("duplicate", `There is already an override for ${override.value}; delete it first.`);
    if (created.kind === "limit-reached")
      throw new ProblemError("limit_reached", `There are already ${SENDER_OVERRIDES_MAX} overrides; delete one first.`);
    return reply.status(201).send({ data: toOverrideBody(created.override) });
  });
}
