import { invalidAt } from "@ruaflow/http";
import type { ReportFilter } from "@ruaflow/metadata-store/reports";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { readCursor, refuseCursor, writeCursor } from "./cursor.ts";

export const AfterQuery = {
  after: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "Lists reports in the order in which they became visible, each exactly once, for synchronization without gaps. Start with an empty value (`after=`). Then repeat with `meta.next` of the previous response and the same filter. Cannot be combined with page or sort.",
      examples: [""],
    }),
  ),
};

export const FeedMeta = Type.Object(
  {
    per_page: Type.Integer({ description: "Maximum number of reports in a response.", examples: [20] }),
    next: Type.String({
      description: "Send it as `after` to continue, at once or later.",
      examples: ["MS4yLjFhMmIzYzRkNWU"],
    }),
    has_more: Type.Boolean({
      description:
        "Whether to continue at once. It may also be true for a response with few or 0 reports, if a filter excludes most.",
      examples: [false],
    }),
  },
  { description: "Of a response to `after`." },
);

/** The requested reports and the cursor that they follow. */
interface FeedQuery {
  readonly after: string;
  readonly per_page: number;
  readonly filter: ReportFilter;
}

/** The response to `after`. */
export async function readFeed({ metadata }: ApiContext, organizationId: string, query: FeedQuery) {
  const { after, per_page, filter } = query;
  const position = { after: readCursor(organizationId, after), limit: per_page };
  const feed = await metadata.reports.readReportFeed(organizationId, { ...filter, ...position });
  if (feed === null) throw refuseCursor();
  const next = writeCursor(organizationId, feed.next);
  return { reports: feed.reports, meta: { per_page, next, has_more: feed.hasMore } };
}

/** The `Link` header (RFC 8288) to the response that follows the request at `url` (path and query). */
export function toNextLink(url: string, next: string): string {
  const [path = "", query = ""] = url.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("after", next);
  return `<${path}?${parameters.toString()}>; rel="next"`;
}

/**
 * Pages have their own numbers and order: with `after` they would be silently ignored.
 *
 * @param query as the client wrote it, before defaults are filled in
 * @throws ProblemError 400
 */
export function refusePagesBesideAfter(query: object): void {
  if (!Object.hasOwn(query, "after")) return;
  const given = ["page", "sort"].find((name) => Object.hasOwn(query, name));
  if (given !== undefined) throw invalidAt(`/query/${given}`, "cannot be combined with after, which has its own order");
}
