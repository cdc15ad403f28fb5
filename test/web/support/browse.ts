import { setTimeout as sleep } from "node:timers/promises";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { chromiumAdvice, hasChromium, openContext } from "../../support/chromium.ts";
import { announceSkip } from "../../support/missing-tool.ts";

/** True where a browser is; elsewhere the tests of a file are skipped aloud, and in CI they fail. */
export function canBrowse(what: string): boolean {
  if (!hasChromium) announceSkip(`${what} in a browser; ${chromiumAdvice}`);
  return hasChromium;
}

/** A tab, and what went wrong in it. */
export interface Tab {
  readonly page: Page;
  /** Messages of errors, failed requests, and requests to other origins. */
  readonly problems: string[];
  /** Requests to the API since the last call. */
  takeRequests(): string[];
  /** Waits until nothing has been asked for during `QUIET_MS`; resolves to the time of the last answer. */
  settle(): Promise<number>;
  /** Opens a path, and waits until nothing is asked for any more. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

const QUIET_MS = 250;

/** A tab of its own: no cookies of others. */
export async function openTab(browser: Browser, baseUrl: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await openContext(browser, { viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  let requests: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !url.startsWith("blob:")) problems.push(`a request to ${url}`);
    if (url.startsWith(`${baseUrl}/api/`)) requests.push(`${request.method()} ${url.slice(baseUrl.length)}`);
  });
  let inFlight = 0;
  let lastAt = performance.now();
  const count = (change: number) => {
    inFlight += change;
    lastAt = performance.now();
  };
  page.on("request", () => count(1));
  page.on("requestfinished", () => count(-1));
  page.on("requestfailed", () => count(-1));
  const settle = async () => {
    const begunAt = performance.now();
    const readLast = () => Math.max(begunAt, lastAt);
    while (inFlight > 0 || performance.now() - readLast() < QUIET_MS) await sleep(QUIET_MS / 10);
    return readLast();
  };
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  return {
    page,
    problems,
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    async open(path) {
      await page.goto(baseUrl + path);
      await settle();
    },
    settle,
    close: () => context.close(),
  };
}

/** Signs in as people do. */
export async function signIn({ page, open, settle }: Tab, key: string): Promise<void> {
  await open("/sign-in");
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  await settle();
}

/**
 * What axe finds against WCAG and good practice: rule and places. The page has no frames, so no second tab is needed to join their
 * results, and of what passes no places are described: both take more CPU time than the rules themselves.
 */
export async function findBarriers({ page }: Tab): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/**
 * The rows of a table by their columns' titles. Cells may say more than their value, in a line of its own: the first text is
 * the value.
 */
export async function readTable(page: Page, caption: RegExp): Promise<Readonly<Record<string, string>>[]> {
  const table = page.getByRole("table", { name: caption });
  await table.waitFor();
  const rowsOf = await table.getByRole("row").all();
  const cells = await Promise.all(rowsOf.map(readCells));
  const [titles = [], ...rows] = cells;
  const toTitle = (index: number) => (titles[index] ?? "").replace(/ ?[↑↓]$/, "");
  return rows.map((row) => Object.fromEntries(row.map((text, index) => [toTitle(index), text])));
}

/** A cell may say more than its value, in elements of their own: the first is the value. */
async function readCells(row: Locator): Promise<string[]> {
  const cells = await row.locator("th, td").all();
  return Promise.all(
    cells.map(async (cell) => {
      const first = cell.locator(":scope > *").first();
      return String(await ((await first.count()) > 0 ? first : cell).textContent()).trim();
    }),
  );
}

/** The number that a text begins with: "29,130 messages" is 29130. */
export function toNumber(text: string): number {
  const found = text.replaceAll(",", "").match(/-?\d+(\.\d+)?/)?.[0];
  expect(found, `a number in "${text}"`).toBeDefined();
  return Number(found);
}
