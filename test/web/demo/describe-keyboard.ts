import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Demo } from "./demo.ts";

/** Presses Tab until the wanted element has the focus; each element on the way must show that it has it. */
async function tabTo(page: Page, name: RegExp, presses = 60): Promise<void> {
  for (let count = 0; count < presses; count += 1) {
    await page.keyboard.press("Tab");
    const focused = await readFocused(page);
    expect(focused.isVisible, `the focus shows on ${focused.name}`).toBe(true);
    if (name.test(focused.name)) return;
  }
  throw new Error(`no element named ${name} can be reached with Tab`);
}

interface Focused {
  readonly name: string;
  readonly isVisible: boolean;
}

function readFocused(page: Page): Promise<Focused> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const name = element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent || element.tagName;
    return { name: name.trim(), isVisible: outlineStyle !== "none" && parseFloat(outlineWidth) > 0 && box.width > 0 };
  })()`);
}

export function describeKeyboard(get: () => Demo): void {
  test("by keyboard alone: past the menu, another period, a figure's rows, a sorted table, and signed out", async () => {
    const tab = await get().openSignedIn();
    const { page } = tab;
    await tab.open("/");
    await tabTo(page, /^Skip to the content$/, 1);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Domain/, 5);
    await tabTo(page, /^Period/, 2);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => new URL(page.url()).search).toBe("?days=90");
    await tab.settle();
    await tabTo(page, /^Failed/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Failures" }).waitFor();
    await tab.settle();
    expect(new URL(page.url()).search).toBe("?days=90");
    // The heading of the new view has the focus: screen readers say where they are.
    expect((await readFocused(page)).name).toBe("Failures");
    await tabTo(page, /^Addresses$/);
    await page.keyboard.press("Enter");
    await page.getByRole("table").first().waitFor();
    await tab.open("/sources?by=address&days=90");
    await tabTo(page, /^First seen/);
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toMatch(/first_seen$/);
    await tab.open("/");
    await tabTo(page, /^Sign out$/);
    await page.keyboard.press("Enter");
    await page.getByLabel("API key").waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
}
