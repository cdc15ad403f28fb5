import { expect, test } from "vitest";
import { readPeriod, toDays } from "../../../apps/web/src/filter/period.ts";
import { recordFilters } from "../../../apps/web/src/filter/record-filters.ts";
import { paths } from "../../../apps/web/src/paths.ts";
import { toNumber } from "../support/browse.ts";
import type { Demo } from "./demo.ts";
import { listViews } from "./list-views.ts";

interface Figure {
  readonly view: string;
  readonly text: string;
  readonly href: string;
}

interface Records {
  readonly meta: { readonly total_messages: number };
}

interface Report {
  readonly data: { readonly total_count: number };
}

/** Cells, cards and buttons that show messages. */
const FIGURES = [
  "td[data-title=Messages] a",
  "td[data-title=Failed] a",
  "a.card:has(.card-title:text-is('Messages')) strong",
  "a.card:has(.card-title:text-is('Failed')) strong",
  ".figures a",
  "a.button:text-matches('^[\\\\d,]+ failed$')",
].join(", ");

/** Views whose mail is that of the address: failures select what failed. */
const LISTS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [paths.records, {}],
  [paths.sources, {}],
  [paths.failures, { result: "fail" }],
]);

/** Parameters of the page, and those of the API. */
const DOMAINS = { domain: "domain_id", client: "client_reference", label: "label" };

/** The records that an address of the page selects, as a question to the API; `null`: none of the lists. */
function toQuestion(href: string): string | null {
  const { pathname, searchParams } = new URL(href, "http://localhost");
  const more = LISTS.get(pathname);
  if (more === undefined) return null;
  const { start, end } = toDays(readPeriod(Object.fromEntries(searchParams)), new Date());
  const asked = new URLSearchParams({ start_date: start, end_date: end, per_page: "1", ...more });
  const unknown = searchParams.get("unknown")?.split(",") ?? [];
  for (const [name, parameter] of [
    ...Object.entries(DOMAINS),
    ...recordFilters.map((each) => [each.name, each.name]),
  ]) {
    const value = unknown.includes(name ?? "") ? "" : searchParams.get(name ?? "");
    if (value !== null) asked.set(parameter ?? "", value);
  }
  return `/api/v1/reports/records?${asked}`;
}

async function sumRows({ read }: Pick<Demo, "read">, href: string): Promise<number | string> {
  const question = toQuestion(href);
  if (question !== null) return (await read<Records>(question)).meta.total_messages;
  const [, id] = /^\/reports\/(rpt_\w+)/.exec(href) ?? [];
  if (id === undefined) return `${href} is not a list of the mail`;
  return (await read<Report>(`/api/v1/reports/${id}?per_page=1`)).data.total_count;
}

/** The figures of each view lead to rows whose messages add up to them. */
export function describeFigures(get: () => Demo): void {
  test("each figure of messages leads to rows that sum to it", { timeout: 300_000 }, async () => {
    const tab = await get().openSignedIn();
    const figures: Figure[] = [];
    // What fails there is deliveries.
    const views = (await listViews(get())).filter(({ path }) => !path.startsWith(paths.webhooks));
    for (const { path } of views) {
      await tab.open(path);
      const found = await tab.page
        .locator("main")
        .locator(FIGURES)
        .evaluateAll((elements) =>
          elements.map((element) => [element.textContent, element.closest("a")?.getAttribute("href") ?? ""] as const),
        );
      figures.push(...found.map(([text, href]) => ({ view: path, text: text ?? "", href })));
    }
    expect(figures.length).toBeGreaterThan(100);
    expect(new Set(figures.map(({ view }) => view)).size).toBeGreaterThan(10);
    const wrong: unknown[] = [];
    for (const { view, text, href } of figures) {
      const [shown, sum] = [toNumber(text), await sumRows(get(), href)];
      if (shown !== sum) wrong.push({ view, text, href, sum });
    }
    expect(wrong).toEqual([]);
    await tab.close();
  });

  test("the view of records says the sum that a figure has", async () => {
    const tab = await get().openSignedIn();
    await tab.open("/failures?days=30");
    const figure = tab.page.locator(".figures a").first();
    const shown = toNumber(String(await figure.textContent()));
    await figure.click();
    await tab.page.getByRole("heading", { level: 1, name: "Records" }).waitFor();
    await tab.settle();
    const lead = String(await tab.page.locator("main .lead").textContent());
    expect(toNumber(lead.split(" message")[0] ?? "")).toBe(shown);
    await tab.close();
  });
}
