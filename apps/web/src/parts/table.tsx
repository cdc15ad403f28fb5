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
  /** A term in the title, explained on demand. */
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

function Heading<Row>({ column, defaultSort }: HeadingProps<Row>) {
  const { title, isNumber, sort, hint } = column;
  const order = useLocation().query.sort ?? defaultSort;
  const className = [isNumber && "number", hint && "hinted"].filter(Boolean).join(" ") || undefined;
  if (sort === undefined) {
    return (
      <th scope="col" class={className}>
        {hint ? <Hint term={hint}>{title}</Hint> : title}
      </th>
    );
  }
  const state = order === sort ? "ascending" : order === `-${sort}` ? "descending" : "none";
  return (
    <th scope="col" class={className} aria-sort={state}>
      <SortLink
        title={title}
        state={state}
        next={state === "descending" || (state === "none" && !isNumber) ? sort : `-${sort}`}
      />
      {hint && (
        <>
          {" "}
          <Hint term={hint} label={`What ${title} means`}>
            ?
          </Hint>
        </>
      )}
    </th>
  );
}

const ARROWS = { ascending: " ↑", descending: " ↓", none: "" } as const;

interface SortLinkProps {
  readonly title: string;
  readonly state: keyof typeof ARROWS;
  /** The order that it leads to. */
  readonly next: string;
}

function SortLink({ title, state, next }: SortLinkProps) {
  const { path, query } = useLocation();
  return (
    <a href={toAddress(path, { ...query, page: undefined, sort: next })}>
      {title}
      <span aria-hidden="true">{ARROWS[state]}</span>
    </a>
  );
}
