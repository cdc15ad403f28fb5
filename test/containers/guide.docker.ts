import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@ruaflow/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateReport } from "../support/report-generator.ts";
import { buildImage } from "./build-image.ts";
import { APPS, type ComposeProject, createComposeProject } from "./compose-project.ts";

const REPORTS = 20;
const DOMAIN = "guide.example";
const BEGIN = Date.UTC(2026, 0, 5) / 1000;

const guide = readFileSync(new URL("../../infra/compose/README.md", import.meta.url), "utf8");
const generate = (seed: number) =>
  Buffer.from([...generateReport({ seed, domain: DOMAIN, begin: BEGIN }).xml()].join(""));

/** The commands of a section, without those that change the working copy and the image. */
function readCommands(section: string): string {
  const [, text = ""] = guide.split(`\n## ${section}\n`);
  const [, block = ""] = text.match(/^```sh\n([\s\S]+?)^```/m) ?? [];
  if (block === "") throw new Error(`The guide has no commands for ${section}.`);
  return block.replaceAll(/^(git|docker tag|docker compose build) .*\n|^docker compose build\n/gm, "");
}

describe("the guide of infra/compose/README.md", () => {
  let project: ComposeProject;
  let key = "";
  const outputs: string[] = [];
  const follow = async (section: string) => {
    const output = await project.sh(readCommands(section));
    outputs.push(output);
    return output;
  };
  const connect = async () => createClient({ baseUrl: await project.findUrl("api"), key, retries: 0 });
  const expectReports = async (total: number) => {
    const api = await connect();
    const count = async () => (await api.reports.list({ per_page: 1 })).meta.total;
    await expect.poll(count, { timeout: 60_000, interval: 500 }).toBe(total);
    const compared = await project.compose("exec", "-T", "api", "ruaflow", "reconcile");
    expect(compared).toContain(`Reports compared: ${total}. Missing: 0, altered: 0, doubled: 0, unknown: 0.`);
  };

  beforeAll(async () => {
    await buildImage();
    project = await createComposeProject();
    await project.compose("up", "--detach", "--wait", "--no-build");
    await project.compose("exec", "-T", "api", "ruaflow", "orgs", "create", "Guide");
    key = await project.compose("exec", "-T", "api", "ruaflow", "keys", "create", "guide");
  });
  afterAll(() => project?.remove(), 120_000);

  test("a folder is imported and backed up, and a restore brings back what arrived later", async () => {
    for (let seed = 1; seed <= REPORTS; seed += 1)
      writeFileSync(join(project.folder, "reports", `${seed}.xml`), generate(seed), { mode: 0o644 });
    expect(await follow("Import")).toContain(`Reports stored: ${REPORTS}`);
    expect(await follow("Back up")).toContain("Backed up to /backups/2026-01-31");
    await (await connect()).reports.upload(generate(REPORTS + 1));
    await expectReports(REPORTS + 1);
    expect(await follow("Restore")).toMatch(/numbers are equal[\s\S]+NEW-OFFSET/);
    await expectReports(REPORTS + 1);
  });

  test("an upgrade migrates before the apps start, and the way back loses nothing", async () => {
    expect(await follow("Upgrade")).toMatch(/Backed up to[\s\S]+PostgreSQL +\d+ *\n/);
    await (await connect()).reports.upload(generate(REPORTS + 2));
    await expectReports(REPORTS + 2);
    expect(await follow("Roll back")).toMatch(/numbers are equal[\s\S]+NEW-OFFSET/);
    await expectReports(REPORTS + 2);
  });

  test("doctor finds nothing in any container but that no report domain is set, where that counts", async () => {
    const examine = async (...args: readonly string[]) => {
      const results: { name: string; state: string }[] = JSON.parse(await project.compose(...args, "doctor", "--json"));
      return results.filter(({ state }) => state === "failed" || state === "warning").map(({ name }) => name);
    };
    const found = await Promise.all(APPS.map((app) => examine("exec", "-T", app, "ruaflow")));
    const findings = Object.fromEntries(APPS.map((app, index) => [app, found[index]]));
    const expected = Object.fromEntries(
      APPS.map((app) => [app, ["api", "keeper"].includes(app) ? ["report domain"] : []]),
    );
    expect(findings).toEqual(expected);
    expect(await examine("run", "--rm", "ruaflow")).toEqual(["report domain"]);
  });

  test("no app and no command warns of what is well", async () => {
    const logs = await project.compose("logs", "--no-log-prefix", "migrate", ...APPS);
    const lines = [...outputs, logs].flatMap((output) => output.split("\n"));
    const warnings = lines.filter((line) => /warning\b|"level":[456]0/i.test(line));
    expect(warnings.filter((line) => !line.includes("RUAFLOW_REPORT_DOMAIN is not set"))).toEqual([]);
  });
});
