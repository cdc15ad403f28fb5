import { type Caller, type HttpServer, invalidAt, ProblemSchema, readCaller } from "@ruaflow/http";
import type { AlertGrouping, AlertSort } from "@ruaflow/metadata-store/alert-lists";
import { alertRules, alertStates } from "@ruaflow/metadata-store/watch";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainsQuery, readDomains } from "../domain-filter.ts";
import { DomainProblems } from "../domains/domain-schema.ts";
import { PagingMeta, PagingQuery, writePage } from "../paging.ts";
import { SortQuery, toSort } from "../reports/sort.ts";
import { readTime, TimeQuery } from "../time-query.ts";
import {
  AlertGroupSchema,
  AlertSchema,
  RuleSchema,
  StateSchema,
  toAlertBody,
  toAlertGroupBody,
} from "./alert-schema.ts";

const SORT_FIELDS = new Map<string, AlertSort>(
  (["triggered_at", "value", "domain", "rule"] as const).map((field) => [field, field]),
);
const NEWEST_FIRST = "-triggered_at";
const GROUPINGS: readonly AlertGrouping[] = ["domain", "rule", "client_reference"];

const querystring = Type.Object(
  {
    ...DomainsQuery(),
    rule: Type.Optional(RuleSchema),
    state: Type.Optional(StateSchema),
    since: TimeQuery("Only alerts that were triggered at this time or later."),
    group_by: Type.Optional(
      Type.Unsafe<AlertGrouping>({
        type: "string",
        enum: [...GROUPINGS],
        description:
          "Lists groups of open alerts with their number and the newest, largest first, in place of alerts. Not with sort or state=cleared.",
        examples: ["client_reference"],
      }),
    ),
    ...SortQuery([...SORT_FIELDS.keys()], NEWEST_FIRST),
    ...PagingQuery,
  },
  { additionalProperties: false },
);

type Query = Static<typeof querystring>;

const meta = Type.Object(PagingMeta);

const schema = {
  operationId: "listAlerts",
  tags: ["Alerts"],
  summary: "List alerts, newest first, or groups of open ones",
  description:
    "Rules are settings of each domain (PUT /api/v1/domains/:id). A domain's rules are checked a few minutes after it receives a report, and every hour; an alert lasts at least an hour. Cleared alerts are listed for 180 days.",
  querystring,
  response: {
    200: Type.Union([
      Type.Object({ data: Type.Array(AlertSchema), meta }),
      Type.Object({ data: Type.Array(AlertGroupSchema), meta }, { description: "With group_by." }),
    ]),
    ...DomainProblems,
    404: ProblemSchema,
  },
};

/** GET /alerts */
export function registerAlerts(server: HttpServer, context: ApiContext): void {
  server.get("/alerts", { schema, config: { scope: "domains:read" } }, async (request, reply) => {
    const caller = readCaller(request);
    const { group_by } = request.query;
    const exchange = { request, reply };
    if (group_by === undefined) return writePage(await readAlertPage(context, caller, request.query), exchange);
    return writePage(await readGroupPage(context, caller, { ...request.query, group_by }), exchange);
  });
}

async function readAlertPage(context: ApiContext, { organizationId }: Caller, query: Query) {
  const { field, descending } = toSort(query.sort);
  const state = alertStates.find((name) => name === query.state);
  const { items, total } = await context.metadata.watch.listAlerts(organizationId, {
    ...(await readAlertFilter(context, organizationId, query)),
    ...(state !== undefined && { state }),
    sort: { by: SORT_FIELDS.get(field) ?? "triggered_at", descending },
    page: query.page,
    perPage: query.per_page,
  });
  return { data: items.map(toAlertBody), total, meta: {} };
}

async function readGroupPage(
  context: ApiContext,
  { organizationId }: Caller,
  query: Query & { readonly group_by: AlertGrouping },
) {
  if (query.state === "cleared")
    throw invalidAt("/query/state", "cannot be cleared with group_by, which counts open alerts");
  if (query.sort !== NEWEST_FIRST)
    throw invalidAt("/query/sort", "cannot be used with group_by, which lists the largest groups first");
  const { items, total } = await context.metadata.watch.groupAlerts(organizationId, {
    ...(await readAlertFilter(context, organizationId, query)),
    by: query.group_by,
    page: query.page,
    perPage: query.per_page,
  });
  return { data: items.map(toAlertGroupBody), total, meta: {} };
}

async function readAlertFilter(context: ApiContext, organizationId: string, query: Query) {
  const rule = alertRules.find((name) => name === query.rule);
  return {
    ...(await readDomains(context, organizationId, query)),
    ...(rule !== undefined && { rule }),
    ...(query.since !== undefined && { since: readTime("/query/since", query.since) }),
  };
}
