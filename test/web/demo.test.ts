import { afterAll, beforeAll, describe } from "vitest";
import { type Demo, startDemo } from "./demo/demo.ts";
import { describeChart } from "./demo/describe-chart.ts";
import { describeDesk } from "./demo/describe-desk.ts";
import { describeFigures } from "./demo/describe-figures.ts";
import { describeHomes } from "./demo/describe-homes.ts";
import { describeKeyboard } from "./demo/describe-keyboard.ts";
import { describeLists } from "./demo/describe-lists.ts";
import { describeOverview } from "./demo/describe-overview.ts";
import { describePalette } from "./demo/describe-palette.ts";
import { describeSession } from "./demo/describe-session.ts";
import { describeTasks } from "./demo/describe-tasks.ts";
import { describeViews } from "./demo/describe-views.ts";
import { canBrowse } from "./support/browse.ts";

const toDay = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

describe.runIf(canBrowse("the page with the demo's reports"))("the page with the demo's reports", () => {
  let demo: Demo;

  beforeAll(async () => {
    demo = await startDemo();
    // With alerts, webhooks and their deliveries, and refused files.
    await demo.run("demo", "--clients", "2");
  }, 120_000);

  afterAll(() => demo.stop());

  const get = () => demo;
  describe("signing in", () => describeSession(get));
  describe("the overview", () => describeOverview(get));
  describe("tables", () => describeLists(get, () => ({ start: toDay(60), end: toDay(1) })));
  describe("each view", () => describeViews(get));
  describe("figures", () => describeFigures(get));
  describe("the chart", () => describeChart(get));
  describe("homes of domains and clients", () => describeHomes(get));
  describe("by keyboard", () => describeKeyboard(get));
  describe("the desk", () => describeDesk(get));
  describe("the palette", () => describePalette(get));
  describe("tasks of a new user", () => describeTasks(get));
});
