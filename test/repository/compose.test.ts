import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apps } from "../helm/apps.ts";
import { readComposeFile } from "../support/compose-file.ts";

const { services, secrets } = readComposeFile();

/** What an app needs for a feature that works without any further setting, besides the settings that it requires. */
const FEATURES: Readonly<Record<string, readonly string[]>> = { ingest: ["RUAFLOW_SECRETS_KEY"] };

const settingsOf = (service: string) =>
  Object.keys(services[service]?.environment ?? {}).map((name) => name.replace(/_FILE$/, ""));

describe("the compose file", () => {
  test.each(apps.map((app) => [app.name, app] as const))("gives %s every setting that it needs", (name, app) => {
    expect(services[name]?.command).toEqual([name]);
    const needed = [...(app.required ?? []), ...(FEATURES[name] ?? [])];
    expect(needed.filter((setting) => !settingsOf(name).includes(setting))).toEqual([]);
  });

  test("gives no service a setting that it does not know, except those that all have", () => {
    const shared = new Set(["KAFKA_BROKERS", "DATABASE_URL", "CLICKHOUSE_URL"]);
    const unknown = apps.flatMap((app) =>
      settingsOf(app.name).filter((name) => !(name in app.settings) && !shared.has(name)),
    );
    expect(unknown).toEqual([]);
  });

  test("builds one image, once, before any app of it starts, and asks no registry for it", () => {
    const own = Object.entries(services).filter(([, { image }]) => image.startsWith("ruaflow:"));
    expect(own.length).toBeGreaterThan(8);
    expect(new Set(own.map(([, { image, pull_policy }]) => `${image} ${pull_policy}`))).toEqual(
      new Set(["ruaflow:local never"]),
    );
    expect(own.flatMap(([name, { build }]) => (build === undefined ? [] : [name]))).toEqual(["migrate"]);
    for (const { name } of apps) expect(services[name]?.depends_on).toHaveProperty("migrate");
  });

  test("leaves no volume without a name behind: the folder of data is a named volume or in memory", () => {
    const folder = "/var/lib/ruaflow";
    const own = Object.entries(services).filter(([, { image }]) => image.startsWith("ruaflow:"));
    const mounts = own.map(([name, { volumes = [], tmpfs = [] }]) => [
      name,
      [...volumes.filter((one) => one.endsWith(`:${folder}`)), ...tmpfs.filter((one) => one.startsWith(folder))].length,
    ]);
    expect(mounts).toEqual(own.map(([name]) => [name, 1]));
  });

  test("has a container for commands that any folder can be given to, and that needs the servers alone", () => {
    const { ruaflow } = services;
    expect(ruaflow).toMatchObject({ entrypoint: ["ruaflow"], read_only: true, profiles: ["commands"] });
    expect(Object.keys(ruaflow?.depends_on ?? {}).sort()).toEqual(["clickhouse", "kafka", "postgres"]);
    expect(settingsOf("ruaflow")).toEqual(expect.arrayContaining(["RUAFLOW_SECRETS_KEY", "RUAFLOW_REPORT_DOMAIN"]));
  });

  test("leaves a setting that .env does not have unset, so that what is missing is named", () => {
    const values = Object.values(services).flatMap(({ environment = {} }) => Object.values(environment));
    expect(values.filter((value) => value.startsWith("$") && !value.endsWith(":-}"))).toEqual([]);
    expect(values.filter((value) => value.includes("ruaflow.example"))).toEqual([]);
  });

  test("rotates the log and bounds the memory of every container, also of those for observability", () => {
    // There a service may only add to the one of the same name here.
    const added = Object.entries(readComposeFile("infra/compose/observability.yml").services);
    const all = [...Object.entries(services), ...added.filter(([name]) => !(name in services))];
    expect(all.length).toBeGreaterThan(13);
    const unbounded = all.filter(
      ([, { logging, mem_limit }]) =>
        !logging?.options["max-size"] || !logging.options["max-file"] || mem_limit === undefined,
    );
    expect(unbounded.map(([name]) => name)).toEqual([]);
  });

  test("mounts exactly the secrets that a service reads", () => {
    const mounted = Object.entries(services).map(([name, service]) => [name, [...(service.secrets ?? [])].sort()]);
    const read = Object.entries(services).map(([name, { environment = {} }]) => [
      name,
      Object.values(environment)
        .flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [])
        .sort(),
    ]);
    expect(mounted).toEqual(read);
    const named = new Set(Object.values(services).flatMap((service) => service.secrets ?? []));
    expect([...named].sort()).toEqual(Object.keys(secrets).sort());
  });

  test("runs the apps on a file system that they cannot write, except their volume", () => {
    for (const { name } of apps) expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  });

  test("lets a new broker begin within seconds, and asks for its health without a JVM", () => {
    expect(services.kafka?.environment).toMatchObject({
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: "6",
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: "0",
    });
    expect(services.kafka?.healthcheck?.test?.join(" ")).not.toContain(".sh");
  });

  test("calls a server healthy only once the temporary server of its first start is gone", () => {
    expect(services.postgres?.healthcheck?.test).toContain("127.0.0.1");
    expect(services.clickhouse?.environment).not.toHaveProperty("CLICKHOUSE_DB");
  });
});

describe("write-secrets.sh", () => {
  const script = fileURLToPath(new URL("../../infra/compose/write-secrets.sh", import.meta.url));
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  let folder = "";
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "ruaflow-secrets-")), "secrets");
  });
  afterEach(() => rmSync(join(folder, ".."), { recursive: true }));
  const run = () => execFileSync("sh", [script, folder], { encoding: "utf8" });
  const readAll = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);

  test("writes every secret of the compose files, except the accounts of mailboxes", () => {
    run();
    const all = { ...secrets, ...readComposeFile("infra/compose/observability.yml").secrets };
    const expected = Object.values(all).map(({ file }) => basename(file));
    expect(readdirSync(folder).sort()).toEqual(expected.filter((name) => name !== "imap_accounts").sort());
    const read = Object.fromEntries(readAll());
    expect(new URL(read.database_url).password).toBe(read.postgres_password);
    expect(new URL(read.clickhouse_url).password).toBe(read.clickhouse_password);
    expect(Buffer.from(read.secrets_key, "base64")).toHaveLength(32);
    expect(read.postgres_password).toMatch(/^[\w]{24,}$/);
    expect(read.grafana_clickhouse_login).toContain(`<grafana><password>${read.grafana_password}</password></grafana>`);
  });

  test("keeps other users out by the folder's mode, and lets the user of a container read each file", () => {
    run();
    writeFileSync(join(folder, "imap_accounts"), "[]", { mode: 0o600 });
    run();
    expect(modeOf(folder)).toBe("700");
    expect(readdirSync(folder).map((name) => modeOf(join(folder, name)))).toEqual(Array(8).fill("444"));
  });

  test("changes nothing that exists", () => {
    run();
    const before = readAll();
    expect(run()).toBe("");
    expect(readAll()).toEqual(before);
  });
});
