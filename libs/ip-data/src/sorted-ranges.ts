/** A range of addresses and the autonomous system that announces it. */
export interface Range {
  readonly asn: number;
  readonly organization: string;
}

const LINE_FEED = 10;
const COMMA = 44;

/**
 * Finds the row of the range that contains an address, given as a decimal number, in lines of `first,last,asn,organization` in
 * ascending order. The lines are searched as they are: a table of half a million ranges took 0.6 s of CPU at each start, twenty
 * steps through the text take microseconds. The later of two overlapping ranges wins.
 * @throws for a line that is not such a row
 */
export function findRange(lines: Buffer, address: string): Range | undefined {
  const begin = findLastFrom(lines, Buffer.from(address, "latin1"));
  if (begin === null) return undefined;
  const row = lines.toString("utf8", begin, findEnd(lines, begin)).trimEnd();
  const [, last, asn, organization] = /^\d+,(\d+),(\d+),(.+)$/.exec(row) ?? [];
  if (last === undefined || asn === undefined || organization === undefined)
    throw new Error(`not a row of ASN data: ${row.slice(0, 100)}`);
  if (BigInt(last) < BigInt(address)) return undefined;
  return { asn: Number(asn), organization: unquote(organization) };
}

/** Where the last line begins whose first number is not greater than the address. */
function findLastFrom(lines: Buffer, address: Buffer): number | null {
  let found: number | null = null;
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const begin = middle === low ? low : lines.lastIndexOf(LINE_FEED, middle - 1) + 1;
    if (startsAfter(lines, begin, address)) {
      high = begin;
    } else {
      found = begin;
      low = findEnd(lines, begin) + 1;
    }
  }
  return found;
}

/** Whether the number at the beginning of a line is greater than the address: of more digits, or of greater ones. */
function startsAfter(lines: Buffer, begin: number, address: Buffer): boolean {
  const digits = lines.indexOf(COMMA, begin) - begin;
  if (digits !== address.length) return digits > address.length;
  return lines.compare(address, 0, digits, begin, begin + digits) > 0;
}

function findEnd(lines: Buffer, begin: number): number {
  const end = lines.indexOf(LINE_FEED, begin);
  return end < 0 ? lines.length : end;
}

/** The text of a field that may be quoted as in CSV. */
function unquote(field: string): string {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
}
