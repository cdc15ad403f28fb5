import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readTable, toNumber } from "../support/browse.ts";
import type { Demo } from "./demo.ts";

const PERIOD = "?from=2026-01-01&to=2026-01-10";

/** Where the bar of a day of the ten days is. */
async function toPlace(page: Page, day: number) {
  const chart = page.getByRole("slider");
  await chart.scrollIntoViewIfNeeded();
  const box = await chart
    .locator("g.bar")
    .nth(day - 1)
    .boundingBox();
  if (box === null) throw new Error(`there is no bar ${day}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const readPeriod = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return [searchParams.get("from"), searchParams.get("to")];
};

const OTHERS = ["Day (UTC)", "Pass rate", "Reports", "Happened"];

/** What the bars are made of, and the messages of each, from the table below the chart. */
async function readBars(page: Page) {
  await page.getByText("Show as a table").click();
  const rows = await readTable(page, /^Messages per day$/);
  const parts = Object.keys(rows[0] ?? {}).filter((title) => !OTHERS.includes(title));
  return { parts, sums: rows.map((row) => parts.reduce((sum, part) => sum + toNumber(row[part] ?? ""), 0)) };
}

export function describeChart(get: () => Demo): void {
  test("a click on a day of the chart sets the period to it, and Back leads back", async () => {
    const tab = await get().openSignedIn();
    await tab.open(`/${PERIOD}`);
    const { x, y } = await toPlace(tab.page, 4);
    await tab.page.mouse.click(x, y);
    await expect.poll(() => readPeriod(tab.page)).toEqual(["2026-01-04", "2026-01-04"]);
    await tab.page.goBack();
    await expect.poll(() => readPeriod(tab.page)).toEqual(["2026-01-01", "2026-01-10"]);
    await tab.close();
  });

  test("dragging over days in either direction sets the period to them", async () => {
    const tab = await get().openSignedIn();
    await tab.open(`/${PERIOD}`);
    const [from, to] = [await toPlace(tab.page, 8), await toPlace(tab.page, 3)];
    await tab.page.mouse.move(from.x, from.y);
    await tab.page.mouse.down();
    await tab.page.mouse.move(to.x, to.y, { steps: 4 });
    await tab.page.mouse.up();
    await expect.poll(() => readPeriod(tab.page)).toEqual(["2026-01-03", "2026-01-08"]);
    await tab.close();
  });

  test("by keyboard: arrows choose a day, with Shift several, Enter sets the period, Escape leaves it", async () => {
    const tab = await get().openSignedIn();
    const { page } = tab;
    await tab.open(`/${PERIOD}`);
    const chart = page.getByRole("slider");
    await chart.focus();
    await page.keyboard.press("ArrowLeft");
    expect(await chart.getAttribute("aria-valuetext")).toMatch(/^Jan 10, 2026: /);
    await page.keyboard.press("Escape");
    expect(await chart.getAttribute("aria-valuetext")).toBe("10 bars; none chosen");
    for (const key of ["Home", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight"]) await page.keyboard.press(key);
    expect(await chart.getAttribute("aria-valuetext")).toMatch(/^Jan 2 – Jan 4, 2026: /);
    await page.keyboard.press("Enter");
    await expect.poll(() => readPeriod(page)).toEqual(["2026-01-02", "2026-01-04"]);
    await tab.close();
  });

  test("a finger first sees the figures of a day, and then sets the period", async () => {
    const tab = await get().openSignedIn({ hasTouch: true, viewport: { width: 390, height: 844 } });
    await tab.open(`/${PERIOD}`);
    const { x, y } = await toPlace(tab.page, 6);
    await tab.page.touchscreen.tap(x, y);
    await tab.page
      .getByRole("paragraph")
      .filter({ hasText: /^Jan 6, 2026: / })
      .waitFor();
    expect(readPeriod(tab.page)).toEqual(["2026-01-01", "2026-01-10"]);
    await tab.page.getByRole("button", { name: "Show this period" }).click();
    await expect.poll(() => readPeriod(tab.page)).toEqual(["2026-01-06", "2026-01-06"]);
    await tab.close();
  });

  test.for(["disposition", "class", "sender"])(
    "stacked by %s, each bar sums to the messages of its day",
    async (by) => {
      const tab = await get().openSignedIn();
      await tab.open("/?days=30");
      const expected = await readBars(tab.page);
      expect(expected.sums.some((sum) => sum > 0)).toBe(true);
      await tab.page.getByLabel("Stacked by").selectOption(by);
      await expect.poll(() => new URL(tab.page.url()).searchParams.get("stack")).toBe(by);
      await tab.page.reload();
      await tab.settle();
      const stacked = await readBars(tab.page);
      expect(stacked.parts).not.toContain("Failed");
      expect(stacked.sums).toEqual(expected.sums);
      await tab.close();
    },
  );

  test("bars of weeks are called weeks, and the first is marked if it is a part of one", async () => {
    const tab = await get().openSignedIn();
    await tab.open("/?days=365");
    await tab.page.getByRole("heading", { name: "Messages per week" }).waitFor();
    await tab.page.getByText(/^part of a week: /).waitFor();
    await tab.close();
  });
}
