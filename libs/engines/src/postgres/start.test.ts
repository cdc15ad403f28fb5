import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openCluster } from "./cluster.ts";
import { DataFolderInUseError } from "./errors.ts";
import { holdOwnership, writeOwner } from "./owner.ts";
import { isProcessAlive, isServerOf } from "./process.ts";
import { startServer } from "./server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";
import { findRunningOwner, refuseIfOwned } from "./take-over.ts";

let prepared: string;
let root: string;
let dataDir: string;
const started: EmbeddedPostgres[] = [];
const owners: ChildProcess[] = [];

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), "ruaflow-embedded-prepared-"));
  await chmod(prepared, 0o711);
  await (await startEmbeddedPostgres({ dataDir: prepared })).stop();
});

afterAll(() => rm(prepared, { recursive: true, force: true }));

/** Saves a test the seconds of a first start. */
async function usePreparedFolder(): Promise<void> {
  await mkdir(join(root, "data"));
  await promisify(execFile)("cp", ["-a", prepared, dataDir]);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "ruaflow-embedded-"));
  await chmod(root, 0o711);
  dataDir = join(root, "data", "postgres");
  await usePreparedFolder();
});

afterEach(async () => {
  for (const owner of owners.splice(0)) await stopOwner(owner);
  for (const postgres of started.splice(0)) await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

async function start(options: { description?: string } = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, ...options });
  started.push(postgres);
  return postgres;
}

interface OwnerAnswer {
  readonly url: string;
  readonly postgresPid: number;
  readonly error?: string;
}

async function startOwner(description: string, startAtMs = 0): Promise<{ owner: ChildProcess; answer: OwnerAnswer }> {
  const program = fileURLToPath(new URL("../testing/owner-process.ts", import.meta.url));
  const owner = fork(program, [dataDir, description, String(startAtMs)], { execArgv: [], detached: true });
  owners.push(owner);
  const [answer] = await once(owner, "message");
  return { owner, answer };
}

async function stopOwner(owner: ChildProcess): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return;
  const exited = once(owner, "exit");
  if (owner.connected) owner.send("stop");
  await exited;
}

