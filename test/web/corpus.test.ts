import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasCorpus, openCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { type Demo, startDemo } from "./demo/demo.ts";
import { describeLists } from "./demo/describe-lists.ts";
import { canBrowse, findBarriers, toNumber } from "./support/browse.ts";

if (!hasCorpus) warnWithoutCorpus();

interface Days {
  readonly meta: { readonly earliest_day: string; readonly latest_day: string };
}

describe.runIf(hasCorpus && canBrowse("the page with real reports"))("the page with real reports", () => {
  let demo: Demo;
  let files: string;
  let days: { readonly start: string; readonly end: string };

  beforeAll(async () => {
    files = openCorpus().files;
    demo = await startDemo({ command: ["import", "--add-domains", files] });
    const { meta } = await demo.read<Days>("/api/v1/reports/aggregate");
    days = { start: meta.earliest_day, end: meta.latest_day };
  }, 240_000);

  afterAll(async () => {
    await demo.stop();
    await rm(files, { recursive: true, force: true });
  });

  describeLists(
    () => demo,
    () => days,
  );

  test("the overview of all their days has the API's sums, with years of days in one chart", async () => {
    interface Mail {
      readonly data: { readonly totals: { readonly emails: number; readonly sources: number } };
    }
    const { data } = await demo.read<Mail>(`/api/v1/reports/aggregate?start_date=${days.start}&end_date=${days.end}`);
    const tab = await demo.openSignedIn();
    await tab.open(`/?from=${days.start}&to=${days.end}`);
    const value = async (title: RegExp) => {
      const card = tab.page.getByRole("main").getByRole("link").filter({ hasText: title });
      return toNumber(String(await card.locator("strong").textContent()));
    };
    expect([await value(/^Messages/), await value(/^Sources/)]).toEqual([data.totals.emails, data.totals.sources]);
    expect(await findBarriers(tab)).toEqual([]);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});
