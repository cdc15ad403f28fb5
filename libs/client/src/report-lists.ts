import type { Answer, Caller, Query } from "./caller.ts";
import type { CallOptions } from "./outgoing-request.ts";

type ListQuery = Query<"listReports">;
type ListAnswer = Answer<"listReports">;
type Report = ListAnswer["data"][number];
type Meta = ListAnswer["meta"];

/** A numbered page of reports. */
export interface ReportPage {
  readonly data: readonly Report[];
  readonly meta: Extract<Meta, { readonly page: number }>;
}

/** Reports after a cursor, and the cursor to continue with. */
export interface ReportsAfter {
  readonly data: readonly Report[];
  readonly meta: Extract<Meta, { readonly next: string }>;
}

/** Selects reports, without an order. */
type FilterQuery = Omit<ListQuery, "page" | "sort" | "after">;

const PER_ANSWER = 100;

/** Lists reports: page by page in any order, or by cursor for synchronization. */
export function createReportLists({ ask }: Pick<Caller, "ask">) {
  async function list(query: Omit<ListQuery, "after"> = {}, options?: CallOptions): Promise<ReportPage> {
    const { data, meta } = await ask("listReports", { query }, options);
    if ("page" in meta) return { data, meta };
    throw new TypeError("The service answered with a cursor although a page was requested.");
  }

  /**
   * Lists reports that became visible after the cursor `after`, in that order; `""` starts at the beginning. Store
   * `meta.next` and pass it to the next call: each report is returned exactly once. Call again at once while
   * `meta.has_more` is true, even when `data` is empty.
   */
  async function listAfter(after: string, query: FilterQuery = {}, options?: CallOptions): Promise<ReportsAfter> {
    const withCursor = { per_page: PER_ANSWER, ...query, after };
    const { data, meta } = await ask("listReports", { query: withCursor }, options);
    if ("next" in meta) return { data, meta };
    throw new TypeError("The service answered with a page although a cursor was given.");
  }

  /**
   * Yields every report exactly once, in the order in which they became visible, including reports that arrive in the
   * meantime. Ends when there are no more reports.
   */
  async function* listAll(query: FilterQuery = {}, options?: CallOptions): AsyncGenerator<Report, void, undefined> {
    for (let after = "", hasMore = true; hasMore; ) {
      const { data, meta } = await listAfter(after, query, options);
      yield* data;
      after = meta.next;
      hasMore = meta.has_more;
    }
  }

  return { list, listAfter, listAll };
}
