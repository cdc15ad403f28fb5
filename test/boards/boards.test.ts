import { readFileSync } from "node:fs";
import type { Dashboard, Panel } from "@grafana/grafana-foundation-sdk/dashboard";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boards } from "../../infra/grafana/boards/boards.ts";
import { type FilledStore, fillStore } from "./filled-store.ts";
import { type Choice, interpolate, readSql } from "./interpolate.ts";

const DOMAIN = "dom_sample";

const everything: Choice = {
  from: new Date("2025-12-31T13:00:00Z"),
  to: new Date("2026-03-01T00:00:00Z"),
  variables: { organization: [], domain: [DOMAIN] },
};

const readBoard = (name: string): Dashboard =>
  JSON.parse(readFileSync(new URL(`../../infra/grafana/${name}.json`, import.meta.url), "utf8"));

const isPanel = (panel: object): panel is Panel => "gridPos" in panel && "title" in panel;

const panels = Object.keys(boards).flatMap((name) =>
  (readBoard(name).panels ?? []).filter(isPanel).map((panel) => ({ board: name, title: panel.title ?? "", panel })),
);
const queries = panels.flatMap(({ panel, ...rest }) => {
  const rawSql = readSql(panel);
  return rawSql === null ? [] : [{ ...rest, panel, rawSql }];
});

let store: FilledStore;
beforeAll(async () => {
  store = await fillStore();
});
afterAll(() => store.stop());

const ask = (rawSql: string, choice = everything) => store.ask(interpolate(rawSql, choice));

async function askPanel(board: string, title: string, choice = everything) {
  const found = queries.find((query) => query.board === board && query.title === title);
  if (found === undefined) throw new Error(`${board} has no panel ${title}`);
  return (await ask(found.rawSql, choice)).data;
}

/** The sum of a column. */
const sum = (rows: readonly Readonly<Record<string, unknown>>[], ...columns: readonly string[]) =>
  rows.reduce((total, row) => columns.reduce((part, column) => part + Number(row[column]), total), 0);

const totals = () => {
  const rows = store.counted.map(({ row }) => row.totals);
  const [messages, passed] = [sum(rows, "messages"), sum(rows, "passed")];
  return { messages, passed, failed: messages - passed, reports: rows.length };
};

describe.each(Object.entries(boards))("the board %s", (name, board) => {
  test("is what `npm run boards` writes", () => {
    expect(readBoard(name)).toEqual(JSON.parse(JSON.stringify(board)));
  });

  test("shows UTC, as the days of reports are, and its panels do not cover one another", () => {
    expect(board).toMatchObject({ timezone: "utc", uid: `ruaflow-${name}`, tags: ["ruaflow"] });
    const all = (board.panels ?? []).filter(isPanel);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    const cells = all.flatMap(({ gridPos = { x: 0, y: 0, w: 0, h: 0 } }) =>
      Array.from({ length: gridPos.w * gridPos.h }, (_, index) => [
        gridPos.x + (index % gridPos.w),
        gridPos.y + Math.floor(index / gridPos.w),
      ]),
    );
    expect(new Set(cells.map(String)).size).toBe(cells.length);
    expect(Math.max(...cells.map(([x = 0]) => x))).toBe(23);
  });
});

