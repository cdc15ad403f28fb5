import { once } from "node:events";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { WritingEngine } from "./engine.ts";
import { createServerEngine } from "./server.ts";

const own = createTestCertificates();
const foreign = createTestCertificates();
const stops: (() => Promise<void>)[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-tls-"));
  await writeFile(path("text"), "not a certificate");
  for (const [name, { ca, client }] of Object.entries({ own, foreign })) {
    await writeFile(path(`${name}-ca.pem`), ca);
    await writeFile(path(`${name}.pem`), client.cert);
    await writeFile(path(`${name}.key`), client.key);
  }
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => rm(folder, { recursive: true }));

const path = (name: string) => join(folder, name);

/** Answers every query with one row, like a server that has the database. */
async function startTlsServer({ asksForCertificate = false } = {}): Promise<number> {
  const { ca, cert, key } = own;
  const options = { ca, cert, key, requestCert: asksForCertificate, rejectUnauthorized: asksForCertificate };
  const server = createServer(options, async (request, response) => {
    await request.resume().toArray();
    const isAllowed = request.headers.authorization?.endsWith(btoa("user:right")) === true;
    response.statusCode = isAllowed ? 200 : 401;
    response.end(isAllowed ? '{"data":[{"name":"ruaflow"}]}' : "Code: 516. DB::Exception: user: Authentication failed");
  }).listen(0);
  await once(server, "listening");
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function toUrl(port: number, parameters: Readonly<Record<string, string>>, host = "127.0.0.1"): string {
  const url = new URL(`https://user:right@${host}:${port}/ruaflow`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function open(url: string): Promise<WritingEngine> {
  const engine = await createServerEngine(url);
  stops.push(() => engine.close());
  return engine;
}

const authority = () => ({ ca_cert: path("own-ca.pem") });
const withClient = () => ({ ...authority(), client_cert: path("own.pem"), client_cert_key: path("own.key") });

test("a server is checked by its authority, and may ask for a certificate", async () => {
  const port = await startTlsServer();
  expect(await (await open(toUrl(port, authority()))).select("SELECT 1", {})).toEqual([{ name: "ruaflow" }]);
  const strictPort = await startTlsServer({ asksForCertificate: true });
  expect(await (await open(toUrl(strictPort, withClient()))).select("SELECT 1", {})).toHaveLength(1);
});

/** What is wrong, whether the server asks for certificates, the URL, and the advice. */
const mistakes: [string, boolean, (port: number) => string, RegExp][] = [
  ["no authority", false, (port) => toUrl(port, {}), /Set ca_cert/],
  ["another authority", false, (port) => toUrl(port, { ca_cert: path("foreign-ca.pem") }), /Set ca_cert/],
  ["another name", false, (port) => toUrl(port, authority(), "127.0.0.2"), /by a name or address that its certificate/],
  ["no client certificate", true, (port) => toUrl(port, authority()), /set client_cert and client_cert_key/],
  ["a missing file", false, (port) => toUrl(port, { ca_cert: path("none.pem") }), /none\.pem, which cannot be read/],
  ["a file that is not PEM", false, (port) => toUrl(port, { ca_cert: path("text") }), /which is not PEM/],
  [
    "a certificate without its key",
    false,
    (port) => toUrl(port, { client_cert: path("own.pem") }),
    /required together/,
  ],
  [
    "an unknown parameter",
    false,
    (port) => toUrl(port, { sslmode: "on" }),
    /unknown parameter sslmode; it may have ca_cert/,
  ],
  ["files without TLS", false, (port) => toUrl(port, authority()).replace("https", "http"), /so it must be https/],
  ["a wrong password", false, (port) => toUrl(port, authority()).replace("right", "wrong"), /Check user and password/],
  ["another protocol", false, () => "clickhouse://host", /must look like https/],
];

test.for(mistakes)("%s is refused with the name of the setting", async ([, asksForCertificate, toWrongUrl, advice]) => {
  const port = await startTlsServer({ asksForCertificate });
  const error = await open(toWrongUrl(port)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "UsageError", message: expect.stringContaining("CLICKHOUSE_URL") });
  expect(error).toMatchObject({ message: expect.stringMatching(advice) });
});

test("a renewed authority is used by the next connection, without a restart", async () => {
  const changing = path("changing.pem");
  await copyFile(path("own-ca.pem"), changing);
  const engine = await open(toUrl(await startTlsServer(), { ca_cert: changing }));
  const askAtOnce = (times: number) => Promise.all(Array.from({ length: times }, () => engine.select("SELECT 1", {})));
  await askAtOnce(1);
  await copyFile(path("foreign-ca.pem"), changing);
  await expect(askAtOnce(3)).rejects.toThrow(/self-signed|certificate/);
  await sleep(50);
  await copyFile(path("own-ca.pem"), changing);
  expect(await askAtOnce(3)).toHaveLength(3);
});
