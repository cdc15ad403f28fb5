import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import { createRecordStore } from "../record-store.ts";
import { readScope } from "./analyst-access.ts";
import { checkAnalyst } from "./check-analyst.ts";
import { parseAnalyst, toAnalyst } from "./names.ts";
import {
  quoteName,
  toConditions,
  toCreateStatements,
  toDefiner,
  toRevokeStatements,
  toSetupStatements,
} from "./statements.ts";
import { listViewAttempts, otherAttempts, views } from "./testing/attempts.ts";
import {
  type Answer,
  type EngineUsers,
  fillTenants,
  runStatements,
  serve,
  writeConfig,
} from "./testing/chdb-process.ts";

const folder = mkdtempSync(join(tmpdir(), "ruaflow-analysts-"));
const data = join(folder, "data");
const scope = {
  database: "ruaflow",
  views,
  tenantTables: ["attention", "deleted_domains", "domains", "records", "reports", "verdicts"],
  addressTables: ["source_facts"],
};
const setup = toSetupStatements(scope);

// The embedded engine's only user that can log in is `default`, so this name stands for the analyst's. And it creates no
// users by SQL, so users come from a file: with the grants, limits and policies that the statements give them.
const conditions = Object.entries(toConditions(scope));
const standIn = "replaceOne(authenticatedUser(), 'default', 'org_a.test')";
const policies = {
  ruaflow: Object.fromEntries(
    conditions.map(([table, using]) => [table, using.replaceAll("authenticatedUser()", standIn)]),
  ),
};
const definer = { name: toDefiner("ruaflow"), filters: policies };
const analyst = { grants: ["SELECT ON ruaflow_v1.*"], settings: { readonly: 1, max_result_rows: 1000 }, definer };
const service: EngineUsers = { definer: { ...definer, filters: {} } };

let asService: string;
let asAnalyst: string;

const ask = (config: string, statements: readonly string[]) => runStatements(data, config, statements);

