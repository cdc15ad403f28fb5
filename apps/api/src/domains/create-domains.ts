import { readClaimableName } from "@ruaflow/dns";
import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import type { NewDomain } from "@ruaflow/metadata-store/domains";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { CreatedDomainSchema, DomainProblems, NewDomainBody, toCreatedDomain } from "./domain-schema.ts";

const DOMAINS_MAX = 1000;
const BODY_BYTES_MAX = 1024 * 1024;

const RowSchema = Type.Object({
  domain: Type.String({ description: "The name as given.", examples: ["example.com"] }),
  result: DescribedValues({
    created: "The domain was added.",
    duplicate: "The name is already one of your domains, appears earlier in this list, or is being deleted.",
    invalid: "The name is refused; see reason.",
  }),
  data: Type.Optional(CreatedDomainSchema),
  reason: Type.Optional(
    Type.String({ description: "Stable code for why the name is invalid.", examples: ["public_suffix"] }),
  ),
  detail: Type.Optional(Type.String({ examples: ["is a public suffix"] })),
});

const Count = (description: string) => Type.Integer({ description, examples: [1] });

const schema = {
  operationId: "createDomains",
  tags: ["Domains"],
  summary: "Add up to 1,000 domains; each has its own result",
  description:
    "Valid names are added even if others are not. The request can be repeated: it adds the names that are still missing.",
  body: Type.Object(
    { domains: Type.Array(NewDomainBody, { minItems: 1, maxItems: DOMAINS_MAX, description: "At most 1,000." }) },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      data: Type.Array(RowSchema, { description: "In the order of the request." }),
      meta: Type.Object({
        total: Count("Names in the request."),
        created: Count("Added."),
        duplicate: Count("Already present."),
        invalid: Count("Invalid names."),
      }),
    }),
    ...DomainProblems,
    409: ProblemSchema,
    422: ProblemSchema,
  },
};

type Row = Static<typeof RowSchema>;
type Given = Static<typeof NewDomainBody>;

/** POST /domains/batch */
export function registerCreateDomains(server: HttpServer, { metadata }: ApiContext): void {
  const route = { schema, config: { scope: "domains:write" }, bodyLimit: BODY_BYTES_MAX };
  server.post("/domains/batch", route, async (request) => {
    const { organizationId } = readCaller(request);
    const rows = request.body.domains.map((given) => ({ given, claimable: readClaimableName(given.domain) }));
    const wanted = rows.flatMap(({ given, claimable }) => (claimable.ok ? [toNewDomain(given, claimable.name)] : []));
    const created = await metadata.domains.createDomains(organizationId, wanted);
    const left = new Map(created.map((domain) => [domain.name, domain]));
    const data = rows.map(({ given, claimable }): Row => {
      if (!claimable.ok) {
        return { domain: given.domain, result: "invalid", reason: claimable.reason, detail: claimable.detail };
      }
      const domain = left.get(claimable.name);
      left.delete(claimable.name);
      return domain
        ? { domain: given.domain, result: "created", data: toCreatedDomain(domain) }
        : { domain: given.domain, result: "duplicate" };
    });
    return { data, meta: summarize(data) };
  });
}

function toNewDomain({ client_reference, labels }: Given, name: string): NewDomain {
  return { name, clientReference: client_reference ?? null, labels: labels ?? [] };
}

function summarize(rows: readonly Row[]) {
  const count = (wanted: Row["result"]) => rows.filter(({ result }) => result === wanted).length;
  return {
    total: rows.length,
    created: count("created"),
    duplicate: count("duplicate"),
    invalid: count("invalid"),
  };
}
