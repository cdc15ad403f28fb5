import { expect, test } from "vitest";
import { findBarriers, type Tab } from "../support/browse.ts";
import type { Demo } from "./demo.ts";

interface Listed {
  readonly data: readonly { readonly id: string; readonly domain: string }[];
}

/** Opens the palette by keyboard, types, and waits for an option. */
async function search({ page }: Tab, text: string, option: RegExp) {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: /^Go to/ });
  await field.fill(text);
  await page.getByRole("option", { name: option }).waitFor();
}

export function describePalette(get: () => Demo): void {
  test("by keyboard alone the palette opens a view, a domain, a client, a sender, a report and an address", async () => {
    const { openSignedIn, read } = get();
    const tab = await openSignedIn();
    const { page } = tab;
    const [domain] = (await read<Listed>("/api/v1/domains?search=northfield")).data;
    const [client] = (await read<{ data: { client_reference: string }[] }>("/api/v1/domains/clients?per_page=1")).data;
    const [report] = (await read<Listed>("/api/v1/reports?per_page=1")).data;
    const [source] = (await read<{ data: { source_ip: string }[] }>("/api/v1/reports/sources?per_page=1")).data;
    const goals = [
      ["uplo", /^Upload/, "/upload"],
      ["northf", /^northfield\.example/, `/domains/${domain?.id}`],
      [report?.id ?? "", / about /, `/reports/${report?.id}`],
      [source?.source_ip ?? "", /Address$/, `/sources?source_ip=${source?.source_ip}`],
      ["google", /Sender$/, "/sources/sender?sender=Google"],
      [client?.client_reference ?? "", /Client$/, `/clients/${client?.client_reference}`],
    ] as const;
    for (const [text, option, path] of goals) {
      await search(tab, text, option);
      const found = page.getByRole("option", { name: option }).first();
      while ((await found.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.url()).toContain(path);
      await tab.settle();
    }
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test("the palette is without barriers, asks no more than its limit, and Escape returns the focus to its button", async () => {
    const tab = await get().openSignedIn();
    const { page } = tab;
    tab.takeRequests();
    await page.getByRole("button", { name: /^Go to/ }).click();
    const field = page.getByRole("combobox", { name: /^Go to/ });
    await field.pressSequentially("northfield");
    await page.getByRole("option", { name: /^northfield/ }).waitFor();
    await tab.settle();
    expect(await findBarriers(tab)).toEqual([]);
    const searches = tab.takeRequests().filter((request) => request.includes("/domains?search="));
    expect(searches.at(-1)).toContain("search=northfield&per_page=6");
    expect(searches.length).toBeLessThan("northfield".length);
    await field.fill("<img src=x onerror=alert(1)>");
    await page.getByText("Nothing matches.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toContain("Go to");
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
}
