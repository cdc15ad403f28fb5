import { expect, test } from "vitest";
import { toNumber } from "../support/browse.ts";
import type { Demo } from "./demo.ts";

interface Mail {
  readonly data: {
    readonly totals: { readonly emails: number; readonly sources: number };
    readonly authentication: { readonly dmarc_pass_rate: number };
    readonly daily: readonly { readonly date: string; readonly passed: number; readonly failed: number }[];
  };
}

/** The months before this one, newest first: 2026-10. */
function toMonth(before: number): string {
  const date = new Date();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - before);
  return date.toISOString().slice(0, 7);
}

function toQuery(month: string): string {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
  return `start_date=${month}-01&end_date=${last}`;
}

export function describeOverview(get: () => Demo): void {
  test("the overview's figures are those of the API, beside those of the month before", async () => {
    const { openSignedIn, read } = get();
    const tab = await openSignedIn();
    const [month, before] = [toMonth(1), toMonth(2)];
    const mail = await read<Mail>(`/api/v1/reports/aggregate?${toQuery(month)}`);
    const mailBefore = await read<Mail>(`/api/v1/reports/aggregate?${toQuery(before)}`);
    await tab.open(`/?month=${month}`);
    const card = async (name: string) => {
      const link = tab.page.getByRole("main").getByRole("link").filter({ hasText: name }).first();
      return { value: toNumber(String(await link.locator("strong").textContent())), text: await link.textContent() };
    };
    const failed = mail.data.daily.reduce((sum, day) => sum + day.failed, 0);
    expect((await card("Messages")).value).toBe(mail.data.totals.emails);
    expect((await card("Passed DMARC")).value).toBe(mail.data.authentication.dmarc_pass_rate);
    expect((await card("Failed")).value).toBe(failed);
    expect((await card("Sources")).value).toBe(mail.data.totals.sources);
    expect((await card("Messages")).text).toContain(`against ${mailBefore.data.totals.emails.toLocaleString("en")} in`);
    await tab.page.getByText("Show as a table").click();
    const rows = tab.page.getByRole("table", { name: "Messages per day" }).getByRole("row");
    const cells = await Promise.all((await rows.all()).slice(1).map((row) => row.getByRole("cell").allTextContents()));
    expect(cells.map(([, ...numbers]) => numbers.slice(0, 2).map(toNumber))).toEqual(
      mail.data.daily.map((day) => [day.passed, day.failed]),
    );
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test("what the page looks at stands in the address: it can be shared, and Back leads back", async () => {
    const { openSignedIn, read } = get();
    const { data } = await read<{ data: { id: string; domain: string }[] }>("/api/v1/domains?per_page=1");
    const [domain] = data;
    const tab = await openSignedIn();
    await tab.page.getByLabel("Domain", { exact: true }).fill(domain?.domain.slice(0, 6) ?? "");
    await tab.settle();
    await tab.page.getByLabel("Domain", { exact: true }).fill(domain?.domain ?? "");
    await expect.poll(() => new URL(tab.page.url()).searchParams.get("domain")).toBe(domain?.id);
    await tab.page.getByLabel("Period").selectOption("90");
    await expect.poll(() => new URL(tab.page.url()).search).toBe(`?domain=${domain?.id}&days=90`);
    await tab.page.getByRole("link", { name: "Failures", exact: true }).click();
    await expect.poll(() => tab.page.url()).toContain(`/failures?domain=${domain?.id}&days=90`);
    await tab.page.goBack();
    await tab.page.goBack();
    await expect.poll(() => new URL(tab.page.url()).search).toBe(`?domain=${domain?.id}`);
    await tab.page.reload();
    await tab.settle();
    expect(await tab.page.getByLabel("Domain", { exact: true }).inputValue()).toBe(domain?.domain);
    await tab.close();
  });
}
