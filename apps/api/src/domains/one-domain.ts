import { type Caller, type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainDetailSchema, DomainParams, DomainProblems, NoQuery, toDomainDetail } from "./domain-schema.ts";
import { toSums } from "./domain-sums.ts";
import { addReportedPolicies } from "./published-policy.ts";
import { unknownDomain } from "./require-domain.ts";
import { SettingsChanges, toSettingsChanges } from "./settings-schema.ts";

const problems = { ...DomainProblems, 404: ProblemSchema };
const found = { 200: Type.Object({ data: DomainDetailSchema }), ...problems };
const shared = { tags: ["Domains"], params: DomainParams, querystring: NoQuery };

const readSchema = {
  ...shared,
  operationId: "readDomain",
  summary: "Read a domain with its settings and figures",
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
    return { data: await readDetail(context, readCaller(request), request.params.id) };
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
    return { data: await readDetail(context, caller, domain.id) };
  });

  server.delete("/domains/:id", { schema: deleteSchema, config }, async (request, reply) => {
    await deleteDomain(context, readCaller(request).organizationId, request.params.id);
    return reply.status(204).send(null);
  });
}

/** @throws {ProblemError} 404, the same for an unknown id and for another organization's */
async function readDetail(context: ApiContext, caller: Caller, domainId: string) {
  const { organizationId } = caller;
  const wanted = { domainIds: [domainId], ...toSums(context, caller) };
  const stored = await context.metadata.domains.readListedDomains(organizationId, wanted);
  const [domain] = await addReportedPolicies(context, organizationId, stored);
  if (domain === undefined) throw unknownDomain();
  return toDomainDetail(domain);
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
  await metadata.reports.whileRowsChange([organizationId], (change) =>
    records.markDeleted(change, { organizationId, domainId }),
  );
  if (start === "deleting") throw unknownDomain();
}