beforeAll(() => {
  asService = writeConfig(folder, "service", service);
  asAnalyst = writeConfig(folder, "analyst", analyst);
  fillTenants(data, asService);
  const alterations = setup.filter((statement) => statement.startsWith("ALTER TABLE"));
  expect(ask(asService, alterations).map(({ code }) => code)).toEqual(views.map(() => 0));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** ClickHouse's errors that say nothing of the data: ACCESS_DENIED, READONLY, and names that do not exist for the reader. */
const refusals = [497, 164, 60, 636, 344];

const isHarmless = ({ code, text }: Answer) => (code === 0 ? ["", "0\n"].includes(text) : refusals.includes(code));

describe("an analyst", () => {
  const attempts = [...views.flatMap(listViewAttempts), ...otherAttempts];

  test("learns nothing of another organization", () => {
    const answers = ask(asAnalyst, attempts);
    expect(attempts.length).toBe(233);
    const learned = answers.flatMap((answer, index) => (isHarmless(answer) ? [] : [[attempts[index], answer]]));
    expect(learned).toEqual([]);
  }, 120_000);

  test("would learn it from every view without the policies", () => {
    const open = writeConfig(folder, "open", { ...analyst, definer: service.definer });
    for (const view of views) {
      const answers = ask(open, listViewAttempts(view).slice(0, 9));
      expect(answers.filter(isHarmless), view).toEqual([]);
    }
  }, 120_000);

  test("reads all rows of its own organization, and the service still those of all", () => {
    const sums = views.map((view) => `SELECT count(), sum(cityHash64(*)) FROM ruaflow_v1.${view}`);
    const own = ask(
      asService,
      sums.map((query) => `${query} WHERE organization_id = 'org_a'`),
    );
    expect(own.map(({ text }) => Number.parseInt(text, 10)).every((rows) => rows > 0)).toBe(true);
    expect(ask(asAnalyst, sums)).toEqual(own);
    const count = "SELECT organization_id, count() FROM ruaflow_v1.reports GROUP BY 1 ORDER BY 1";
    const withPolicies = writeConfig(folder, "with-policies", { definer });
    const [before, after] = [asService, withPolicies].map((config) => ask(config, [count]));
    expect(before?.[0]?.text).toMatch(/^org_a\t\d+\norg_b\t\d+\n$/);
    // `default` is the analyst in the policies; only its name decides.
    expect(after?.[0]?.text).toMatch(/^org_a\t\d+\n$/);
    const named = { ruaflow: Object.fromEntries(conditions) };
    const asOther = writeConfig(folder, "other", { definer: { ...definer, filters: named } });
    expect(ask(asOther, [count])).toEqual(before);
  }, 120_000);

  test("has limits that it cannot raise", () => {
    const [rows, raised] = ask(asAnalyst, [
      "SELECT * FROM numbers(2000)",
      "SELECT * FROM numbers(2000) SETTINGS max_result_rows = 0",
    ]);
    expect([rows?.code, raised?.code]).toEqual([396, 164]);
  });

  test("is found by the primary key: other organizations' rows are not even read", () => {
    const [plan] = ask(asAnalyst, ["EXPLAIN indexes = 1, actions = 1 SELECT count() FROM ruaflow_v1.reports"]);
    expect(plan?.text).toMatch(/Row level filter.*PrimaryKey.*organization_id in \[\\'org_a\\', \\'org_a\\'\]/s);
  });
});

describe("the login of a new analyst", () => {
  const created = toAnalyst("org_a", "test");

  async function check(config: string) {
    const { url, process } = await serve(data, config, { user: created.user, password: "secret" });
    try {
      return await checkAnalyst(new URL("/ruaflow", url).href, created, "secret");
    } finally {
      process.kill();
      await once(process, "exit");
    }
  }

  test("shows that it reads no other organization", async () => {
    const { problems, warnings } = await check(asAnalyst);
    expect(problems).toEqual([]);
    // The embedded engine has no settings that may change in readonly mode.
    expect(warnings).toEqual([expect.stringContaining("max_execution_time")]);
  }, 60_000);

  test("shows what it can do too much", async () => {
    const open = writeConfig(folder, "too-much", { definer: service.definer });
    const { problems } = await check(open);
    expect(problems).toEqual([
      ...views.toSorted().map((view) => `reads rows of other organizations in the view ${view}`),
      "reads the table records",
      "reads the table reports",
      "reads the table domains",
      "reads the table attention",
      "may write",
    ]);
  }, 60_000);
});

test("every view, and every table with an organization, is set up", async () => {
  const path = join(folder, "scope");
  const records = await createRecordStore({ path });
  const engine = await createEmbeddedEngine(path);
  await records.migrate();
  expect(await readScope(engine)).toEqual({
    database: "ruaflow",
    views: views.toSorted(),
    tenantTables: scope.tenantTables,
    addressTables: scope.addressTables,
  });
  await engine.close();
  await records.close();
}, 60_000);

test("the statements are ClickHouse's SQL, and only their effect needs a server", () => {
  const statements = [
    ...setup,
    ...toCreateStatements("ruaflow", "org_a.grafana", "secret"),
    ...toRevokeStatements("org_a.grafana"),
  ];
  expect(statements.filter((statement) => statement.includes("secret"))).toEqual([]);
  const answers = ask(asService, [...statements, "CREATE USER one WITH two"]);
  const wrong = answers.map(({ code }) => code === 62);
  expect(wrong).toEqual([...statements.map(() => false), true]);
}, 60_000);

test("nothing is open at any point of the setup", () => {
  const position = (part: string) => setup.findIndex((statement) => statement.includes(part));
  const last = (part: string) => setup.findLastIndex((statement) => statement.includes(part));
  // The first policy of a table hides its rows from all users without one.
  for (const table of [...scope.tenantTables, ...scope.addressTables]) {
    const [others, own] = [`_others\` ON \`ruaflow\`.\`${table}\``, `_analysts\` ON \`ruaflow\`.\`${table}\``];
    expect(position(others)).toBeGreaterThan(-1);
    expect(position(own)).toBeGreaterThan(position(others));
  }
  expect(position("SQL SECURITY DEFINER")).toBeGreaterThan(last("ROW POLICY"));
  expect(position("TO `ruaflow_analysts`")).toBeGreaterThan(-1);
  expect(last("GRANT")).toBe(setup.length - 1);
});

test("names", () => {
  expect(toAnalyst("org_1a", "grafana-2")).toEqual({
    user: "org_1a.grafana-2",
    organizationId: "org_1a",
    label: "grafana-2",
  });
  expect(parseAnalyst("org_1a.grafana-2")).toEqual(toAnalyst("org_1a", "grafana-2"));
  for (const label of ["", "A", "1a", "a b", "a'", "x".repeat(33)])
    expect(() => toAnalyst("org_1", label)).toThrow(/not a valid label/);
  for (const user of ["default", "org_1", "org_1.", "org_.a", "xorg_1.a", "org_1.a.b"])
    expect(parseAnalyst(user)).toBeNull();
  expect(quoteName("a`b\\")).toBe("`a\\`b\\\\`");
});
