import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { paths } from "../../apps/web/src/paths.ts";
import { launchChromium } from "../support/chromium.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { ask, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { writeHostileReport } from "./hostile/hostile-report.ts";
import { payloads, RUNNING } from "./hostile/payloads.ts";
import { canBrowse, openTab, signIn, type Tab } from "./support/browse.ts";

const DOMAIN = "hostile.example";
const DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

interface Items {
  readonly data: readonly { readonly id: string }[];
}

describe.runIf(canBrowse("texts of attackers"))("texts of attackers on the page", () => {
  let dataDir: string;
  let service: RunningService;
  let browser: Browser;
  let tab: Tab;
  const key = () => service.key ?? "";

  const list = async (path: string) => (await ask<Items>(service, key(), `/api/v1/${path}`)).body.data;

  beforeAll(async () => {
    dataDir = createMigratedDataDir();
    service = await startService(dataDir);
    browser = await launchChromium();
    await runOrThrow(["domains", "add", DOMAIN], { RUAFLOW_DATA_DIR: dataDir });
    for (const [index, [name, payload]] of Object.entries(payloads).entries())
      await upload(
        `${name} ${payload}.xml`,
        writeHostileReport({ domain: DOMAIN, payload, sourceIp: `192.0.2.${index + 1}`, day: DAY }),
      );
    await upload(`${payloads.image}.xml`, `<feedback>${payloads.image}`);
    await nameEverything();
    const count = Object.keys(payloads).length;
    await vi.waitUntil(async () => (await list("reports?per_page=100")).length === count, { timeout: 90_000 });
    tab = await openTab(browser, service.url);
    await signIn(tab, key());
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await service.stop();
    await removeDataDir(dataDir);
  });

  async function send(method: string, path: string, body: object): Promise<void> {
    const response = await fetch(`${service.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key()}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }

  async function upload(name: string, xml: string): Promise<void> {
    const form = new FormData();
    form.append("file", new Blob([xml]), name);
    await fetch(`${service.url}/api/v1/reports`, {
      method: "POST",
      headers: { authorization: `Bearer ${key()}` },
      body: form,
    });
  }

  /** Texts that organizations write themselves. */
  async function nameEverything(): Promise<void> {
    const image = payloads.image ?? "";
    const [domain] = await list("domains");
    await send("PUT", `domains/${domain?.id}`, { labels: [image.slice(0, 50)], client_reference: image.slice(0, 50) });
    await send("POST", "api-keys", { name: image, scopes: ["reports:read"] });
  }

  /** Views with these reports in them. */
  async function listPaths(): Promise<string[]> {
    const ids = async (path: string) => (await list(`${path}?per_page=100`)).map(({ id }) => `/${path}/${id}`);
    const [domain] = await ids("domains");
    return [
      paths.overview,
      paths.attention,
      ...["sender", "owner", "class", "country", "address"].map((by) => `${paths.sources}?by=${by}`),
      `${paths.sources}?by=address&source_ip=192.0.2.1`,
      paths.failures,
      paths.clients,
      `${paths.clients}?by=label`,
      paths.domains,
      ...["", "dns", "readiness", "reporters", "history", "alerts", "settings"].map((name) => `${domain}?tab=${name}`),
      paths.reports,
      ...(await ids("reports")),
      paths.arrived,
      ...(await ids("submissions")),
      paths.keys,
      // An address is text of an attacker as well.
      `${paths.sender}?sender=${encodeURIComponent(payloads.image ?? "")}`,
      `/sources?source_ip=${encodeURIComponent(payloads.image ?? "")}&label=${encodeURIComponent(payloads.drawing ?? "")}`,
      `/reports?reporter=${encodeURIComponent(payloads.image ?? "")}`,
    ];
  }

  const countRuns = (page: Page) => page.evaluate("window.ran ?? 0");

  test("none runs in any view, and none asks for anything elsewhere", { timeout: 180_000 }, async () => {
    const shown = new Set<string>();
    for (const path of await listPaths()) {
      await tab.open(path);
      expect([path, await countRuns(tab.page)]).toEqual([path, 0]);
      const text = String(await tab.page.locator("body").textContent());
      for (const [name, payload] of Object.entries(payloads)) if (text.includes(payload)) shown.add(name);
    }
    // They were there, as text.
    expect([...shown].sort()).toEqual(Object.keys(payloads).sort());
    expect(tab.problems.filter((problem) => /a request to|Content Security|TrustedHTML/.test(problem))).toEqual([]);
  });

  test("none runs in what is explained without being stored", async () => {
    await tab.open(`${paths.upload}?tab=explain`);
    const payload = payloads.image ?? "";
    const buffer = Buffer.from(writeHostileReport({ domain: DOMAIN, payload, sourceIp: "192.0.2.99", day: DAY }));
    await tab.page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: `${payload}.xml`, mimeType: "text/xml", buffer });
    await tab.page.getByText("192.0.2.99").first().waitFor();
    expect(await countRuns(tab.page)).toBe(0);
  });

  const insert = (page: Page, payload: string) =>
    page.evaluate(`document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(payload)})`);

  test("if a view took text for markup, the browser would refuse it", async () => {
    await tab.open(paths.reports);
    for (const name of RUNNING) await expect(insert(tab.page, payloads[name] ?? "")).rejects.toThrow("TrustedHTML");
    expect(await countRuns(tab.page)).toBe(0);
  });

  test("the twin: without the policy each of them runs once it is markup", async () => {
    const bare = await openTab(browser, service.url);
    await signIn(bare, key());
    await bare.page.route("**/*", async (route) => {
      const response = await route.fetch();
      const { "content-security-policy": _policy, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    for (const name of RUNNING) {
      await bare.open(paths.reports);
      await insert(bare.page, payloads[name] ?? "");
      await expect.poll(() => countRuns(bare.page), { message: name }).toBeGreaterThan(0);
    }
    await bare.close();
  });
});
