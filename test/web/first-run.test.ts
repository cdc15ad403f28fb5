import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateReport } from "../support/report-generator.ts";
import { type Demo, startDemo } from "./demo/demo.ts";
import { canBrowse, findBarriers } from "./support/browse.ts";

const DOMAIN = "newcomer.example";
const DAY_S = 86_400;

describe.runIf(canBrowse("the page with no data"))("the page with no data", () => {
  let service: Demo;

  beforeAll(async () => {
    service = await startDemo({ command: ["--version"] });
  }, 120_000);

  afterAll(() => service.stop());

  test("three steps lead to the first report, and each turns green by itself", { timeout: 120_000 }, async () => {
    const tab = await service.openSignedIn();
    const { page } = tab;
    const step = (title: RegExp) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    const state = (title: RegExp) => step(title).getByRole("status").first().textContent();
    await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();
    expect([await state(/^1/), await state(/^2/), await state(/^3/)]).toEqual(["to do", "to do", "to do"]);
    expect(await findBarriers(tab)).toEqual([]);
    await page.getByLabel("A domain that you send mail from").fill(DOMAIN);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect.poll(() => state(/^1/)).toBe("done");
    // The records to publish are there to be copied.
    await expect.poll(() => step(/^2/).textContent()).toContain(`_dmarc.${DOMAIN}`);
    expect(await findBarriers(tab)).toEqual([]);
    // The operator's word verifies a domain as its DNS would.
    await service.run("domains", "add", DOMAIN);
    await expect.poll(() => state(/^2/), { timeout: 60_000 }).toBe("done");
    const begin = (Math.floor(Date.now() / 1000 / DAY_S) - 1) * DAY_S;
    const file = join(mkdtempSync(join(tmpdir(), "ruaflow-first-")), "report.xml");
    writeFileSync(file, [...generateReport({ seed: 1, domain: DOMAIN, begin, records: 3 }).xml()].join(""));
    await service.run("import", file);
    await expect.poll(() => state(/^3/), { timeout: 60_000 }).toBe("done");
    await page.getByRole("button", { name: "Show the overview" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});
