/** The service accepts domain names of up to 253 characters. */
export const SEARCH_CHARS_MAX = 253;

/** What was typed asks for, beside names. */
export interface Search {
  /** Part of a name; empty: nothing was typed. */
  readonly text: string;
  /** An IPv4 or IPv6 address, or a range in CIDR notation. */
  readonly address: string | null;
  readonly reportId: string | null;
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const IPV6_DIGITS = /^[0-9a-f:.]+$/i;
const PREFIX = /^(.+)\/(\d{1,3})$/;
const REPORT_ID = /^rpt_[a-z2-7]{26}$/;

export function readSearch(typed: string): Search {
  const text = typed.trim().slice(0, SEARCH_CHARS_MAX);
  return {
    text,
    address: isAddress(text) ? text.toLowerCase() : null,
    reportId: REPORT_ID.test(text) ? text : null,
  };
}

function isAddress(text: string): boolean {
  const [, base = text, length] = PREFIX.exec(text) ?? [];
  if (IPV4.test(base)) return Number(length ?? 0) <= 32;
  return (
    base.includes(":") && IPV6_DIGITS.test(base) && URL.canParse(`http://[${base}]/`) && Number(length ?? 0) <= 128
  );
}

/** The rows whose text contains the search, up to a number: first those that begin with it. */
export function match<Row>(rows: readonly Row[], toText: (row: Row) => string, { text, max }: Matching): Row[] {
  const wanted = text.toLowerCase();
  const found = rows.filter((row) => toText(row).toLowerCase().includes(wanted));
  const rank = (row: Row) => (toText(row).toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, max);
}

interface Matching {
  readonly text: string;
  readonly max: number;
}