describe.each(queries)("the panel $title of $board", ({ board, rawSql, panel }) => {
  test("answers from the views, in whole days, without NULL in place of a number", async () => {
    expect(rawSql).toMatch(/FROM ruaflow_v1\.\w+/);
    if (board !== "intake" && /FROM ruaflow_v1\.(records|\w+_results)/.test(rawSql))
      expect(rawSql).toContain("counted");
    expect(rawSql).not.toMatch(/JOIN (?!warning_codes)|\$__(timeInterval|interval)|FROM ruaflow\./);
    const { meta, data } = await ask(rawSql);
    expect(data.length).toBeGreaterThan(0);
    expect(
      data.flatMap((row) => meta.filter(({ name, type }) => row[name] === null && !type.includes("Nullable"))),
    ).toEqual([]);
    if (panel.type !== "timeseries") return;
    expect(meta[0]).toEqual({ name: "time", type: "DateTime('UTC')" });
    const times = data.map(({ time }) => String(time));
    expect(times.filter((time) => !time.endsWith(" 00:00:00"))).toEqual([]);
    expect(times).toEqual([...new Set(times)].sort());
  });

  test("gives rules only to columns that it has", async () => {
    const names = (await ask(rawSql)).meta.map(({ name }) => name);
    const sorted = new Set(["Compliance", "Domain", "Domain id"]);
    const ruled = (panel.fieldConfig?.overrides ?? []).flatMap(({ matcher }) =>
      matcher.id === "byName" && typeof matcher.options === "string" ? [matcher.options] : [],
    );
    if (panel.type !== "table") expect(names).toEqual(expect.arrayContaining(ruled));
    else expect(ruled.filter((name) => !sorted.has(name))).toEqual([]);
    expect(names.includes("Domain id")).toBe(names.includes("Domain"));
  });

  test("is empty or zero for an organization without reports", async () => {
    const choice = { ...everything, variables: { organization: ["org_c's"], domain: ["dom_none"] } };
    const { data } = await ask(rawSql, choice);
    const numbers = data.flatMap((row) => Object.values(row));
    expect(numbers.filter((value) => value !== 0 && value !== "0")).toEqual([]);
  });
});

describe("the sums of the boards", () => {
  test.each([
    ["Messages", "messages"],
    ["Failed messages", "failed"],
    ["Reports", "reports"],
  ] as const)("are those of the reports that count: %s", async (title, total) => {
    const [row] = await askPanel("overview", title);
    expect(row).toEqual({ [total]: totals()[total] });
    expect(store.uncounted.length).toBeGreaterThan(10);
  });

  test("have one compliance, 0 to 100", async () => {
    const { passed, messages } = totals();
    const [row] = await askPanel("overview", "Compliance");
    expect(row?.compliance).toBeCloseTo((100 * passed) / messages, 9);
  });

  test.each([
    ["overview", "Messages by day", ["Passed", "Failed"]],
    ["overview", "Dispositions by day", ["Delivered", "Quarantined", "Rejected", "Other"]],
    ["overview", "DMARC", ["Pass", "Fail"]],
    ["overview", "DKIM", ["Pass", "Fail"]],
    ["overview", "SPF", ["Pass", "Fail"]],
    ["overview", "From domains", ["Messages"]],
    ["overview", "Reporters", ["Messages"]],
    ["overview", "Clients", ["Messages"]],
    ["sources", "Sources", ["Messages"]],
    ["sources", "By sender", ["Messages"]],
    ["sources", "By owner", ["Messages"]],
    ["sources", "By country", ["Messages"]],
    ["sources", "By network", ["Messages"]],
  ])("of %s, %s count each message once", async (board, title, columns) => {
    expect(sum(await askPanel(board, title), ...columns)).toBe(totals().messages);
  });

  test("over time count a report on one day, though its date range touches two", async () => {
    const days = new Set(store.counted.map(({ row }) => row.day));
    expect((await askPanel("overview", "Messages by day")).map(({ time }) => String(time).slice(0, 10))).toEqual(
      [...days].sort(),
    );
    expect(
      store.counted.some(({ row }) => new Date(row.header.dateRange.end * 1000).toISOString().slice(0, 10) > row.day),
    ).toBe(true);
  });

  test("are those of whole days, also when the time range begins or ends within one", async () => {
    const choice = { ...everything, from: new Date("2026-01-03T23:59:00Z"), to: new Date("2026-01-04T00:00:01Z") };
    const days = store.counted.filter(({ row }) => ["2026-01-03", "2026-01-04"].includes(row.day));
    const messages = sum(
      days.map(({ row }) => row.totals),
      "messages",
    );
    expect(await askPanel("overview", "Messages", choice)).toEqual([{ messages }]);
  });

  test("are those of the chosen organizations", async () => {
    const ofOrganizations = async (...organization: string[]) => {
      const variables = { ...everything.variables, organization };
      return sum(await askPanel("overview", "Messages", { ...everything, variables }), "messages");
    };
    const [a, b] = [await ofOrganizations("org_a"), await ofOrganizations("org_b")];
    expect(Math.min(a, b)).toBeGreaterThan(0);
    expect(a + b).toBe(totals().messages);
    expect(await ofOrganizations("org_a", "org_b")).toBe(totals().messages);
  });

  test("are those of the chosen clients and labels", async () => {
    const of = async (variables: Readonly<Record<string, readonly string[]>>) => {
      const choice = { ...everything, variables: { ...everything.variables, ...variables } };
      return sum(await askPanel("overview", "Messages", choice), "messages");
    };
    const [a, organization] = [await of({ client: ["org_a"] }), await of({ organization: ["org_a"] })];
    expect(a).toBe(organization);
    expect(a).toBeGreaterThan(0);
    const { domainId, organizationId } = store.counted[0]?.row ?? expect.fail("no report");
    const one = sum(
      store.counted.filter(({ row }) => row.domainId === domainId).map(({ row }) => row.totals),
      "messages",
    );
    expect(await of({ client: [organizationId], label: [domainId] })).toBe(one);
    expect(await of({ client: ["unknown"] })).toBe(0);
  });

  test("of reports that do not count are on the intake board alone", async () => {
    const reports = store.uncounted.length;
    expect(await askPanel("intake", "Reports that do not count")).toEqual([{ reports }]);
    expect(sum(await askPanel("intake", "Reasons not to count reports"), "Reports")).toBe(reports);
    expect(await askPanel("intake", "Skipped records")).toEqual([{ records: reports }]);
  });
});

