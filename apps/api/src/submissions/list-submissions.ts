import { type HttpServer, readCaller } from "@ruaflow/http";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { PagingMeta, PagingQuery, writePage } from "../paging.ts";
import { readTime, TimeQuery } from "../time-query.ts";
import {
  ChannelSchema,
  StateSchema,
  SUBMISSION_SCOPES,
  SubmissionProblems,
  SubmissionSummarySchema,
  toSummaryBody,
} from "./submission-schema.ts";

const querystring = Type.Object(
  {
    state: Type.Optional(StateSchema),
    channel: Type.Optional(ChannelSchema),
    ...DomainQuery,
    domain: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 253,
        description: "Only submissions with a report about this policy domain, also one that no organization has.",
        examples: ["example.com"],
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          "Only submissions with an entry that has this reason: unknown-domain, tls-report, failure-report, other-content.",
        examples: ["tls-report"],
      }),
    ),
    since: TimeQuery("Only submissions received at this time or later."),
    until: TimeQuery("Only submissions received before this time."),
    ...PagingQuery,
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listSubmissions",
  tags: ["Submissions"],
  summary: "List what arrived, newest first",
  description:
    "A submission is what was received at once: a mail, a file, an upload. Each has a state, whether its reports count or not. state=refused finds what needs attention.",
  querystring,
  response: {
    200: Type.Object({ data: Type.Array(SubmissionSummarySchema), meta: Type.Object(PagingMeta) }),
    ...SubmissionProblems,
  },
};

/** GET /submissions */
export function registerListSubmissions(server: HttpServer, context: ApiContext): void {
  const route = { schema, config: { scope: [...SUBMISSION_SCOPES] } };
  server.get("/submissions", route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const filter = await toFilter(context, organizationId, request.query);
    const { items, total } = await context.metadata.intake.listSubmissions(organizationId, filter);
    return writePage({ data: items.map(toSummaryBody), total, meta: {} }, { request, reply });
  });
}

async function toFilter(context: ApiContext, organizationId: string, query: Static<typeof querystring>) {
  const { state, channel, domain_id, domain, reason, since, until, page, per_page } = query;
  const { domainIds } = await readDomainFilter(context, organizationId, domain_id);
  const domainId = domainIds?.[0];
  return {
    ...(state !== undefined && { state }),
    ...(channel !== undefined && { channel }),
    ...(domainId !== undefined && { domainId }),
    ...(domain !== undefined && { domain: domain.toLowerCase() }),
    ...(reason !== undefined && { reason }),
    ...(since !== undefined && { since: readTime("/query/since", since) }),
    ...(until !== undefined && { until: readTime("/query/until", until) }),
    page,
    perPage: per_page,
  };
}
