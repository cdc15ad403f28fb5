import { invalidAt } from "@ruaflow/http";
import type { ReportFilter } from "@ruaflow/metadata-store/reports";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { readCursor, refuseCursor, writeCursor } from "./cursor.ts";
import { toReport } from "./report-schema.ts";

export const AfterQuery = {
  after: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "For sync without gaps: reports in the order in which they became visible, each once, however many arrive meanwhile. Empty (`after=`): from the beginning; then the `meta.next` of the answer before, with the same filter. Not together with page and sort.",
      examples: [""],
    }),
  ),
};

export const FeedMeta = Type.Object(
  {
    per_page: Type.Integer({ description: "Reports per answer at most.", examples: [20] }),
    next: Type.String({
      description: "Give it as `after` to go on, at once or later.",
      examples: ["MS4yLjFhMmIzYzRkNWU"],
    }),
    has_more: Type.Boolean({
      description:
        "Whether to go on at once: true also for an answer with few reports or none, when a filter leaves most out.",
      examples: [false],
    }),
  },
  { description: "Of an answer to `after`." },
);

/** Which reports after which cursor are asked for. */
interface FeedQuery {
  readonly after: string;
  readonly per_page: number;
  readonly filter: ReportFilter;
}

/** What `after` answers, and the `Link` header to the next answer while there is one. */
export async function readFeed({ metadata }: ApiContext, organizationId: string, query: FeedQuery) {
  const { after, per_page, filter } = query;
  const position = { after: readCursor(organizationId, after), limit: per_page };
  const feed = await metadata.reports.readReportFeed(organizationId, { ...filter, ...position });
  if (feed === null) throw refuseCursor();
  const next = writeCursor(organizationId, feed.next);
  return { data: feed.reports.map(toReport), meta: { per_page, next, has_more: feed.hasMore } };
}

/** The `Link` header (RFC 8288) from the answer to the request at `url` (path and query) to the next one. */
export function toNextLink(url: string, next: string): string {
  const [path = "", query = ""] = url.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("after", next);
  return `<${path}?${parameters.toString()}>; rel="next"`;
}

/**
 * Pages are cut by number and in an order of their own: beside `after` they would be silently ignored.
 *
 * @param query as the client wrote it, before defaults are filled in
 * @throws ProblemError 400
 */
export function refusePagesBesideAfter(query: object): void {
  if (!Object.hasOwn(query, "after")) return;
  const given = ["page", "sort"].find((name) => Object.hasOwn(query, name));
  if (given !== undefined)
    throw invalidAt(`/query/${given}`, "cannot be combined with after, which has an order of its own");
}
