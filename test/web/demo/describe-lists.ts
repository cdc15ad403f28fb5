import { expect, test } from "vitest";
import { readTable, toNumber } from "../support/browse.ts";
import type { Demo } from "./demo.ts";

interface Row {
  readonly [name: string]: unknown;
}

interface List {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number };
}

interface Compared {
  readonly view: string;
  readonly caption: RegExp;
  readonly api: string;
  /** What stands in a column, from a row of the API. */
  readonly columns: Readonly<Record<string, (row: Row) => unknown>>;
}

const PERIOD = "start_date=START&end_date=END";

const COMPARED: readonly Compared[] = [
  {
    view: "/sources?by=address",
    caption: /^Single addresses/,
    api: `/api/v1/reports/sources?${PERIOD}&sort=-total_count&page=1&per_page=25`,
    columns: { Messages: ({ total_count }) => total_count },
  },
  {
    view: "/sources?by=sender",
    caption: /^Sources by sender/,
    api: `/api/v1/reports/sources?${PERIOD}&group_by=sender&sort=-emails&per_page=25`,
    columns: {
      Messages: ({ emails }) => emails,
      Failed: ({ failed }) => failed,
      Sources: ({ sources }) => sources,
      Domains: ({ domains }) => domains,
    },
  },
  {
    view: "/clients?by=domain",
    caption: /^Domains side by side/,
    api: `/api/v1/reports/aggregate?${PERIOD}&group_by=domain&sort=-emails&per_page=50`,
    columns: { Messages: ({ emails }) => emails, Failed: ({ failed }) => failed, Sources: ({ sources }) => sources },
  },
  {
    view: "/reports?",
    caption: /^Reports/,
    api: `/api/v1/reports?${PERIOD}&sort=-date_range&per_page=50`,
    columns: { Messages: ({ total_count }) => total_count },
  },
];

/** Numbers of tables beside those of the API; the days are those of the period that the address names. */
export function describeLists(get: () => Demo, days: () => { readonly start: string; readonly end: string }): void {
  test.for(COMPARED)("$view shows the API's numbers, row by row", async (compared) => {
    const { openSignedIn, read } = get();
    const { start, end } = days();
    const { data, meta } = await read<List>(compared.api.replace("START", start).replace("END", end));
    const tab = await openSignedIn();
    await tab.open(`${compared.view}&from=${start}&to=${end}`);
    const rows = await readTable(tab.page, compared.caption);
    expect(rows.length).toBe(Math.min(data.length, meta.total));
    expect(rows.length).toBeGreaterThan(0);
    for (const [title, toValue] of Object.entries(compared.columns))
      expect([title, rows.map((row) => toNumber(row[title] ?? ""))]).toEqual([title, data.map(toValue)]);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
}
