import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";
import { startChecks } from "./run-doctor.ts";

const DOMAIN = "in.example";

let folder: string;
let dns: TestDnsServer;
let database: Awaited<ReturnType<typeof startMetadataStore>>;
let service: Server;
let url: string;
let answer: unknown = { checks: [{ name: "postgres", status: "ok" }] };
let roles = ["api"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-doctor-"));
  dns = await startDnsServer();
  database = await startMetadataStore();
  const log = createPostgresLog({ connectionString: database.url });
  await log.prepare();
  await log.close();
  service = createServer(({ url: path }, response) => {
    const metrics = roles.map((role) => `ruaflow_role_info{role="${role}"} 1\n`).join("");
    response.end(path === "/metrics" ? metrics : JSON.stringify(answer));
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

afterAll(async () => {
  service.close();
  await database.stop();
  await dns.stop();
  await rm(folder, { recursive: true });
});

async function examine(settings: Readonly<Record<string, string>> = {}, address?: string) {
  const environment = { RUAFLOW_DATA_DIR: folder, RUAFLOW_DNS_SERVERS: dns.address, RUAFLOW_PORT: "0", ...settings };
  const results = await Promise.all(await startChecks(environment, address));
  return {
    find: (name: string) => results.find((result) => result.name === name),
    failures: results.filter(({ state }) => state === "failed").map(({ name }) => name),
  };
}

test("without a service, what can be checked is checked, and nothing is wrong", async () => {
  dns.setTxt("example.com", "v=spf1 -all");
  const { failures, find } = await examine();
  expect(failures).toEqual([]);
  expect(find("data folder")).toMatchObject({ state: "ok" });
  expect(find("DNS")).toMatchObject({ state: "ok" });
  expect(find("PostgreSQL")).toMatchObject({ state: "skipped" });
  expect(find("service")).toMatchObject({ state: "warning", fix: expect.stringContaining("npm start") });
});

test("a running service and its stores are asked", async () => {
  const { failures, find } = await examine({ DATABASE_URL: database.url }, url);
  expect(failures).toEqual([]);
  expect(find("service")).toMatchObject({ state: "ok", detail: `ready at ${url}: postgres` });
  expect(find("PostgreSQL")).toMatchObject({ state: "ok", detail: expect.stringMatching(/^\d+.*schema \d+$/) });
  expect(find("clock")).toMatchObject({ state: "ok" });
  expect(find("event log")).toMatchObject({
    state: "ok",
    detail: "postgres, 6 partitions, 0 messages and 0 bulk messages wait",
  });
  expect(find("secrets key")).toMatchObject({ state: "warning" });
  expect(find("ports")).toMatchObject({ state: "skipped" });
});

test("one process of several is checked for what it needs, not for what the others need", async () => {
  const file = join(folder, "no-folder");
  await writeFile(file, "");
  const servers = { DATABASE_URL: database.url, RUAFLOW_DATA_DIR: join(file, "data") };
  const checkAs = async (role: string, settings: Readonly<Record<string, string>> = {}) => {
    roles = [role];
    const { find, failures } = await examine({ ...servers, ...settings }, url);
    const statesOf = (...names: string[]) => names.map((name) => find(name)?.state);
    return { find, failures, statesOf };
  };
  const places = ["secrets key", "data folder", "modes of the data folder"];
  const mail = ["report domain", "MX of the report domain", "permission to send reports", "certificate for STARTTLS"];
  const writer = await checkAs("record-writer");
  expect(writer.failures).toEqual([]);
  expect(new Set(writer.statesOf(...places, ...mail, "data about addresses"))).toEqual(new Set(["skipped"]));
  expect(writer.find("report domain")?.detail).toBe("not needed by record-writer");
  const api = await checkAs("api", { RUAFLOW_REPORT_DOMAIN: DOMAIN });
  expect(api.failures).toEqual(["data folder"]);
  expect(api.statesOf("secrets key", ...mail)).toEqual(["warning", "ok", "skipped", "warning", "skipped"]);
  const receiver = await checkAs("smtp-receiver", { RUAFLOW_REPORT_DOMAIN: DOMAIN });
  expect(receiver.statesOf("secrets key", ...mail)).toEqual(["skipped", "ok", "warning", "warning", "warning"]);
  roles = ["api"];
});

test("where commands run beside servers, mail is checked only by settings of mail", async () => {
  const servers = { DATABASE_URL: database.url, RUAFLOW_REPORT_DOMAIN: DOMAIN };
  const without = await examine(servers);
  expect(without.find("certificate for STARTTLS")).toMatchObject({ state: "skipped" });
  const withName = await examine({ ...servers, RUAFLOW_SMTP_NAME: "mx.example" });
  expect(withName.find("MX of the report domain")).toMatchObject({ state: "warning" });
});

test("a setting that is given as a file is listed", async () => {
  const path = join(folder, "database_url");
  await writeFile(path, database.url);
  const { find } = await examine({ DATABASE_URL_FILE: path });
  expect(find("settings")?.detail).toContain("DATABASE_URL");
});

test("a dependency that does not answer, and another program on the port, are told apart", async () => {
  answer = { checks: [{ name: "clickhouse", status: "unavailable", detail: "no answer in time" }] };
  const ill = await examine({}, url);
  expect(ill.failures).toEqual(["service"]);
  expect(ill.find("service")).toMatchObject({ state: "failed", detail: "clickhouse: no answer in time" });
  answer = "hello";
  expect((await examine({}, url)).find("service")).toMatchObject({ state: "warning" });
  const port = new URL(url).port;
  expect((await examine({ RUAFLOW_PORT: port })).find("ports")).toMatchObject({
    state: "failed",
    fix: expect.stringContaining("RUAFLOW_PORT"),
  });
});

test("servers that cannot be reached fail the checks, each with what to do", async () => {
  const { failures, find } = await examine({
    DATABASE_URL: "postgres://u:p@127.0.0.1:1/x",
    CLICKHOUSE_URL: "http://127.0.0.1:1/x",
  });
  expect(failures).toEqual(["PostgreSQL", "clock", "ClickHouse", "event log"]);
  for (const name of ["PostgreSQL", "ClickHouse", "event log"]) {
    expect(find(name)).toMatchObject({ state: "failed", detail: expect.stringContaining("ECONNREFUSED") });
  }
});

test("names of settings that do not exist are warned of, values that do not fit are refused", async () => {
  const { find } = await examine({ RUAFLOW_REPORT_DOMAN: DOMAIN });
  expect(find("settings")).toMatchObject({
    state: "warning",
    detail: expect.stringContaining("RUAFLOW_REPORT_DOMAIN?"),
  });
  await expect(examine({ RUAFLOW_PORT: "eighty" })).rejects.toThrow("RUAFLOW_PORT");
});

test("the records that mail needs are looked up, and the missing ones are spelled out", async () => {
  const mail = { RUAFLOW_REPORT_DOMAIN: DOMAIN, RUAFLOW_SMTP_NAME: "mx.example", RUAFLOW_SMTP_PORT: "0" };
  const before = await examine(mail);
  expect(before.find("MX of the report domain")?.fix).toContain(`${DOMAIN} MX 10 mx.example`);
  expect(before.find("permission to send reports")?.fix).toContain(`*._report._dmarc.${DOMAIN} TXT "v=DMARC1"`);
  dns.setTxt(`doctor.example._report._dmarc.${DOMAIN}`, "v=DMARC1;");
  dns.setAlias(DOMAIN, DOMAIN, [{ type: "MX", name: DOMAIN, data: { exchange: "MX.example", preference: 10 } }]);
  const after = await examine(mail);
  expect(after.find("permission to send reports")).toMatchObject({ state: "ok" });
  expect(after.find("certificate for STARTTLS")).toMatchObject({ state: "warning" });
  dns.fail("example.com", "servfail");
  expect((await examine(mail)).find("DNS")).toMatchObject({
    state: "warning",
    detail: expect.stringContaining("SERVFAIL"),
  });
});

test("a certificate is checked for its end and its name", async () => {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const create = (days: string, name: string) => {
    const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const names = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
    execFileSync("openssl", [...request, "-days", days, ...names, "-out", cert, "-keyout", key], { stdio: "ignore" });
  };
  const check = async () => {
    const tls = { RUAFLOW_SMTP_CERT: cert, RUAFLOW_SMTP_KEY: key, RUAFLOW_SMTP_NAME: "mx.example" };
    return (await examine({ RUAFLOW_REPORT_DOMAIN: DOMAIN, ...tls })).find("certificate for STARTTLS");
  };
  create("90", "mx.example");
  expect(await check()).toMatchObject({ state: "ok" });
  create("90", "other.example");
  expect(await check()).toMatchObject({ state: "warning", detail: expect.stringContaining("not for mx.example") });
  create("3", "mx.example");
  expect(await check()).toMatchObject({ state: "warning", fix: expect.stringContaining("Renew") });
});

test("the command prints each finding with its remedy, and the exit code tells of failures", async () => {
  const settings = { RUAFLOW_DATA_DIR: folder, DATABASE_URL: "postgres://u:p@127.0.0.1:1/x", RUAFLOW_PORT: "0" };
  const { code, stdout } = await runCommand(["doctor"], settings);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAILED {3}PostgreSQL: .*ECONNREFUSED.*\n {9}Check that the server runs/m);
  expect(stdout).toMatch(/checks: 3 failed, \d+ warnings?\.\n$/);
});

test("a data folder that cannot be made fails", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  expect((await examine({ RUAFLOW_DATA_DIR: join(file, "data") })).find("data folder")).toMatchObject({
    state: "failed",
    fix: expect.stringContaining("RUAFLOW_DATA_DIR"),
  });
});
