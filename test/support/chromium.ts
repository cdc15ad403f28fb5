import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

/** Paths of the browser on Debian, other distributions and macOS; the variable CHROMIUM names another. */
const CANDIDATES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));

/** A busy machine takes a minute to show a page. Less than a test may take, so that a failure names what was waited for. */
const PAGE_MS_MAX = 90_000;

export const chromiumAdvice = "Chromium was not found: apt-get install chromium, or set CHROMIUM to its path";

export const hasChromium = executablePath !== undefined;

/** The browser that this machine has; nothing is downloaded. */
export function launchChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(chromiumAdvice);
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Tabs with cookies of their own. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PAGE_MS_MAX);
  return context;
}
