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
  /** Of the second list of a view. */
  readonly of?: { readonly parameter: string; readonly label: string };
}

const ONLY_LIST = { parameter: "page", label: "Pages" };

/** The page that an address names, from 1. */
export function usePage(parameter = ONLY_LIST.parameter): number {
  const page = Number(useLocation().query[parameter]);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/** Links to the page before and after; says which rows are shown. */
export function Pager({ meta, of: { parameter, label } = ONLY_LIST }: PagerProps) {
  const { total, page = 1, per_page: perPage = total, total_pages: pages = 1 } = meta;
  const { path, query } = useLocation();
  const toPage = (number: number) =>
    toAddress(path, { ...query, [parameter]: number === 1 ? undefined : String(number) });
  const first = (page - 1) * perPage + 1;
  return (
    <nav class="pager" aria-label={label}>
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
