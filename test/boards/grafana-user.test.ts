import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRecordStore } from "@ruaflow/record-store";
import { createTemporaryFolder, sampleReport, storeReports, type TemporaryFolder } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { boards } from "../../infra/grafana/boards/boards.ts";
import { readComposeFile } from "../support/compose-file.ts";
import { interpolate, readSql } from "./interpolate.ts";

const user = readFileSync(new URL("../../infra/grafana/clickhouse-user.xml", import.meta.url), "utf8");

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  const store = await createRecordStore({ path: folder.path });
  await storeReports(store, [
    sampleReport({ organizationId: "org_1", reportId: "rpt_1", records: [aRecord({ count: 5 })] }),
  ]);
  const lists = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await store.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
  store.close();
});
afterAll(() => folder.remove());

/**
 * Runs statements with the rights and limits of the file. The embedded engine has only the user `default`, who gets them, and
 * cannot allow settings that change in readonly mode, so it runs without that line.
 */
function askAsGrafana(statements: readonly string[]): readonly string[] {
  const users = user
    .replace("<changeable_in_readonly/>", "")
    .replace("<profiles>", "<quotas><default/></quotas><profiles><default/>")
    .replace(/(<users>\s*)<grafana>/, "$1<default><password/>")
    .replace(/<\/grafana>(\s*<\/users>)/, "</default>$1");
  const [usersPath, config] = [join(folder.path, "users.xml"), join(folder.path, "config.xml")];
  writeFileSync(usersPath, users);
  const directories = `<user_directories><users_xml><path>${usersPath}</path></users_xml></user_directories>`;
  writeFileSync(config, `<clickhouse>${directories}</clickhouse>`);
  const script = fileURLToPath(new URL("./ask-as-grafana.ts", import.meta.url));
  const input = JSON.stringify(statements);
  return JSON.parse(execFileSync(process.execPath, [script, folder.path, config], { input, encoding: "utf8" }));
}

test("the user of the data source may ask what every panel asks", () => {
  const choice = {
    from: new Date(0),
    to: new Date("2026-12-31"),
    variables: { organization: [], domain: ["dom_sample"] },
  };
  const statements = Object.values(boards).flatMap(({ panels = [] }) =>
    panels
      .flatMap((panel) => ("targets" in panel ? (readSql(panel) ?? []) : []))
      .map((sql) => interpolate(sql, choice)),
  );
  expect(statements.length).toBeGreaterThan(35);
  const answers = askAsGrafana(["SELECT sum(messages) FROM ruaflow_v1.records", ...statements]);
  expect(answers[0]).toBe("5");
  expect(answers.filter((answer) => answer.includes("DB::Exception"))).toEqual([]);
});

test.each([
  ["INSERT INTO ruaflow.reports (report_id) VALUES ('rpt_2')", "ACCESS_DENIED"],
  ["TRUNCATE TABLE ruaflow.records", "ACCESS_DENIED"],
  ["CREATE TABLE default.t (a UInt8) ENGINE = Memory", "ACCESS_DENIED"],
  ["SELECT * FROM system.users", "ACCESS_DENIED"],
  ["SELECT * FROM url('http://127.0.0.1:1', 'CSV', 'a String')", "ACCESS_DENIED"],
  ["SELECT * FROM file('/etc/passwd', 'LineAsString')", "ACCESS_DENIED"],
  ["SELECT 1 SETTINGS max_memory_usage = 0", "READONLY"],
  ["SET readonly = 0", "READONLY"],
])("the user of the data source may not run %s", (statement, code) => {
  expect(askAsGrafana([statement])[0]).toContain(code);
});

test("the data source may set max_execution_time in readonly mode, but not to no limit", () => {
  // What every panel would meet without the line that only a server reads.
  expect(askAsGrafana(["SELECT 1 SETTINGS max_execution_time = 60"])[0]).toContain("READONLY");
  const [, constraint] = user.match(/<constraints>[\s\S]*<max_execution_time>([\s\S]*?)<\/max_execution_time>/) ?? [];
  expect(constraint?.replace(/\s/g, "")).toBe("<min>1</min><max>300</max><changeable_in_readonly/>");
});

test("compose gives Grafana every board, the plugin and the login of that user", () => {
  const { services, secrets } = readComposeFile("infra/compose/observability.yml");
  const mounted = services.grafana?.volumes?.flatMap(
    (volume) => volume.match(/dashboards\/(\w+)\.json:ro$/)?.[1] ?? [],
  );
  expect(mounted?.toSorted()).toEqual([...Object.keys(boards), "operations"].toSorted());
  expect(services.clickhouse?.volumes?.[0]).toContain(
    "./infra/grafana/clickhouse-user.xml:/etc/clickhouse-server/users.d/",
  );
  const path = new URL("../../infra/grafana/provisioning/datasources/clickhouse.yml", import.meta.url);
  const [source] = parse(readFileSync(path, "utf8")).datasources;
  expect(services.grafana?.environment?.GF_PLUGINS_PREINSTALL_SYNC).toBe(source.type);
  expect(source.jsonData).toMatchObject({ username: "grafana", defaultDatabase: "ruaflow_v1" });
  const [, secret = ""] = source.secureJsonData.password.match(/^\$__file\{\/run\/secrets\/(\w+)\}$/) ?? [];
  expect(services.grafana?.secrets).toEqual([secret]);
  expect(Object.keys(secrets)).toContain(secret);
});
