import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { toAddress } from "../address.ts";
import { Hint } from "../hints/hint.tsx";
import type { Term } from "../hints/terms.ts";

export interface Column<Row> {
  readonly title: string;
  cell(row: Row): ComponentChildren;
  /** Set right, with digits of one width. */
  readonly isNumber?: boolean;
  /** Explained on demand; only of a column that rows cannot be ordered by. */
  readonly hint?: Term;
  /** The API's name of this order, ascending; absent: rows cannot be ordered by it. */
  readonly sort?: string;
}

interface TableProps<Row> {
  /** What the rows are, for people who do not see where the table stands. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  toKey(row: Row): string;
  /** The order that the rows have if the address names none. */
  readonly defaultSort?: string;
}

/** Rows to compare. On a narrow screen each row is a card, with the column's title beside each value. */
export function Table<Row>({ caption, columns, rows, toKey, defaultSort }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.title} column={column} defaultSort={defaultSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={toKey(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} class={isNumber ? "number" : undefined} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly defaultSort: string | undefined;
}

function Heading<Row>({ column: { title, isNumber, sort, hint }, defaultSort }: HeadingProps<Row>) {
  const { path, query } = useLocation();
  const order = query.sort ?? defaultSort;
  const className = isNumber ? "number" : undefined;
  if (sort === undefined) {
    return (
      <th scope="col" class={className}>
        {hint ? <Hint term={hint}>{title}</Hint> : title}
      </th>
    );
  }
  const isDescending = order === `-${sort}`;
  const isAscending = order === sort;
  const next = isDescending || (!isAscending && !isNumber) ? sort : `-${sort}`;
  return (
    <th scope="col" class={className} aria-sort={isDescending ? "descending" : isAscending ? "ascending" : "none"}>
      <a href={toAddress(path, { ...query, page: undefined, sort: next })}>
        {title}
        <span aria-hidden="true">{isDescending ? " ↓" : isAscending ? " ↑" : ""}</span>
      </a>
    </th>
  );
}
