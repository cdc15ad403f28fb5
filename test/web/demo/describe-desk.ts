import { expect, test } from "vitest";
import { findBarriers, openTab } from "../support/browse.ts";
import type { Demo } from "./demo.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

export function describeDesk(get: () => Demo): void {
  test("all of a client is acknowledged at once, until a date, with a note", async () => {
    const tab = await get().openSignedIn();
    const { page } = tab;
    await tab.open("/attention?by=client");
    const before = await page.locator(".client-group").count();
    expect(before).toBeGreaterThan(0);
    await page
      .getByRole("button", { name: /^Select/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^Acknowledge \d+ reasons? …$/ }).click();
    await page.getByLabel(/^Note/).fill(HOSTILE);
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel(/^Show again on/).fill(day);
    expect(await findBarriers(tab)).toEqual([]);
    await page.getByRole("button", { name: "Acknowledge", exact: true }).first().click();
    await expect.poll(() => page.locator(".client-group").count()).toBe(before - 1);
    await tab.open("/attention?show=acknowledged");
    expect(await page.getByRole("main").textContent()).toContain(`“${HOSTILE}”`);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test("a shared link opens without a key, shows its domain only, and ends when it is revoked", async () => {
    const { openSignedIn, browser, service, read } = get();
    const tab = await openSignedIn();
    const { page } = tab;
    const { data } = await read<{ data: { id: string }[] }>("/api/v1/domains?search=northfield");
    await tab.open(`/domains/${data[0]?.id}`);
    await page.getByRole("button", { name: "Share …" }).click();
    await page.getByLabel("Whom it is for").fill(HOSTILE);
    expect(await findBarriers(tab)).toEqual([]);
    await page.getByRole("button", { name: "Make the link" }).click();
    const link = String(await page.getByRole("status").locator(".copyable code").textContent());
    const reader = await openTab(browser, service.url);
    await reader.page.goto(link);
    await reader.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await reader.settle();
    expect(reader.page.url()).not.toContain("#");
    const views = await reader.page.getByRole("navigation", { name: "Views" }).getByRole("link").allTextContents();
    expect(views).toEqual(["Overview", "Sources", "Failures", "Records", "Reports"]);
    for (const view of views) {
      await reader.page.getByRole("link", { name: view, exact: true }).click();
      await reader.settle();
      const text = String(await reader.page.locator("body").textContent());
      expect(text).toContain("northfield.example");
      expect(text).not.toContain("brightwater.example");
      expect([view, await findBarriers(reader)]).toEqual([view, []]);
    }
    expect(reader.problems).toEqual([]);
    await tab.open("/keys");
    const row = page.getByRole("table", { name: "Shared links" }).getByRole("row").filter({ hasText: HOSTILE });
    await row.getByRole("button", { name: /^Revoke/ }).click();
    await row.getByRole("button", { name: "Revoke", exact: true }).click();
    await expect.poll(() => row.count()).toBe(0);
    await reader.page.reload();
    await reader.page.getByLabel("API key").waitFor();
    expect(tab.problems).toEqual([]);
    await reader.close();
    await tab.close();
  });

  test("a link to a client shows its domains only", async () => {
    const { openSignedIn, browser, service, read } = get();
    const { data } = await read<{ data: { client_reference: string }[] }>("/api/v1/domains/clients?per_page=2");
    const [client = expect.fail("no client"), other = expect.fail("one client")] = data;
    const tab = await openSignedIn();
    await tab.open(`/clients/${client.client_reference}`);
    await tab.page.getByRole("button", { name: "Share …" }).click();
    await tab.page.getByLabel("Whom it is for").fill("The client");
    await tab.page.getByRole("button", { name: "Make the link" }).click();
    const link = String(await tab.page.getByRole("status").locator(".copyable code").textContent());
    const reader = await openTab(browser, service.url);
    await reader.page.goto(link);
    await reader.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await reader.settle();
    const shown = (await reader.page.request.get(`${service.url}/api/v1/reports/aggregate?group_by=client_reference`))
      .json()
      .then((body: { data: { key: string }[] }) => body.data.map(({ key }) => key));
    expect(await shown).toEqual([client.client_reference]);
    expect(String(await reader.page.locator("body").textContent())).not.toContain(other.client_reference);
    expect([...tab.problems, ...reader.problems]).toEqual([]);
    await reader.close();
    await tab.close();
  });

  test("a view is saved under a name, opened from the menu, renamed and deleted, by keyboard", async () => {
    const tab = await get().openSignedIn();
    const { page } = tab;
    await tab.open("/failures?days=90");
    await page.getByRole("button", { name: "Save this view" }).press("Enter");
    await page.getByLabel("Name of the view").fill(HOSTILE);
    await page.keyboard.press("Enter");
    const saved = page.getByRole("navigation", { name: "Saved views" });
    await saved.getByRole("link", { name: HOSTILE }).waitFor();
    await tab.open("/keys");
    await saved.getByRole("link", { name: HOSTILE }).press("Enter");
    await expect.poll(() => page.url()).toContain("/failures?days=90");
    await saved.getByRole("button", { name: "Edit saved views" }).press("Enter");
    await saved.getByRole("textbox").fill("Quarter");
    expect(await findBarriers(tab)).toEqual([]);
    await page.keyboard.press("Enter");
    await saved.getByRole("button", { name: "Delete Quarter" }).press("Enter");
    await expect.poll(() => saved.getByRole("textbox").count()).toBe(0);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test("a view whose code comes late leaves the focus with people who have begun to type", async () => {
    const tab = await get().openSignedIn();
    const { page } = tab;
    let send = () => {};
    const isAsked = new Promise<void>((resolve) => {
      void page.route(/\/assets\/failures-/, async (route) => {
        resolve();
        await new Promise<void>((done) => {
          send = done;
        });
        await route.continue();
      });
    });
    await tab.open("/keys");
    await page.getByRole("link", { name: "Failures", exact: true }).press("Enter");
    await isAsked;
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByLabel("Name of the view").fill("Fail");
    send();
    await page.getByRole("heading", { level: 1, name: "Failures" }).waitFor();
    await tab.settle();
    await page.keyboard.type("ing");
    expect(await page.getByLabel("Name of the view").inputValue()).toBe("Failing");
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test("a term is explained on focus, and Escape closes it without leaving the word", async () => {
    const { openSignedIn, read } = get();
    const tab = await openSignedIn();
    const { page } = tab;
    const [report] = (await read<{ data: { id: string }[] }>("/api/v1/reports?per_page=1")).data;
    await tab.open(`/reports/${report?.id}`);
    const word = page.getByRole("button", { name: "DKIM", exact: true });
    await word.focus();
    await page.getByRole("tooltip").waitFor();
    expect(await findBarriers(tab)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("tooltip").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("DKIM");
    await word.hover();
    await page.getByRole("tooltip").hover();
    expect(await page.getByRole("tooltip").count()).toBe(1);
    await tab.close();
  });

  test("on a phone no column of a table is lost; on paper the page says what it is about, without menu and buttons", async () => {
    const { openSignedIn } = get();
    const tab = await openSignedIn({ viewport: { width: 390, height: 800 } });
    const { page } = tab;
    for (const path of ["/sources?days=90", "/domains", "/reports?days=90"]) {
      await tab.open(path);
      // An empty cell has no place: a domain without a client may be first.
      const readCells = () =>
        page.locator(".table td:not(:empty)").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()));
      const cells = (await readCells()).slice(0, 12);
      expect(cells.length, path).toBeGreaterThan(0);
      for (const { width, left, right } of cells) expect(width > 0 && left >= 0 && right <= 390, path).toBe(true);
    }
    await tab.open("/failures?days=90");
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".on-paper").textContent()).toMatch(
      /All domains · Period: \w+ \d+, \d{4} to \w+ \d+, \d{4} \(UTC days\) · Printed: /,
    );
    for (const gone of [".side", ".filter-bar", "main button:not(.hint-word)"])
      expect(await page.locator(gone).filter({ visible: true }).count(), gone).toBe(0);
    await tab.close();
  });

  test("the earlier path of what arrived leads to the new one, with its parameters", async () => {
    const tab = await get().openSignedIn();
    await tab.open("/submissions?state=refused");
    await expect.poll(() => tab.page.url()).toContain("/arrived?state=refused");
    await tab.page.getByRole("heading", { level: 1, name: "Arrived" }).waitFor();
    await tab.close();
  });
}
