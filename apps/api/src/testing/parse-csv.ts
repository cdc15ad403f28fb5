/**
 * The cells of each line of a CSV, strictly by RFC 4180: lines end with CRLF, and quotes appear only around a cell or
 * doubled inside it. An empty cell without quotes is null.
 */
export function parseCsv(text: string): (string | null)[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const lines: (string | null)[][] = [];
  let line: (string | null)[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const match = cell.exec(text);
    if (!match) throw new Error(`no cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    const [, quoted, plain = "", end] = match;
    line.push(quoted?.replaceAll('""', '"') ?? (plain === "" ? null : plain));
    if (end === ",") continue;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) throw new Error("the last line is not terminated");
  return lines;
}

/** The lines of a CSV as objects by its header. */
export function readCsv(text: string): Record<string, string | null>[] {
  const [header = [], ...lines] = parseCsv(text);
  return lines.map((line) => {
    if (line.length !== header.length) throw new Error(`${line.length} cells under ${header.length} names`);
    return Object.fromEntries(header.map((name, index) => [String(name), line[index] ?? null]));
  });
}
