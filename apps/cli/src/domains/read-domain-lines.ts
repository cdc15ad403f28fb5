import { type ClaimableName, readClaimableName } from "@ruaflow/dns";
import { UsageError } from "@ruaflow/runtime/errors";
import { CsvError, type Options, parse } from "csv-parse/sync";

/** One entry of a list of domains. */
export interface DomainLine {
  /** Where the entry begins, from 1. */
  readonly line: number;
  /** The name as given. */
  readonly given: string;
  readonly clientReference: string | null;
  readonly claimable: ClaimableName;
}

interface Row {
  /** Where the row ends, from 1. */
  readonly lastLine: number;
  readonly cells: readonly string[];
}

const HEADERS = ["domain", "name"];

/** Comments begin a line; a quote inside an unquoted cell is text. Rows may have any number of cells. */
const OPTIONS: Options = {
  delimiter: [",", ";", "\t"],
  record_delimiter: "\n",
  comment: "#",
  comment_no_infix: true,
  trim: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
};

/**
 * Reads one name per line, or CSV (RFC 4180; also with semicolons or tabs) whose first column is the name and whose
 * second, if any, is the client reference. Skips a header, empty lines and lines that begin with #.
 * @throws {UsageError} for a quoted cell that is not closed or is followed by text; the message names the line
 */
export function readDomainLines(text: string): DomainLine[] {
  return readRows(text).flatMap(({ lastLine, cells }, index) => {
    const [given = "", reference = ""] = cells.map(clean);
    const isHeader = index === 0 && HEADERS.includes(given.toLowerCase());
    if (isHeader || given === "") return [];
    const line = lastLine - countLineFeeds(cells);
    return [{ line, given, clientReference: reference || null, claimable: readClaimableName(given) }];
  });
}

function readRows(text: string): readonly Row[] {
  const rows: Row[] = [];
  const lines = text.replace(/^\u{feff}/u, "").replace(/\r\n?/g, "\n");
  try {
    parse(lines, { ...OPTIONS, on_record: (cells, info) => void rows.push({ lastLine: info.lines, cells }) });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UsageError(`The list is not valid CSV: ${error.message}.`);
  }
  return rows;
}

function countLineFeeds(cells: readonly string[]): number {
  return cells.join().split("\n").length - 1;
}

function clean(cell: string): string {
  return cell.replace(/\p{Cc}/gu, " ").trim();
}
