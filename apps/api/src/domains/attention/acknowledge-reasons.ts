import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { DomainProblems, NoQuery } from "../domain-schema.ts";
import { AcknowledgementFields, readAcknowledgement } from "./acknowledgement.ts";

/** Of one request. */
const IDS_MAX = 1000;

const schema = {
  operationId: "acknowledgeReasons",
  tags: ["Domains"],
  summary: "Acknowledge reasons of several domains at once",
  description:
    "As for one domain, by the ids of reasons: what was not seen is not acknowledged. Reasons that have ended are left out. One unknown id is a 404, and nothing is acknowledged. The request can be repeated.",
  querystring: NoQuery,
  body: Type.Object(
    {
      ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: IDS_MAX,
        description: "Ids of reasons, of any domains.",
        examples: [["att_01k6g0c2r8v5n3q7j4y9x1t6ab"]],
      }),
      ...AcknowledgementFields,
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      data: Type.Object({
        acknowledged: Type.Integer({ minimum: 0, description: "Reasons that are acknowledged now.", examples: [12] }),
      }),
    }),
    ...DomainProblems,
    404: ProblemSchema,
  },
};

/** POST /domains/attention/acknowledge */
export function registerAcknowledgeReasons(server: HttpServer, { metadata, now }: ApiContext): void {
  const route = { schema, config: { scope: "domains:write" } };
  server.post("/domains/attention/acknowledge", route, async (request) => {
    const { organizationId, keyId } = readCaller(request);
    const { ids, ...body } = request.body;
    const acknowledgement = readAcknowledgement(body, { keyId, now: now() });
    const acknowledged = await metadata.attention.acknowledgeReasons(organizationId, { ids, ...acknowledgement });
    if (acknowledged === null) throw new ProblemError("not_found", "There is no reason with one of these ids.");
    return { data: { acknowledged } };
  });
}
