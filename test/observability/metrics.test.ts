import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { readComposeFile } from "../support/compose-file.ts";
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

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const board: { readonly panels: readonly Panel[] } = JSON.parse(
  readFileSync(new URL("../../infra/grafana/operations.json", import.meta.url), "utf8"),
);
const panels = board.panels.flatMap(({ targets, ...panel }) => (targets ? [{ ...panel, targets }] : []));

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

  test.each(panels.map(({ title, targets }) => [title, targets]))(
    "are what the panel %s of the board asks for",
    (_title, targets) => {
      const selectors = targets.flatMap(({ expr }) => readSelectors(expr.replaceAll("$__rate_interval", "5m")));
      expect(selectors.length).toBeGreaterThanOrEqual(targets.length);
      expect(selectors.flatMap((selector) => findSelectorFault(selector, exported) ?? [])).toEqual([]);
    },
  );

  test("are those that docs/operations.md names", () => {
    const text = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const names = new Set([...text.matchAll(/`(ruaflow_[a-z_]+_[a-z]+)(?:\{[^`]*)?`/g)].map(([, name = ""]) => name));
    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !exported.has(name))).toEqual([]);
  });

  test("count from 0 what a rule's increase counts, before anything happened: the first burst is an increase", () => {
    const first = parseExposition(service.first);
    const counted = rules.flatMap(({ expr }) => expr.match(/increase\((\w+(?:\{[^}]*\})?)\[/g) ?? []);
    expect(counted.length).toBeGreaterThan(8);
    const selectors = counted.flatMap((call) => readSelectors(`${call}5m])`));
    for (const selector of selectors) {
      expect(first.get(selector.metric) ?? [], selector.metric).not.toEqual([]);
      expect(findSelectorFault(selector, first)).toBeNull();
    }
    const values = (name: string, label: string) => new Set(first.get(name)?.map((series) => series[label]));
    const deadLetters = values("ruaflow_writer_dead_letters_total", "reason");
    expect(deadLetters).toEqual(new Set(["incomplete", "refused", "unreadable", "unsettled"]));
    const channels = values("ruaflow_submissions_total", "channel");
    expect(channels).toEqual(new Set(["smtp", "upload", "import", "imap", "folder", "s3"]));
    const reasons = values("ruaflow_ingest_entries_total", "reason");
    expect([...reasons]).toEqual(expect.arrayContaining(["unknown-domain", "bomb", "not-xml"]));
  });

  test("begin with every series that they have after some work", () => {
    const first = parseExposition(service.first);
    const isLate = (name: string) => name.startsWith("ruaflow_") && name.endsWith("_total");
    const late = [...exported].flatMap(([name, series]) => {
      const known = new Set(first.get(name)?.map((one) => JSON.stringify(one)));
      return isLate(name) ? series.map((one) => JSON.stringify(one)).filter((one) => !known.has(one)) : [];
    });
    expect(late).toEqual([]);
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

  const ruleTests = ["alerts.test.yml", "alerts-of-days.test.yml"];

  test("have a test each, for promtool", () => {
    const tested = new Set(
      ruleTests
        .flatMap((file) => readYaml(file).tests)
        .flatMap(({ alert_rule_test: cases }: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }) =>
          cases.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
        ),
    );
    expect(rules.map(({ alert }) => alert).filter((alert) => !tested.has(alert))).toEqual([]);
  });

  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
  if (!hasPromtool)
    announceSkip("the tests of alert rules need promtool: apt-get download prometheus, dpkg -x, and put it on PATH");

  test.runIf(hasPromtool).each([["check", "alerts.yml"], ...ruleTests.map((file) => ["test", file] as const)] as const)(
    "pass promtool %s rules %s",
    (command, file) => {
      const { status, stdout, stderr } = spawnSync("promtool", [command, "rules", `${infra}${file}`], {
        encoding: "utf8",
      });
      expect(`${stdout}${stderr}`).toContain("SUCCESS");
      expect(status).toBe(0);
    },
    120_000,
  );
});

describe("the Grafana board", () => {
  test("has panels that do not cover one another, each with an id of its own", () => {
    expect(panels.length).toBeGreaterThan(25);
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...board.panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24);
  });
});

test("Prometheus scrapes every app of the compose file", () => {
  const { services } = readComposeFile();
  const apps = Object.keys(services).filter((name) => services[name]?.command?.join(" ") === name);
  const [job] = readYaml("prometheus.yml").scrape_configs;
  expect(job.job_name).toBe("ruaflow");
  expect(job.dns_sd_configs[0].names).toEqual(apps.toSorted());
});
