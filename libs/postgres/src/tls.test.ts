import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startTlsPostgres, type TlsPostgres } from "@ruaflow/engines/testing";
import { createTestCertificates, type TestCertificates } from "@ruaflow/runtime/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { readMigrationStatus } from "./migrate.ts";

const own = createTestCertificates();
const foreign = createTestCertificates();
let folder: string;
let server: TlsPostgres;
let strict: TlsPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-tls-"));
  const write = async (name: string, { ca, client }: TestCertificates) => {
    await writeFile(path(`${name}-ca.pem`), ca);
    await writeFile(path(`${name}.pem`), client.cert);
    await writeFile(path(`${name}.key`), client.key, { mode: 0o600 });
  };
  await write("own", own);
  await write("foreign", foreign);
  [server, strict] = await Promise.all([startTlsPostgres(own), startTlsPostgres(own, { asksForCertificate: true })]);
});

afterAll(async () => {
  await Promise.all([server.stop(), strict.stop()]);
  await rm(folder, { recursive: true });
});

const path = (name: string) => join(folder, name);

function toUrl({ url }: TlsPostgres, parameters: Readonly<Record<string, string>>, host = "127.0.0.1"): string {
  const result = new URL(url);
  result.hostname = host;
  for (const [name, value] of Object.entries(parameters)) result.searchParams.set(name, value);
  return result.href;
}

const verified = () => ({ sslmode: "verify-full", sslrootcert: path("own-ca.pem") });
const withClient = (name: string) => ({ ...verified(), sslcert: path(`${name}.pem`), sslkey: path(`${name}.key`) });

async function isEncrypted(url: string): Promise<unknown> {
  const database = openDatabase(url, 1);
  try {
    const [row] = await database.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    return row;
  } finally {
    await database.close();
  }
}

test("connections are encrypted, and the server's certificate is checked", async () => {
  expect(await isEncrypted(toUrl(server, verified()))).toEqual({ ssl: true });
  expect(await isEncrypted(toUrl(strict, withClient("own")))).toEqual({ ssl: true });
});

/** What is wrong, the URL, and the advice. */
const mistakes: [string, () => string, RegExp][] = [
  ["another authority", () => toUrl(server, { ...verified(), sslrootcert: path("foreign-ca.pem") }), /Set sslrootcert/],
  ["no authority", () => toUrl(server, { sslmode: "verify-full" }), /Set sslrootcert/],
  ["another name", () => toUrl(server, verified(), "127.0.0.2"), /by a name or address that its certificate contains/],
  ["no TLS", () => toUrl(server, {}), /add sslmode=verify-full/],
  [
    "a missing file",
    () => toUrl(server, { ...verified(), sslrootcert: path("none.pem") }),
    /Check the files that sslroot/,
  ],
  [
    "a file that is no certificate",
    () => toUrl(server, { ...verified(), sslrootcert: path("own.key") }),
    /Set sslrootcert/,
  ],
  ["no client certificate", () => toUrl(strict, verified()), /set sslcert and sslkey/],
  ["another authority's client", () => toUrl(strict, withClient("foreign")), /set sslcert and sslkey/],
  ["a wrong password", () => toUrl(server, verified()).replace(/:[^:@/]+@/, ":wrong@"), /Check user and password/],
  ["a missing database", () => toUrl(server, verified()).replace("/ruaflow?", "/none?"), /Create the database/],
];

test.for(mistakes)("%s is refused with the name of the setting", async ([, toWrongUrl, advice]) => {
  const error = await readMigrationStatus(toWrongUrl(), pathToFileURL(`${folder}/`)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "UsageError", message: expect.stringMatching(/^PostgreSQL: .*DATABASE_URL/) });
  expect(error).toMatchObject({ message: expect.stringMatching(advice) });
});

test("a renewed authority is used by the next connection, without a restart", async () => {
  const changing = path("changing.pem");
  await copyFile(path("own-ca.pem"), changing);
  const database = openDatabase(toUrl(server, { ...verified(), sslrootcert: changing }), 5);
  const askTwice = () => Promise.all([1, 2].map(() => database.query("SELECT pg_sleep(0.05)")));
  await database.query("SELECT 1");
  await copyFile(path("foreign-ca.pem"), changing);
  await expect(askTwice()).rejects.toThrow(/self-signed|signature/);
  await copyFile(path("own-ca.pem"), changing);
  await askTwice();
  await database.close();
});
