import { type Caller, type HttpServer, ProblemError } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";

/** What of a request says which domains it is about. */
type Subject = "query" | "report" | "domain";

/** Everything that a shared link may read. A route that is not here is closed. */
const ALLOWED: Readonly<Record<string, Subject>> = {
  "/reports": "query",
  "/reports/aggregate": "query",
  "/reports/completeness": "query",
  "/reports/sources": "query",
  "/reports/failures": "query",
  "/reports/records": "query",
  "/reports/:id": "report",
  "/domains/:id/readiness": "domain",
};

type Request = Parameters<NonNullable<HttpServer["unknownPath"]>>[0];
type Reach = NonNullable<Caller["reach"]>;

/** The first wall: only these routes, and only to read. */
export function isShared(request: Pick<Request, "method" | "routeOptions">): boolean {
  return (request.method === "GET" || request.method === "HEAD") && toSubject(request) !== undefined;
}

function toSubject({ routeOptions }: Pick<Request, "routeOptions">): Subject | undefined {
  const path = (routeOptions.url ?? "").replace(/^(\/api)?\/v1(?=\/)/, "");
  return Object.hasOwn(ALLOWED, path) ? ALLOWED[path] : undefined;
}

/** The second wall: whatever a shared link asks is limited to its domain, or to the domains that its client has now. */
export function limitToReach(server: HttpServer, { metadata }: Pick<ApiContext, "metadata">): void {
  /** The domains of a request, other than by its query. */
  async function readDomainIds(request: Request, { organizationId }: Caller): Promise<string[]> {
    const { id } = request.params as { readonly id: string };
    if (toSubject(request) === "domain") return [id];
    const entry = await metadata.reports.readLedger(organizationId, id);
    return entry === null ? [] : [entry.domainId];
  }
  server.addHook("preValidation", async (request) => {
    const { caller } = request;
    if (!caller?.reach) return;
    const { organizationId, reach } = caller;
    const isQuery = toSubject(request) === "query";
    const ids = isQuery ? forceQuery(request, reach) : await readDomainIds(request, caller);
    const selection = "domainId" in reach ? {} : { clientReferences: [reach.clientReference] };
    const found = await metadata.domains.selectDomains(organizationId, { ...selection, ids, limit: ids.length });
    const reached = new Set("domainId" in reach ? [reach.domainId] : found.ids);
    if (!ids.every((id) => found.ids.includes(id) && reached.has(id))) throw notFound(request);
  });
}

/** Replaces what would select other domains; returns the ids that the query still names. */
function forceQuery(request: Request, reach: Reach): string[] {
  const query = request.query as Record<string, unknown>;
  if ("clientReference" in reach) query.client_reference = reach.clientReference;
  else query.domain_id ??= reach.domainId;
  return query.domain_id === undefined ? [] : [query.domain_id].flat().map(String);
}

/** The same as for an unknown id. */
function notFound(request: Request): ProblemError {
  const what = toSubject(request) === "report" ? "report" : "domain";
  return new ProblemError("not_found", `There is no ${what} with this id.`);
}
