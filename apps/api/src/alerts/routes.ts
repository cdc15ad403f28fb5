import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { alertRules, alertStates } from "@ruaflow/metadata-store/watch";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { DomainProblems } from "../domains/domain-schema.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { AlertSchema, RuleSchema, StateSchema, toAlertBody } from "./alert-schema.ts";

const querystring = Type.Object(
  { ...DomainQuery, rule: Type.Optional(RuleSchema), state: Type.Optional(StateSchema), ...PagingQuery },
  { additionalProperties: false },
);

const schema = {
  operationId: "listAlerts",
  tags: ["Alerts"],
  summary: "List alerts, newest first",
  description:
    "Rules are settings of each domain (PUT /api/v1/domains/:id). A domain's rules are checked a few minutes after it receives a report, and every hour; an alert lasts at least an hour. Cleared alerts are listed for 180 days.",
  querystring,
  response: {
    200: Type.Object({ data: Type.Array(AlertSchema), meta: Type.Object(PagingMeta) }),
    ...DomainProblems,
    404: ProblemSchema,
  },
};

/** GET /alerts */
export function registerAlerts(server: HttpServer, context: ApiContext): void {
  server.get("/alerts", { schema, config: { scope: "domains:read" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain_id, page, per_page } = request.query;
    await readDomainFilter(context, organizationId, domain_id);
    const rule = alertRules.find((name) => name === request.query.rule);
    const state = alertStates.find((name) => name === request.query.state);
    const { items, total } = await context.metadata.watch.listAlerts(organizationId, {
      page,
      perPage: per_page,
      ...(domain_id !== undefined && { domainId: domain_id }),
      ...(rule !== undefined && { rule }),
      ...(state !== undefined && { state }),
    });
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return { data: items.map(toAlertBody), meta: toPagingMeta(total, request.query) };
  });
}
