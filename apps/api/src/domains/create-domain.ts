import { readClaimableName } from "@ruaflow/dns";
import { type HttpServer, invalidAt, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { CreatedDomainSchema, DomainProblems, NewDomainBody, toCreatedDomain } from "./domain-schema.ts";

const schema = {
  operationId: "createDomain",
  tags: ["Domains"],
  summary: "Add a domain; it is pending until verified",
  description:
    "IP addresses, single labels and public suffixes such as co.uk are refused. Several organizations may add the same name; only one can own it verified.",
  body: NewDomainBody,
  response: {
    201: Type.Object({ data: CreatedDomainSchema }),
    ...DomainProblems,
    409: ProblemSchema,
    422: ProblemSchema,
  },
};

/** POST /domains */
export function registerCreateDomain(server: HttpServer, { metadata }: ApiContext): void {
  server.post("/domains", { schema, config: { scope: "domains:write" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain: given, client_reference, labels } = request.body;
    const claimable = readClaimableName(given);
    if (!claimable.ok) throw invalidAt("/body/domain", claimable.detail);
    const { name } = claimable;
    const domain = await metadata.domains.createDomain(organizationId, {
      name,
      clientReference: client_reference ?? null,
      labels: labels ?? [],
    });
    if (domain === null) {
      throw new ProblemError("duplicate", `${name} is already one of your domains, or is being deleted.`);
    }
    const base = request.url.split("?")[0];
    return reply
      .status(201)
      .header("location", `${base}/${domain.id}`)
      .send({ data: toCreatedDomain(domain) });
  });
}
