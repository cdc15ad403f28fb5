import { afterAll, beforeAll, describe } from "vitest";
import { type Demo, startDemo } from "./demo/demo.ts";
import { describeKeyboard } from "./demo/describe-keyboard.ts";
import { describeOverview } from "./demo/describe-overview.ts";
import { describeSession } from "./demo/describe-session.ts";
import { describeTasks } from "./demo/describe-tasks.ts";
import { describeViews } from "./demo/describe-views.ts";
import { canBrowse } from "./support/browse.ts";

describe.runIf(canBrowse("the page with the demo's reports"))("the page with the demo's reports", () => {
  let demo: Demo;

  beforeAll(async () => {
    demo = await startDemo();
  }, 120_000);

  afterAll(() => demo.stop());

  const get = () => demo;
  describe("signing in", () => describeSession(get));
  describe("the overview", () => describeOverview(get));
  describe("each view", () => describeViews(get));
  describe("by keyboard", () => describeKeyboard(get));
  describe("tasks of a new user", () => describeTasks(get));
});
