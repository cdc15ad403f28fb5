import { Type } from "typebox";

export const PER_PAGE_DEFAULT = 20;
export const PER_PAGE_MAX = 100;
/** The deeper the page, the more it costs the store; clients that need everything export it. */
export const PAGE_MAX = 1_000_000;
/** Rows of a list that is not divided into pages: a bound of what one answer costs the store. */
export const WHOLE_LIST_MAX = 10_000;

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

/** The same, for lists that are whole unless a request asks for pages. */
export const OptionalPagingQuery = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_MAX,
      description: "Page number, from 1 to 1,000,000; 1 if only per_page is given. Without both the list is whole.",
      examples: [1],
    }),
  ),
  per_page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PER_PAGE_MAX,
      description: `Items per page; ${PER_PAGE_DEFAULT} if only page is given. Without both the list is whole.`,
      examples: [PER_PAGE_DEFAULT],
    }),
  ),
};

/** The page that a request asks for; `null`: the whole list. */
export function readPageQuery({ page, per_page }: Partial<PageQuery>): PageQuery | null {
  if (page === undefined && per_page === undefined) return null;
  return { page: page ?? 1, per_page: per_page ?? PER_PAGE_DEFAULT };
}

export const PagingMeta = {
  total: Type.Integer({ description: "Items on all pages.", examples: [1] }),
  page: Type.Integer({ description: "The requested page.", examples: [1] }),
  per_page: Type.Integer({ description: "Items per page.", examples: [PER_PAGE_DEFAULT] }),
  total_pages: Type.Integer({ description: "0 when there are no items.", examples: [1] }),
};

/** The page that a request asks for. */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

export function toPagingMeta(total: number, { page, per_page }: PageQuery) {
  return { total, page, per_page, total_pages: Math.ceil(total / per_page) };
}

interface ListPage<Item, Meta> {
  readonly data: Item[];
  /** Items on all pages. */
  readonly total: number;
  /** What `meta` has besides paging. */
  readonly meta: Meta;
}

/** The parts of a request and its reply that paging needs. */
interface Exchange {
  readonly request: { readonly url: string; readonly query: PageQuery };
  readonly reply: { header(name: string, value: string): unknown };
}

/** Sets the `Link` header and returns the body of a response with one page. */
export function writePage<Item, Meta>({ data, total, meta }: ListPage<Item, Meta>, { request, reply }: Exchange) {
  reply.header("link", toLinkHeader(request.url, total, request.query));
  return { data, meta: { ...toPagingMeta(total, request.query), ...meta } };
}

/** The `Link` header (RFC 8288) with the neighbouring pages of the request at `url` (path and query). */
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
