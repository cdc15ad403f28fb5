import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { announceSkip } from "../support/missing-tool.ts";
import { type BusyService, startBusyService } from "./busy-service.ts";
import { type Exposition, findSelectorFault, parseExposition } from "./exposition.ts";
import { readSelectors } from "./promql.ts";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const infra = fileURLToPath(new URL("../../infra/prometheus/", import.meta.url));
const readYaml = (name: string) => parse(readFileSync(`${infra}${name}`, "utf8"));
const rules: readonly Rule[] = readYaml("alerts.yml").groups.flatMap(({ rules: some }: { rules: Rule[] }) => some);

describe("the metrics of a running service", () => {
  let service: BusyService;
  let exported: Exposition;

  beforeAll(async () => {
    service = await startBusyService();
    await vi.waitFor(async () => expect(await service.scrape()).toMatch(/^ruaflow_writer_records_total [1-9]/m), {
      timeout: 20_000,
    });
    exported = parseExposition(await service.scrape());
  }, 120_000);
  afterAll(() => service.stop());

  test.each(rules.map(({ alert, expr }) => [alert, expr]))("are what the rule %s asks for", (_alert, expr) => {
    const selectors = readSelectors(expr);
    expect(selectors.length).toBeGreaterThan(0);
    expect(selectors.flatMap((selector) => findSelectorFault(selector, exported) ?? [])).toEqual([]);
  });

  test("are those that docs/operations.md names", () => {
    const text = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const names = new Set([...text.matchAll(/`(ruaflow_[a-z_]+_[a-z]+)(?:\{[^`]*)?`/g)].map(([, name = ""]) => name));
    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !exported.has(name))).toEqual([]);
  });

  test("count dead letters of every reason from 0, so that the first one is an increase", () => {
    const reasons = exported.get("ruaflow_writer_dead_letters_total")?.map(({ reason }) => reason);
    expect(reasons?.toSorted()).toEqual(["incomplete", "refused", "unreadable", "unsettled"]);
  });

  test("lack what a wrong rule asks for", () => {
    const faults = [
      "ruaflow_written_total",
      'ruaflow_submissions_total{status="refused"}',
      'rate(ruaflow_submissions_total{state="refuse"}[5m])',
    ].flatMap((expr) => readSelectors(expr).map((selector) => findSelectorFault(selector, exported)));
    expect(faults).toEqual([
      "ruaflow_written_total is not exported",
      "ruaflow_submissions_total has no label status",
      "ruaflow_submissions_total has no series with state=refuse",
    ]);
    expect(() => readSelectors("sum(ruaflow_ready")).toThrow("cannot parse");
  });
});

describe("the alert rules", () => {
  test("say what happened, how urgent it is, and where the runbook explains it", () => {
    expect(rules.length).toBeGreaterThan(15);
    for (const { alert, labels, annotations } of rules) {
      expect(labels.severity).toMatch(/^(critical|warning)$/);
      expect(annotations.summary).toMatch(/\S/);
      expect(annotations.description).toMatch(/\.$/);
      expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    }
  });

  test("have a test each, for promtool", () => {
    const tested = new Set(
      readYaml("alerts.test.yml").tests.flatMap(
        ({ alert_rule_test: cases }: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }) =>
          cases.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
      ),
    );
    expect(rules.map(({ alert }) => alert).filter((alert) => !tested.has(alert))).toEqual([]);
  });

  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
  if (!hasPromtool)
    announceSkip("the tests of alert rules need promtool: apt-get download prometheus, dpkg -x, and put it on PATH");

  test.runIf(hasPromtool).each([
    ["check", "alerts.yml"],
    ["test", "alerts.test.yml"],
  ])("pass promtool %s rules %s", (command, file) => {
    const { status, stdout, stderr } = spawnSync("promtool", [command, "rules", `${infra}${file}`], {
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toContain("SUCCESS");
    expect(status).toBe(0);
  });
});
