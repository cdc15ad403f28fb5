import { type HttpServer, readCaller } from "@ruaflow/http";
import type { SubmissionFilter } from "@ruaflow/metadata-store/intake";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainsQuery, readDomains } from "../domain-filter.ts";
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

/** Which submissions a list or a count is about. */
export const SubmissionsQuery = {
  channel: Type.Optional(ChannelSchema),
  ...DomainsQuery(),
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
        "Only submissions with an entry that has this reason: unknown-domain, tls-report, failure-report, complaint, other-content, no-usable-record.",
      examples: ["tls-report"],
    }),
  ),
  since: TimeQuery("Only submissions received at this time or later."),
  until: TimeQuery("Only submissions received before this time."),
};

const SubmissionsQuerySchema = Type.Object(SubmissionsQuery);

const schema = {
  operationId: "listSubmissions",
  tags: ["Submissions"],
  summary: "List what arrived, newest first",
  description:
    "A submission is what was received at once: a mail, a file, an upload. Each has a state, whether its reports count or not. state=refused finds what needs attention.",
  querystring: Type.Object(
    { state: Type.Optional(StateSchema), ...SubmissionsQuery, ...PagingQuery },
    { additionalProperties: false },
  ),
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
    const { state, page, per_page, ...query } = request.query;
    const filter = await readSubmissionFilter(context, organizationId, query);
    const { items, total } = await context.metadata.intake.listSubmissions(organizationId, {
      ...filter,
      ...(state !== undefined && { state }),
      page,
      perPage: per_page,
    });
    return writePage({ data: items.map(toSummaryBody), total, meta: {} }, { request, reply });
  });
}

/**
 * The submissions that a query is about.
 * @throws {ProblemError} 400 for a time that is none, 404 for a domain that the organization does not have
 */
export async function readSubmissionFilter(
  context: ApiContext,
  organizationId: string,
  query: Static<typeof SubmissionsQuerySchema>,
): Promise<SubmissionFilter> {
  const { channel, domain, reason, since, until } = query;
  return {
    ...(channel !== undefined && { channel }),
    ...(await readDomains(context, organizationId, query)),
    ...(domain !== undefined && { domain: domain.toLowerCase() }),
    ...(reason !== undefined && { reason }),
    ...(since !== undefined && { since: readTime("/query/since", since) }),
    ...(until !== undefined && { until: readTime("/query/until", until) }),
  };
}
