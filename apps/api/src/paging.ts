import { Type } from "typebox";

export const PER_PAGE_DEFAULT = 20;
export const PER_PAGE_MAX = 100;
/** Deep pages cost the store more and more; whoever needs everything exports it. */
export const PAGE_MAX = 1_000_000;

export const PagingQuery = {
  page: Type.Integer({
    minimum: 1,
    maximum: PAGE_MAX,
    default: 1,
    description: "Page number, from 1 to 1,000,000.",
    examples: [1],
  }),
  per_page: Type.Integer({
    minimum: 1,
    maximum: PER_PAGE_MAX,
    default: PER_PAGE_DEFAULT,
    description: "Items per page.",
    examples: [PER_PAGE_DEFAULT],
  }),
};

export const PagingMeta = {
  total: Type.Integer({ description: "Items on all pages.", examples: [1] }),
  page: Type.Integer({ description: "The page asked for.", examples: [1] }),
  per_page: Type.Integer({ description: "Items per page.", examples: [PER_PAGE_DEFAULT] }),
  total_pages: Type.Integer({ description: "0 when there are no items.", examples: [1] }),
};

/** A page as it is asked for. */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

export function toPagingMeta(total: number, { page, per_page }: PageQuery) {
  return { total, page, per_page, total_pages: Math.ceil(total / per_page) };
}

/** One page of a list. */
interface ListPage<Item, Meta> {
  readonly data: Item[];
  /** Items on all pages. */
  readonly total: number;
  /** What `meta` has beside the paging. */
  readonly meta: Meta;
}

/** What is needed of a request and its reply; those of every route with pages fit. */
interface Exchange {
  readonly request: { readonly url: string; readonly query: PageQuery };
  readonly reply: { header(name: string, value: string): unknown };
}

/** The body of an answer with one page, whose links go into the header. */
export function writePage<Item, Meta>({ data, total, meta }: ListPage<Item, Meta>, { request, reply }: Exchange) {
  reply.header("link", toLinkHeader(request.url, total, request.query));
  return { data, meta: { ...toPagingMeta(total, request.query), ...meta } };
}

/** The `Link` header (RFC 8288) that leads through the pages of the request at `url` (path and query). */
export function toLinkHeader(url: string, total: number, { page, per_page }: PageQuery): string {
  const last = Math.max(1, Math.ceil(total / per_page));
  const targets = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
  return Object.entries(targets)
    .map(([relation, target]) => `<${withPage(url, target)}>; rel="${relation}"`)
    .join(", ");
}

function withPage(url: string, page: number): string {
  const [path = "", query = ""] = url.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("page", String(page));
  return `${path}?${parameters.toString()}`;
}
