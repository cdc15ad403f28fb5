interface PageQuery {
  readonly page?: number;
  readonly per_page?: number;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly total: number };
}

const PER_PAGE = 100;

/**
 * Yields every item of a list, from `query.page` on; pages are requested as needed. Items added or removed in the meantime
 * shift the pages: an item can be seen twice or missed. CSV has all items as of one moment.
 */
export async function* listAll<Query extends PageQuery, Item>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item, void, undefined> {
  for (let page = query.page ?? 1; ; page += 1) {
    const { per_page = PER_PAGE } = query;
    const { data, meta } = await list({ ...query, per_page, page });
    yield* data;
    if (data.length === 0 || page * per_page >= meta.total) return;
  }
}