async function kill(owner: ChildProcess): Promise<void> {
  owner.kill("SIGKILL");
  await once(owner, "exit");
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("data survives a stop, and stopping ends the server", async () => {
  const first = await start();
  await ask(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  await first.stop();
  expect(isProcessAlive(first.pid)).toBe(false);
  const second = await start();
  expect(await ask(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
});

test("the database is durable, UTF-8, sorted by bytes, and its role is not a superuser", async () => {
  const { url } = await start();
  const [settings] = await ask(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
       current_setting('full_page_writes') AS pages, current_setting('server_encoding') AS encoding,
       current_setting('data_checksums') AS checksums, 'Z' < 'a' AS bytewise,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
  );
  expect(settings).toEqual({
    fsync: "on",
    commit: "on",
    pages: "on",
    encoding: "UTF8",
    checksums: "on",
    bytewise: true,
    super: false,
  });
});

test("connections need the password, and only the owner of the files can read it", async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(ask(wrong.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  const superuser = new URL(url);
  superuser.username = "postgres";
  await expect(ask(superuser.href, "SELECT 1")).rejects.toMatchObject({ code: "28000" });
  expect((await stat(join(dataDir, "cluster"))).mode & 0o077).toBe(0);
  expect((await stat(join(dataDir, "cluster", "ruaflow-password"))).mode & 0o077).toBe(0);
});

test("a first start creates the folder, even below one that only its owner may enter", async () => {
  await rm(join(root, "data"), { recursive: true });
  await chmod(root, 0o700);
  const { url } = await start();
  expect(await ask(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("the server of a killed service is stopped; the next start is quick and loses nothing", async () => {
  const { owner, answer } = await startOwner("first");
  await ask(answer.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await kill(owner);
  expect(await isServerOf(join(dataDir, "cluster"), answer.postgresPid)).toBe(true);
  const before = performance.now();
  const { url } = await start();
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(await isServerOf(join(dataDir, "cluster"), answer.postgresPid)).toBe(false);
  expect(await ask(url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
});

test("Ctrl-C at a terminal reaches only the service, which drains before it stops the server", async () => {
  const { owner, answer } = await startOwner("in the foreground");
  const client = new pg.Client(answer.url);
  client.on("error", () => undefined);
  await client.connect();
  process.kill(-(owner.pid ?? 0), "SIGINT");
  await sleep(300);
  expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test("killing service and server together loses no committed row", async () => {
  const { owner, answer } = await startOwner("first");
  await ask(answer.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  process.kill(answer.postgresPid, "SIGKILL");
  await kill(owner);
  const { url } = await start();
  expect(await ask(url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
});

test("a second owner is refused, with a description of the first, and leaves the first alone", async () => {
  const { owner, answer } = await startOwner("http://localhost:8080");
  const refusal = await startEmbeddedPostgres({ dataDir }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataFolderInUseError);
  expect(refusal).toMatchObject({
    code: "data_folder_in_use",
    owner: { pid: owner.pid, description: "http://localhost:8080" },
  });
  expect(await ask(answer.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a second owner in the same process is refused too", async () => {
  await start();
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toBeInstanceOf(DataFolderInUseError);
});

test("of several services that start at the same moment exactly one gets the folder", async () => {
  const startAtMs = Date.now() + 1_000;
  const answers = await Promise.all(["a", "b", "c"].map((name) => startOwner(name, startAtMs)));
  const winners = answers.filter(({ answer }) => answer.error === undefined);
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ answer }) => answer.error === "DataFolderInUseError")).toHaveLength(2);
  for (const { answer } of winners) {
    expect(await ask(answer.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await isServerOf(join(dataDir, "cluster"), answer.postgresPid)).toBe(true);
  }
});

test("a service that lost the race leaves the winner's server alone, even before the winner has locked it", async () => {
  const cluster = await openCluster(dataDir, "durable");
  const server = await startServer(cluster, { settings: {} });
  try {
    // The loser wrote last, so the file names it until the winner writes it again.
    await writeOwner(dataDir, { pid: process.pid, description: "the loser", isTemporary: false });
    const refusal = refuseIfOwned(dataDir, cluster).catch((error: unknown) => error);
    await sleep(500);
    const ownership = await holdOwnership(server.url);
    await writeOwner(dataDir, { pid: process.ppid, description: "the winner", isTemporary: false });
    expect(await refusal).toMatchObject({ code: "data_folder_in_use", owner: { description: "the winner" } });
    expect(await ask(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await ownership.release();
  } finally {
    await server.stop();
  }
});

test("the next start has the same address, unless the port was taken meanwhile", async () => {
  const first = await start();
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  await second.stop();
  const unrelated = createServer().listen(Number(new URL(first.url).port), "127.0.0.1");
  await once(unrelated, "listening");
  const third = await start();
  expect(third.url).not.toBe(first.url);
  expect(await ask(third.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  unrelated.close();
});

test("other processes find the running owner, and no owner once it has stopped or was killed", async () => {
  expect(await findRunningOwner(dataDir)).toBeNull();
  const { owner, answer } = await startOwner("http://localhost:8080");
  expect(await findRunningOwner(dataDir)).toEqual({
    pid: owner.pid,
    description: "http://localhost:8080",
    isTemporary: false,
    url: answer.url,
  });
  await kill(owner);
  await expect.poll(() => findRunningOwner(dataDir)).toBeNull();
  await (await start()).stop();
  expect(await findRunningOwner(dataDir)).toBeNull();
});

test("a crashed server restarts at the same address and stays owned", async () => {
  const { url, pid } = await start();
  process.kill(pid, "SIGKILL");
  await expect.poll(() => ask(url, "SELECT 1 AS one").catch(() => null), { timeout: 10_000 }).toEqual([{ one: 1 }]);
  await expect.poll(() => findRunningOwner(dataDir), { timeout: 5_000 }).toMatchObject({ pid: process.pid, url });
});

test("a server that crashed is left to its living owner, who restarts it", async () => {
  const { owner, answer } = await startOwner("http://localhost:8080");
  owner.kill("SIGSTOP");
  process.kill(answer.postgresPid, "SIGKILL");
  setTimeout(() => owner.kill("SIGCONT"), 1_500);
  await expect(start()).rejects.toMatchObject({ code: "data_folder_in_use", owner: { pid: owner.pid } });
  expect(await ask(answer.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("the folder of a service that stopped is free at once, although its process lives on", async () => {
  const { owner, answer } = await startOwner("http://localhost:8080");
  owner.send("pause");
  await expect.poll(() => isProcessAlive(answer.postgresPid), { interval: 5, timeout: 10_000 }).toBe(false);
  const startedAt = performance.now();
  await start();
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(isProcessAlive(owner.pid ?? 0)).toBe(true);
});

test("a stale process file does not harm an unrelated process with the same id", async () => {
  const unrelated = fork(fileURLToPath(new URL("../testing/unrelated-process.ts", import.meta.url)), { execArgv: [] });
  try {
    const lines = [unrelated.pid, join(dataDir, "cluster"), 0, 5432, "", "127.0.0.1", "", "ready"];
    await writeFile(join(dataDir, "cluster", "postmaster.pid"), `${lines.join("\n")}\n`);
    expect(await ask((await start()).url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await sleep(100);
    expect(unrelated.signalCode).toBeNull();
  } finally {
    unrelated.kill("SIGKILL");
  }
});

test("the draft of a start that was killed while it created the cluster is removed", async () => {
  const draft = join(dataDir, "cluster-draft-999999999");
  await mkdir(draft, { recursive: true });
  await start();
  await expect(stat(draft)).rejects.toMatchObject({ code: "ENOENT" });
  expect(await readFile(join(dataDir, "cluster", "PG_VERSION"), "utf8")).toMatch(/^\d+\n$/);
});

test("a cluster of another PostgreSQL is refused in one sentence with a way out", async () => {
  await writeFile(join(dataDir, "cluster", "PG_VERSION"), "99\n");
  const starting = startEmbeddedPostgres({ dataDir });
  await expect(starting).rejects.toThrow(
    /^\S+ was written by PostgreSQL 99, and this release has [\d.]+\d: start the .*\.$/,
  );
});
