/** Selects one page of a list. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** 1 to 1,000. */
  readonly perPage: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Length of the whole list. */
  readonly total: number;
}

/** The two values of `LIMIT $n OFFSET $m`. */
export function toLimitAndOffset({ page, perPage }: PageRequest): [limit: number, offset: number] {
  const limit = Math.min(Math.max(perPage, 1), 1000);
  return [limit, (Math.max(page, 1) - 1) * limit];
}
