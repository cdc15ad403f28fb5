import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import type { Tab } from "../support/browse.ts";
import type { Demo } from "./demo.ts";

/** Counts what a user clicks; typing and looking are free. */
function countClicks() {
  let clicks = 0;
  return {
    async click(target: Locator) {
      clicks += 1;
      await target.click();
    },
    get clicks() {
      return clicks;
    },
  };
}

const chooseDomain = async (tab: Tab, domain: string) => {
  await tab.page.getByLabel("Domain", { exact: true }).fill(domain);
  await expect.poll(() => new URL(tab.page.url()).searchParams.get("domain")).toMatch(/^dom_/);
  await tab.settle();
};

const DAY_MS = 86_400_000;

/** What a new user wants to do, beginning at the overview; the limits are what it took when it was built. */
export function describeTasks(get: () => Demo): void {
  test("which sender fails most for this domain, and what to do: 1 click", async () => {
    const tab = await get().openSignedIn();
    const user = countClicks();
    await tab.open("/?days=90");
    await chooseDomain(tab, "northfield.example");
    await user.click(
      tab.page
        .getByRole("main")
        .getByRole("link")
        .filter({ hasText: /^Failed/ }),
    );
    await tab.page.getByRole("heading", { level: 1, name: "Failures" }).waitFor();
    await tab.settle();
    const domain = new URL(tab.page.url()).searchParams.get("domain");
    const start = new Date(Date.now() - 89 * DAY_MS).toISOString().slice(0, 10);
    const { data } = await get().read<{ data: { sender: string; explanation: string; next_step: string | null }[] }>(
      `/api/v1/reports/failures?domain_id=${domain}&group_by=sender_cause&start_date=${start}&end_date=${new Date().toISOString().slice(0, 10)}`,
    );
    const first = String(await tab.page.getByRole("main").textContent());
    expect(first).toContain(data[0]?.sender);
    expect(first).toContain(data[0]?.explanation);
    if (data[0]?.next_step) expect(first).toContain(data[0].next_step);
    expect(user.clicks).toBe(1);
    await tab.close();
  });

  test("compare two months: 0 clicks besides the period", async () => {
    const tab = await get().openSignedIn();
    const month = await tab.page
      .getByLabel("Period")
      .locator("optgroup[label=Months] option")
      .nth(1)
      .getAttribute("value");
    await tab.page.getByLabel("Period").selectOption(month);
    await tab.settle();
    const card = tab.page
      .getByRole("main")
      .getByRole("link")
      .filter({ hasText: /^Messages/ });
    expect(await card.textContent()).toMatch(/against [\d,]+ in [A-Z][a-z]+ \d{4}/);
    await tab.close();
  });

  test("add a domain, see what is missing, and check it: 2 clicks", async () => {
    const tab = await get().openSignedIn();
    const user = countClicks();
    await user.click(tab.page.getByRole("link", { name: "Domains", exact: true }));
    await tab.page.getByLabel("Add a domain").fill("https://www.new-client.example/contact");
    await tab.page.keyboard.press("Enter");
    await tab.page.getByRole("heading", { level: 1, name: "new-client.example" }).waitFor();
    await tab.settle();
    expect(await tab.page.getByRole("main").textContent()).toContain("_dmarc.new-client.example");
    await user.click(tab.page.getByRole("button", { name: "Verify now" }));
    const table = tab.page.getByRole("table", { name: "What was looked up" });
    await expect.poll(() => table.textContent()).toContain("_dmarc.new-client.example");
    expect(user.clicks).toBe(2);
    await tab.close();
  });

  test("may a domain go to p=reject, and what stands in the way: 2 clicks", async () => {
    const tab = await get().openSignedIn();
    const user = countClicks();
    await user.click(tab.page.getByRole("link", { name: "Domains", exact: true }));
    await user.click(tab.page.getByRole("main").getByRole("link", { name: "northfield.example", exact: true }).first());
    await tab.page.getByRole("heading", { level: 1, name: "northfield.example" }).waitFor();
    await tab.settle();
    expect(await tab.page.getByRole("main").textContent()).toMatch(/before reject|p=reject/);
    expect(user.clicks).toBe(2);
    await tab.close();
  });

  test("which clients need me, and a text for one of them: 4 clicks", async () => {
    const tab = await get().openSignedIn();
    const user = countClicks();
    await user.click(tab.page.getByRole("link", { name: "Attention", exact: true }));
    await user.click(tab.page.getByRole("link", { name: "By client" }));
    await tab.page.getByRole("heading", { name: "Clients, the most urgent first" }).waitFor();
    await tab.settle();
    await user.click(tab.page.getByRole("main").locator('a[href^="/failures"]').first());
    await tab.page.getByRole("heading", { level: 1, name: "Failures" }).waitFor();
    await tab.settle();
    await user.click(tab.page.getByRole("button", { name: "Message to a client" }).first());
    await tab.page.getByRole("button", { name: /^Copy/ }).first().waitFor();
    expect(user.clicks).toBe(4);
    await tab.close();
  });

  test("find out why a report was refused: 2 clicks", async () => {
    const { openSignedIn, run, service } = get();
    const file = join(process.env.TMPDIR ?? "/tmp", `not-ours-${process.pid}.xml`);
    writeFileSync(file, "<feedback><report_metadata>");
    await run("import", file).catch(() => undefined);
    const tab = await openSignedIn();
    const user = countClicks();
    await user.click(tab.page.getByRole("link", { name: "Arrived", exact: true }));
    await tab.settle();
    await user.click(tab.page.getByRole("main").getByRole("row").nth(1).getByRole("link").first());
    await expect.poll(() => tab.page.url()).toContain(`${service.url}/arrived/sub_`);
    await tab.settle();
    expect(await tab.page.getByRole("main").textContent()).toMatch(/end|XML|incomplete|not a/i);
    expect(user.clicks).toBe(2);
    await tab.close();
  });

  test("send a webhook's event again: 4 clicks", async () => {
    const tab = await get().openSignedIn();
    const user = countClicks();
    await user.click(tab.page.getByRole("link", { name: "Webhooks", exact: true }));
    await tab.settle();
    // The endpoint whose deliveries failed is disabled, so nothing is sent there.
    await user.click(tab.page.getByRole("table", { name: "Webhooks" }).locator('a[href*="status=delivered"]').first());
    await tab.settle();
    const deliveries = tab.page.getByRole("table", { name: "Deliveries, newest first" });
    await user.click(deliveries.getByRole("row").nth(1).getByRole("link"));
    await user.click(tab.page.getByRole("button", { name: "Send it again" }));
    await tab.page.getByText("It is queued").waitFor();
    expect(user.clicks).toBe(4);
    await tab.close();
  });
}
