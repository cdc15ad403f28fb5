// `npm run bench:page -- [--data DIR] [--records N] [--domains N] [--json]`: the page on a provider's store, view by view:
// milliseconds until it is whole, requests, and the longest task of the browser's thread. Ends with 1 if a task is too long.
import { parseArgs } from "node:util";
import { paths } from "../../apps/web/src/paths.ts";
import { launchChromium } from "../support/chromium.ts";
import { openTab, signIn, type Tab } from "../web/support/browse.ts";
import { measureLongestTask } from "../web/support/longest-task.ts";
import { readOptions } from "./options.ts";
import { openPortfolio, type PortfolioStore, toPortfolio } from "./portfolio-store.ts";

/** A task that is longer is felt as a stutter, in milliseconds of CPU time. */
const TASK_MAX_MS = 200;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    records: { type: "string", default: "1000000" },
    domains: { type: "string", default: "2000" },
    json: { type: "boolean", default: false },
  },
});

interface Measured {
  readonly view: string;
  readonly milliseconds: number;
  readonly requests: number;
  readonly longestTask: number;
}

const context = {
  options: readOptions(values.data === undefined ? [] : ["--data", values.data]),
  parsedmarc: () => Promise.reject(new Error("not needed")),
  progress: (text: string) => console.error(text),
};
const size = { domains: Number(values.domains), records: Number(values.records) };
const opened = await openPortfolio("provider", toPortfolio(size), context);
try {
  const measured = await measureViews(opened);
  report(measured);
  process.exitCode = measured.some(({ longestTask }) => longestTask >= TASK_MAX_MS) ? 1 : 0;
} finally {
  await opened.store.stop();
}

async function measureViews({ store, key, portfolio }: PortfolioStore): Promise<Measured[]> {
  const browser = await launchChromium();
  const tab = await openTab(browser, store.service.url);
  const measured: Measured[] = [];
  const measure = async (view: string, act: () => Promise<unknown>) => {
    tab.takeRequests();
    const startedAt = performance.now();
    let milliseconds = 0;
    const longestTask = await measureLongestTask(browser, tab.page, async () => {
      await act();
      milliseconds = (await tab.settle()) - startedAt;
    });
    measured.push({ view, milliseconds, requests: tab.takeRequests().length, longestTask });
  };
  try {
    await signIn(tab, key);
    await measure("the overview, loaded anew", () => tab.page.goto(store.service.url));
    for (const path of listPaths(portfolio.domainIds[0] ?? "")) await measure(path, () => openFromView(tab, path));
    await measure("a domain that is typed", () => typeDomain(tab));
    await measure("scrolling 2,000 px", () => tab.page.mouse.wheel(0, 2000));
    // Classes of more than 100,000 sources are refused, which the page says.
    const problems = tab.problems.filter((problem) => !problem.includes("status of 400"));
    if (problems.length > 0) throw new Error(`The page had problems: ${problems.join("; ")}`);
    return measured;
  } finally {
    await browser.close();
  }
}

function listPaths(domainId: string): string[] {
  const { overview, attention, sources, failures, clients, domains, reports, submissions } = paths;
  const bySort = [
    `${domains}?sort=-open_alerts`,
    `${clients}?sort=-failed`,
    `${clients}?by=domain&sort=-failed_change`,
  ];
  const grouped = ["service", "owner", "class", "address"].map((by) => `${sources}?by=${by}`);
  const one = [`${overview}?domain=${domainId}`, `/domains/${domainId}`, `/domains/${domainId}?tab=readiness`];
  return [
    overview,
    `${overview}?days=365`,
    attention,
    ...grouped,
    failures,
    clients,
    ...bySort,
    domains,
    reports,
    submissions,
    ...one,
  ];
}

/** As a link within the page does, without loading it anew. */
async function openFromView({ page }: Tab, path: string): Promise<void> {
  const text = JSON.stringify(path);
  await page.evaluate(`{
    const link = Object.assign(document.createElement("a"), { href: ${text} });
    document.body.append(link);
    link.click();
    link.remove();
  }`);
}

async function typeDomain({ page, open }: Tab): Promise<void> {
  await open(paths.overview);
  await page.getByLabel("Domain", { exact: true }).pressSequentially("exam", { delay: 60 });
}

function report(measured: readonly Measured[]): void {
  if (values.json) {
    console.log(JSON.stringify(measured));
    return;
  }
  const rows = measured.map(({ view, milliseconds, requests, longestTask }) => [
    view,
    `${Math.round(milliseconds)} ms`,
    `${requests} requests`,
    `longest task ${longestTask.toFixed(0)} ms`,
  ]);
  for (const row of rows) console.log(row.join(" · "));
  const worst = Math.max(...measured.map(({ longestTask }) => longestTask));
  console.log(`${measured.length} views; the longest task took ${worst.toFixed(0)} ms of CPU (limit ${TASK_MAX_MS}).`);
}
