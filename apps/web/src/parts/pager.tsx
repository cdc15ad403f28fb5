import { useLocation } from "preact-iso";
import { toAddress } from "../address.ts";
import { formatCount } from "../format/numbers.ts";

interface PagerProps {
  readonly meta: {
    readonly total: number;
    /** Absent where the API may answer with a whole list. */
    readonly page?: number;
    readonly per_page?: number;
    readonly total_pages?: number;
  };
}

/** The page that an address names, from 1. */
export function usePage(): number {
  const page = Number(useLocation().query.page);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/** Links to the page before and after; says which rows are shown. */
export function Pager({ meta: { total, page = 1, per_page: perPage = total, total_pages: pages = 1 } }: PagerProps) {
  const { path, query } = useLocation();
  const toPage = (number: number) => toAddress(path, { ...query, page: number === 1 ? undefined : String(number) });
  const first = (page - 1) * perPage + 1;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="muted">
        {total === 0 ? "0" : `${formatCount(first)}–${formatCount(Math.min(total, page * perPage))}`} of{" "}
        {formatCount(total)}
      </span>
      {page > 1 && (
        <a class="button" href={toPage(page - 1)}>
          Previous
        </a>
      )}
      {page < pages && (
        <a class="button" href={toPage(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}
