import { shareReads } from "@ruaflow/runtime";
import { type Page, toLinkHeader, toPagingMeta } from "./paging.ts";

/** One page of a list. */
interface ListPage<Item, Meta> {
  /** As the response's schema says. */
  readonly data: Item[];
  /** Items on all pages. */
  readonly total: number;
  /** What `meta` has beside the paging. */
  readonly meta: Meta;
}

/** What is needed of a request and its reply; those of every route fit. */
interface Exchange {
  readonly request: { readonly url: string };
  readonly reply: { header(name: string, value: string): unknown; serializer(write: () => string): unknown };
}

/**
 * Answers with pages that are read, shaped and written once for all of an organization who ask for the same at the same time.
 *
 * @param read its answer depends on nothing but what it is given
 */
export function sharePages<Options extends Page, Item, Meta = object>(
  read: (organizationId: string, options: Options) => Promise<ListPage<Item, Meta>>,
) {
  const readPage = shareReads(async (organizationId, options: Options) => {
    const { data, total, meta } = await read(organizationId, options);
    const body = { data, meta: { ...toPagingMeta(total, options), ...meta } };
    return { total, body, written: JSON.stringify(body) };
  });
  return async (organizationId: string, options: Options, { request, reply }: Exchange) => {
    const { total, body, written } = await readPage(organizationId, options);
    reply.header("link", toLinkHeader(request.url, total, options));
    reply.header("content-type", "application/json; charset=utf-8");
    reply.serializer(() => written);
    return body;
  };
}
