import type { Answer, Caller, Query } from "./caller.ts";
import type { CallOptions } from "./outgoing-request.ts";

type ListQuery = Query<"listReports">;
type ListAnswer = Answer<"listReports">;
type Report = ListAnswer["data"][number];
type Meta = ListAnswer["meta"];

/** A page, which has a number. */
export interface ReportPage {
  readonly data: readonly Report[];
  readonly meta: Extract<Meta, { readonly page: number }>;
}

/** Reports after a cursor, and the cursor to go on with. */
export interface ReportsAfter {
  readonly data: readonly Report[];
  readonly meta: Extract<Meta, { readonly next: string }>;
}

/** Which reports, whatever their order. */
type FilterQuery = Omit<ListQuery, "page" | "sort" | "after">;

const PER_ANSWER = 100;

/** The ways to list reports: page by page in any order, and by cursor for sync. */
export function createReportLists({ ask }: Pick<Caller, "ask">) {
  async function list(query: Omit<ListQuery, "after"> = {}, options?: CallOptions): Promise<ReportPage> {
    const { data, meta } = await ask("listReports", { query }, options);
    if ("page" in meta) return { data, meta };
    throw new TypeError("The service answered with a cursor although a page was asked for.");
  }

  /**
   * Reports that became visible after the cursor `after`, in that order; `""` begins at the beginning. Keep `meta.next`
   * and give it the next time: each report comes exactly once. Call again at once while `meta.has_more`, also when `data`
   * is empty.
   */
  async function listAfter(after: string, query: FilterQuery = {}, options?: CallOptions): Promise<ReportsAfter> {
    const asked = { per_page: PER_ANSWER, ...query, after };
    const { data, meta } = await ask("listReports", { query: asked }, options);
    if ("next" in meta) return { data, meta };
    throw new TypeError("The service answered with a page although a cursor was given.");
  }

  /**
   * Every report, each exactly once however many arrive meanwhile, in the order in which they became visible. Ends when
   * there are no more.
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
