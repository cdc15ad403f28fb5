import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { listAnchors } from "./anchors.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const runbook = read("docs/runbook.md");
const alerts: readonly string[] = parse(read("infra/prometheus/alerts.yml")).groups.flatMap(
  ({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert),
);

test("each alert has a section in the runbook, which says what it means, what to do and when it is over", () => {
  const sections = new Map(
    runbook
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0], section.split(/^## /m)[0] ?? ""]),
  );
  expect([...sections.keys()].toSorted()).toEqual(alerts.toSorted());
  for (const [alert, section] of sections) {
    expect(section, alert).toMatch(/^\*\*You see\*\*/m);
    expect(section, alert).toContain("**It means**");
    expect(section, alert).toMatch(/^1\. /m);
    expect(section, alert).toMatch(/^\*\*Over when\*\*/m);
  }
});

test("every link of the runbook leads to a section that exists", () => {
  const links = [...runbook.matchAll(/\]\(([\w.]*)#([\w-]+)\)/g)];
  expect(links.length).toBeGreaterThan(15);
  const pages = new Map([
    ["", listAnchors(runbook)],
    ["operations.md", listAnchors(read("docs/operations.md"))],
  ]);
  expect(links.flatMap(([link, page = "", anchor = ""]) => (pages.get(page)?.has(anchor) ? [] : [link]))).toEqual([]);
});

test("the settings and metrics that the runbook names exist", () => {
  const known = read("docs/operations.md") + read(".env.example");
  const names = [...runbook.matchAll(/`(RUAFLOW_[A-Z_]+|ruaflow_[a-z_]+[a-z])[`{]/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("the lines of the log that the runbook names are logged", () => {
  const sources = globSync("{apps,libs}/*/src/**/*.ts", { cwd: fileURLToPath(root) })
    .map(read)
    .join("\n");
  const lines = [...runbook.matchAll(/`((?!npx|npm|du )[a-z]+(?: [a-z]+){2,})`/g)].map(([, line = ""]) => line);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !sources.includes(line))).toEqual([]);
});
