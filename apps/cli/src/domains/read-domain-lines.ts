import { type ClaimableName, readClaimableName } from "@ruaflow/dns";

/** One line of a list of domains. */
export interface DomainLine {
  /** From 1. */
  readonly line: number;
  /** As it was given. */
  readonly given: string;
  readonly clientReference: string | null;
  readonly claimable: ClaimableName;
}

const HEADERS = ["domain", "name"];

/**
 * Reads one name per line, or a CSV whose first column is the name and whose second, if any, is the client reference. A
 * header, empty lines and lines that begin with # are left out.
 */
export function readDomainLines(text: string): DomainLine[] {
  return text
    .replace(/^\u{feff}/u, "")
    .split(/\r\n|\r|\n/)
    .flatMap((content, index) => {
      const [given = "", reference = ""] = readCells(content);
      const isHeader = index === 0 && HEADERS.includes(given.toLowerCase());
      if (isHeader || given === "" || given.startsWith("#")) return [];
      return [{ line: index + 1, given, clientReference: reference || null, claimable: readClaimableName(given) }];
    });
}

/** The first two cells of a line, separated by comma, semicolon or tab, each plain or in quotes (RFC 4180). */
function readCells(line: string): string[] {
  const cells = line.matchAll(/(?:^|[,;\t])\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))/g);
  return [...cells].slice(0, 2).map(([, quoted, plain]) => clean(quoted?.replaceAll('""', '"') ?? plain ?? ""));
}

function clean(cell: string): string {
  return cell.replace(/\p{Cc}/gu, " ").trim();
}
