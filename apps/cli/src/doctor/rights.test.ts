import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsSchema } from "@ruaflow/embedded/settings";
import { readSettings } from "@ruaflow/runtime/settings";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";
import { modesCheck, userCheck } from "./checks/rights.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ruaflow-rights-"));
  mkdirSync(join(folder, "postgres", "cluster"), { recursive: true, mode: 0o700 });
  mkdirSync(join(folder, "clickhouse"), { mode: 0o700 });
  for (const name of ["secrets.key", "clickhouse.url", "postgres/cluster/ruaflow-password"])
    writeFileSync(join(folder, name), "", { mode: 0o600 });
});

afterEach(() => rmSync(folder, { recursive: true }));

const toSituation = (more: Record<string, string> = {}) => {
  const environment = { RUAFLOW_DATA_DIR: folder, ...more };
  const settings = readSettings(settingsSchema, environment);
  return { environment, settings, url: "http://127.0.0.1:1", dependencies: null, roles: null, databaseUrl: null };
};
const check = () => modesCheck.run(toSituation());

test.each([0o700, 0o711, 0o710, 0o750])("a data folder that others can at most pass is fine: %o", async (mode) => {
  chmodSync(folder, mode);
  expect(await check()).toMatchObject({ state: "ok" });
});

test.each([0o755, 0o777, 0o720, 0o704, 0o702])(
  "a data folder that others can list or change is named: %o",
  async (mode) => {
    chmodSync(folder, mode);
    const detail = expect.stringContaining(`${folder} 0${mode.toString(8)}`);
    expect(await check()).toMatchObject({ state: "warning", detail, fix: `chmod 711 ${folder}` });
  },
);

test.each(["secrets.key", "clickhouse.url", "postgres/cluster/ruaflow-password"])(
  "%s that others have a right to is a failure, also in a closed folder, for copies keep the mode",
  async (name) => {
    for (const mode of [0o644, 0o640, 0o602, 0o660]) {
      chmodSync(join(folder, name), mode);
      const path = join(folder, name);
      const detail = expect.stringContaining(`${path} 0${mode.toString(8)}`);
      expect(await check()).toMatchObject({ state: "failed", detail, fix: `chmod 600 ${path}` });
    }
  },
);

test("where others can pass the data folder, the folders of the stores must be closed", async () => {
  chmodSync(join(folder, "clickhouse"), 0o755);
  expect(await check()).toMatchObject({ state: "ok" });
  chmodSync(folder, 0o711);
  expect(await check()).toMatchObject({ state: "warning", fix: `chmod 700 ${join(folder, "clickhouse")}` });
});

test("a folder that does not exist yet is no finding", async () => {
  rmSync(folder, { recursive: true });
  expect(await check()).toMatchObject({ state: "skipped" });
  mkdirSync(folder);
});

test.runIf(process.getuid?.() === 0)(
  "root is warned of running the service as root, unless RUAFLOW_USER is set",
  async () => {
    const warned = { state: "warning", fix: expect.stringContaining("RUAFLOW_USER") };
    expect(await userCheck.run(toSituation())).toMatchObject(warned);
    expect(await userCheck.run(toSituation({ RUAFLOW_USER: "ruaflow" }))).toMatchObject({ state: "ok" });
  },
);

test("the command names the mode and the remedy as JSON, and fails", async () => {
  chmodSync(join(folder, "secrets.key"), 0o644);
  const settings = { RUAFLOW_DATA_DIR: folder, RUAFLOW_PORT: "0", RUAFLOW_DNS_SERVERS: "127.0.0.1:1" };
  const { code, stdout } = await runCommand(["doctor", "--json"], settings);
  expect(code).toBe(1);
  const fix = `chmod 600 ${join(folder, "secrets.key")}`;
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ name: "modes of the data folder", state: "failed", fix }),
  );
}, 60_000);
