import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { launchChromium } from "../../support/chromium.ts";
import { createMigratedDataDir } from "../../support/migrated-data-dir.ts";
import { ask, type RunningService, removeDataDir, runOrThrow, startService } from "../../support/service.ts";
import { openTab, signIn, type Tab } from "../support/browse.ts";

/** The service with the demo's reports, and a browser. */
export interface Demo {
  readonly service: RunningService;
  readonly browser: Browser;
  /** The key of the first start. */
  readonly key: string;
  /** Runs a `ruaflow` command beside the service. */
  run(...args: string[]): Promise<string>;
  /** Asks the API without the page. */
  read<Body>(path: string): Promise<Body>;
  /** A new tab that is signed in. */
  openSignedIn(options?: Parameters<typeof openTab>[2]): Promise<Tab>;
  stop(): Promise<void>;
}

interface DemoOptions {
  /** What fills the service; default: the demo. */
  readonly command?: readonly string[];
  readonly environment?: Record<string, string>;
}

/** Answers about sources change no more once these are judged. */
async function waitForVerdicts(service: RunningService, key: string): Promise<void> {
  const end = Date.now() + 60_000;
  for (let isJudging = true; isJudging && Date.now() < end; await sleep(200)) {
    const { body } = await ask<{ meta: { verdicts?: unknown } }>(service, key, "/api/v1/reports/sources?per_page=1");
    isJudging = body.meta.verdicts !== undefined;
  }
}

export async function startDemo({ command = ["demo"], environment = {} }: DemoOptions = {}): Promise<Demo> {
  const dataDir = createMigratedDataDir();
  const service = await startService(dataDir, environment);
  const browser = await launchChromium();
  const key = service.key ?? "";
  const run = (...args: string[]) =>
    runOrThrow(args, { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_PORT: new URL(service.url).port });
  // An import ends with 1 if it refused a file.
  await run(...command).catch((error: unknown) => {
    if (command[0] !== "import") throw error;
  });
  await waitForVerdicts(service, key);
  return {
    service,
    browser,
    key,
    run,
    async read<Body>(path: string) {
      const { status, body } = await ask<Body>(service, key, path);
      if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async openSignedIn(options) {
      const tab = await openTab(browser, service.url, options);
      await signIn(tab, key);
      return tab;
    },
    async stop() {
      await browser.close();
      await service.stop();
      await removeDataDir(dataDir);
    },
  };
}
