import { expect, test } from "vitest";
import type { Tab } from "../support/browse.ts";
import type { Demo } from "./demo.ts";

/** Beyond it people lose their place (web.dev/cls has 0.1). */
const SHIFT_MAX = 0.05;

const OBSERVE = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
`;

interface Attention {
  readonly data: readonly {
    readonly domain_id: string;
    readonly domain: string;
    readonly client_reference: string | null;
  }[];
}

/** A domain that needs a look and has a client. */
async function findDomain({ read }: Demo) {
  const { data } = await read<Attention>("/api/v1/domains/attention?per_page=50");
  const found = data.find(({ client_reference: client }) => client !== null);
  if (found?.client_reference == null) throw new Error("no client needs a look");
  return { ...found, client: found.client_reference };
}

async function print(tab: Tab): Promise<string> {
  await tab.page.emulateMedia({ media: "print" });
  // biome-ignore lint/performance/useDomNodeTextContent: only what is printed, as the styles say
  return tab.page.locator("body").innerText();
}

export function describeHomes(get: () => Demo): void {
  test.for([390, 1280])("at %i px little moves while a home or the overview comes", async (width) => {
    const { domain_id: id, client } = await findDomain(get());
    const tab = await get().openSignedIn({ viewport: { width, height: 900 } });
    await tab.page.addInitScript(OBSERVE);
    for (const path of [`/domains/${id}`, `/clients/${encodeURIComponent(client)}`, "/"]) {
      await tab.open(path);
      expect(Number(await tab.page.evaluate("window.shift")), path).toBeLessThanOrEqual(SHIFT_MAX);
    }
    await tab.close();
  });

  test("a client's name leads to its home from the list of domains, the attention list and the comparison", async () => {
    const { client } = await findDomain(get());
    const tab = await get().openSignedIn();
    for (const path of [`/domains?client=${client}`, "/attention", "/clients"]) {
      await tab.open(path);
      await tab.page.getByRole("main").getByRole("link", { name: client, exact: true }).first().click();
      await tab.page.getByRole("heading", { level: 1, name: `Client ${client}` }).waitFor();
      expect(new URL(tab.page.url()).pathname).toBe(`/clients/${encodeURIComponent(client)}`);
    }
    await tab.close();
  });

  test("on paper the homes have no menu, no tabs and no buttons, and name period, domain and client", async () => {
    const { domain_id: id, domain, client } = await findDomain(get());
    const tab = await get().openSignedIn();
    await tab.open(`/domains/${id}?from=2026-01-01&to=2026-01-10`);
    const paper = await print(tab);
    expect(paper).toContain(`Domain: ${domain} · Client: ${client} · Period: Jan 1, 2026 to Jan 10, 2026 (UTC days)`);
    expect(paper.split("Printed: ")).toHaveLength(2);
    for (const text of ["Sign out", "Show as a table", "Settings", "Period (UTC days)"])
      expect(paper).not.toContain(text);
    // Words with a hint are words on paper.
    expect(await tab.page.locator("button:visible:not(.hint-word)").count()).toBe(0);
    await tab.open(`/clients/${encodeURIComponent(client)}?month=2026-01`);
    expect(await print(tab)).toContain(`Client: ${client} · Period: Jan 1, 2026 to Jan 31, 2026 (UTC days)`);
    await tab.close();
  });
}
