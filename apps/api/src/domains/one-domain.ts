import { type Caller, type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import type { Domain } from "@ruaflow/metadata-store/domains";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainDetailSchema, DomainParams, DomainProblems, NoQuery, toDomainDetail } from "./domain-schema.ts";
import { addReportedPolicies, refreshPolicy } from "./published-policy.ts";
import { readPassRates, requireDomain, unknownDomain } from "./require-domain.ts";
import { SettingsChanges, toSettingsChanges } from "./settings-schema.ts";

const problems = { ...DomainProblems, 404: ProblemSchema };
const found = { 200: Type.Object({ data: DomainDetailSchema }), ...problems };
const shared = { tags: ["Domains"], params: DomainParams, querystring: NoQuery };

const readSchema = {
  ...shared,
  operationId: "readDomain",
  summary: "Read a domain with the policy that it currently publishes",
  response: found,
};
const updateSchema = {
  ...shared,
  operationId: "updateDomain",
  summary: "Change settings of a domain; settings that are not given stay unchanged",
  body: SettingsChanges,
  response: found,
};
const deleteSchema = {
  ...shared,
  operationId: "deleteDomain",
  summary: "Delete a domain and all its reports permanently",
  description:
    "After this response no request shows the domain or its reports. The data are removed from storage within about a minute; only then can the name be added again. On 503, try again.",
  response: { 204: Type.Null({ description: "The domain is deleted." }), ...problems },
};

/** GET, PUT and DELETE /domains/:id */
export function registerOneDomain(server: HttpServer, context: ApiContext): void {
  const { metadata } = context;
  const read = { schema: readSchema, config: { scope: "domains:read", etag: true } };
  server.get("/domains/:id", read, async (request) => {
    const caller = readCaller(request);
    const { organizationId } = caller;
    const stored = await requireDomain(context, organizationId, request.params.id);
    return { data: await readDetail(context, caller, await refreshPolicy(context, organizationId, stored)) };
  });

  const config = { scope: "domains:write" };
  server.put("/domains/:id", { schema: updateSchema, config }, async (request) => {
    const caller = readCaller(request);
    const { organizationId } = caller;
    const changes = toSettingsChanges(request.body);
    const domain = await metadata.domains.updateDomainSettings(organizationId, {
      domainId: request.params.id,
      changes,
    });
    if (domain === null) throw unknownDomain();
    return { data: await readDetail(context, caller, domain) };
  });

  server.delete("/domains/:id", { schema: deleteSchema, config }, async (request, reply) => {
    await deleteDomain(context, readCaller(request).organizationId, request.params.id);
    return reply.status(204).send(null);
  });
}

async function readDetail(context: ApiContext, caller: Caller, stored: Domain) {
  const { organizationId } = caller;
  const [[domain = stored], toPassRate] = await Promise.all([
    addReportedPolicies(context, organizationId, [stored]),
    readPassRates(context, caller, [stored]),
  ]);
  return toDomainDetail(domain, toPassRate(domain));
}

/**
 * Hides a domain from every reader. Nothing changes while ClickHouse does not answer. If ClickHouse or this process
 * fails between the two stores, the caller receives no success, and the next attempt or the background removal hides
 * the domain.
 *
 * @throws {ProblemError} 404, also for a domain that is already being deleted: it is hidden by then
 */
async function deleteDomain(context: ApiContext, organizationId: string, domainId: string): Promise<void> {
  const { metadata, records } = context;
  await records.ping();
  const start = await metadata.domains.beginDeletion(organizationId, domainId);
  if (start === "unknown") throw unknownDomain();
  await records.markDeleted({ organizationId, domainId });
  if (start === "deleting") throw unknownDomain();
}
