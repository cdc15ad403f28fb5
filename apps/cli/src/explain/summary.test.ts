import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { aReport } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";

const cli = fileURLToPath(new URL("../main.ts", import.meta.url));
const DAY_S = 86_400;
const FIRST_DAY = 1_767_225_600;

function writeReport(id: number): string {
  const begin = FIRST_DAY + id * DAY_S;
  const dateRange = { begin, end: begin + DAY_S - 1 };
  const records = [{ count: 3, policyEvaluated: { dkim: id === 0 ? "fail" : "pass" } }];
  const policyPublished = { domain: "d.example" };
  const xml = aReport({ reporter: "r.example", reportId: String(id), dateRange, policyPublished, records });
  return xml.replace("</policy_published>", "<odd>1</odd></policy_published>");
}

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ruaflow-explain-"));
  for (let id = 0; id < 20; id += 1) writeFileSync(join(folder, `r${id}.xml`), writeReport(id));
  for (let id = 0; id < 30; id += 1) writeFileSync(join(folder, `torn${id}.xml`), writeReport(id).slice(0, 400));
  writeFileSync(join(folder, "z.txt"), "hello");
  execFileSync("mkfifo", [join(folder, "pipe")]);
  symlinkSync(tmpdir(), join(folder, "link"));
});

afterAll(() => rmSync(folder, { recursive: true }));

test("many files end with counts and days, equal reasons are one line, and a pipe or a link holds up nothing", async () => {
  const { code, stdout, stderr } = await runCommand(["explain", folder]);
  expect([code, stderr]).toEqual([0, "skipped: 1 link, 1 named pipe\n"]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.slice(-6)).toEqual([
    "51 files: 20 with reports, 31 without",
    "20 reports of 2026-01-01 to 2026-01-20",
    "60 messages in 20 records: 57 passed DMARC, 3 failed",
    "30 refused: 30 truncated",
    "1 not aggregate: 1 no-report",
    "One file alone is shown whole; --json prints everything of each.",
  ]);
  expect(lines.length).toBeLessThan(12);
  expect(stdout).toContain("  refused 30 [truncated]: ");
  expect(stdout).toContain(" and 27 more");
  expect(stdout).toContain("  warning 20 [unknown-element]: ");
});

test("one file is shown whole, also through a pipe that is named; JSON has a line for each of many", async () => {
  const whole = await runCommand(["explain", join(folder, "r0.xml")]);
  expect(whole.stdout).toContain("1 record: 0 passed DMARC, 3 failed");
  const script = '"$0" "$1" explain <(cat "$2")';
  const substituted = execFileSync("bash", ["-c", script, process.execPath, cli, join(folder, "r1.xml")]).toString();
  expect(substituted).toMatch(/^\/dev\/fd\/\d+\n/);
  expect(substituted).toContain("1 record: 3 passed DMARC, 0 failed");
  const json = await runCommand(["explain", "--json", folder]);
  expect(
    json.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).outcome),
  ).toHaveLength(51);
});