test.each([
  ["By sender", "Sender", "provider.co.uk"],
  ["By service", "Service", "Provider Mail"],
  ["By owner", "Owner", "Provider (AS64496)"],
  ["By country", "Country", "GB"],
  ["By network", "Network", "192.0.2.0/24"],
])("the sources %s are named, those that are not known too", async (title, column, name) => {
  const rows = await askPanel("sources", title);
  const [named] = rows.filter((row) => row[column] === name);
  expect(named).toMatchObject({ Sources: 1, Messages: 7 });
  if (title !== "By network") expect(rows.map((row) => row[column])).toContain("unknown");
});

describe("the details of DKIM and SPF", () => {
  test("count a record once in each row, whatever its other results are and however they are written", async () => {
    const row = { "From domain": "example.com", Messages: 7 };
    expect(await askPanel("domain", "DKIM results")).toEqual([
      { ...row, "Signing domain": "example.com", Selector: "s1", Result: "pass" },
      { ...row, "Signing domain": "example.com", Selector: "s2", Result: "fail" },
    ]);
    expect(await askPanel("domain", "SPF results")).toEqual([
      { ...row, "Checked domain": "example.com", Scope: "mfrom", Result: "pass" },
    ]);
  });

  test("would be six times as many messages after a join", async () => {
    const { data } = await ask(`SELECT sum(dkim.record_messages) AS messages FROM ruaflow_v1.dkim_results AS dkim
      JOIN ruaflow_v1.spf_results AS spf USING (report_id, ordinal) WHERE report_id = 'rpt_repeated'`);
    expect(data).toEqual([{ messages: 42 }]);
  });
});

describe("the variables of the boards", () => {
  const variables = Object.keys(boards).flatMap((name) =>
    (readBoard(name).templating?.list ?? []).flatMap((variable) =>
      variable.type === "query" && typeof variable.query === "string"
        ? [[name, variable.name, variable.query] as const]
        : [],
    ),
  );

  test.each(variables)("of %s: %s has values", async (_board, name, query) => {
    const { data } = await ask(query);
    if (name === "organization") expect(data).toEqual([{ organization_id: "org_a" }, { organization_id: "org_b" }]);
    else if (name === "client") expect(data).toEqual([{ value: "org_a" }, { value: "org_b" }]);
    else if (name === "label") expect(data).toContainEqual({ value: DOMAIN });
    else expect(data).toContainEqual({ value: DOMAIN, text: "example.com" });
  });
});
