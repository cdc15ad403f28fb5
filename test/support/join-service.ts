import { hash, randomUUID } from "node:crypto";
import { basename } from "node:path";
import { expect } from "vitest";
import { createMigratedDataDir } from "./migrated-data-dir.ts";
import { removeDataDir, runOrThrow, startService } from "./service.ts";
import { SHARED_DOOR, type SharedName, type SharedService } from "./shared-service.ts";

/** An organization of its own on a running service, for one test file. */
export interface Tenant extends SharedService {
  /** `org_…` */
  readonly organization: string;
  /** Of the organization, with all scopes. */
  readonly key: string;
  /** Runs a `ruaflow` command on the service's data folder; it must succeed. */
  run(...args: string[]): Promise<string>;
  leave(): Promise<void>;
}

/**
 * The service that the files of a run share, with a new organization. One file in ten has a service to itself, another one each
 * day, so that a test that needs what other files left behind is found; `RUAFLOW_TEST_ALONE=0` to `9` chooses them.
 * A file that changes the whole service, restarts it or counts what all organizations have starts its own.
 */
export async function joinService(): Promise<Tenant> {
  const { service, leave } = isAlone() ? await startOwn() : await findShared();
  const run = (...args: string[]) => runOrThrow(args, { RUAFLOW_DATA_DIR: service.dataDir });
  const { id }: { id: string } = JSON.parse(await run("orgs", "create", `file-${randomUUID()}`, "--json"));
  const { key }: { key: string } = JSON.parse(await run("keys", "create", "tests", "--org", id, "--json"));
  return { ...service, organization: id, key, run, leave };
}

function isAlone(): boolean {
  const turn = process.env.RUAFLOW_TEST_ALONE ?? String(Math.floor(Date.now() / 86_400_000) % 10);
  const name = basename(expect.getState().testPath ?? "");
  const isTurn = Number.parseInt(hash("sha256", name).slice(0, 8), 16) % 10 === Number(turn);
  if (isTurn) process.stdout.write(`${name} has a service to itself: RUAFLOW_TEST_ALONE=${turn}\n`);
  return isTurn;
}

async function findShared() {
  const response = await fetch(readDoor());
  if (!response.ok) throw new Error(await response.text());
  const service: SharedService = JSON.parse(await response.text());
  return { service, leave: async () => undefined };
}

async function startOwn() {
  const dataDir = createMigratedDataDir();
  const { url, stop } = await startService(dataDir);
  const leave = async () => {
    await stop();
    await removeDataDir(dataDir);
  };
  return { service: { dataDir, url }, leave };
}

/** Publishes a TXT record where all services of the run look. */
export async function publishTxt(record: SharedName): Promise<void> {
  const { ok } = await fetch(readDoor(), { method: "PUT", body: JSON.stringify(record) });
  if (!ok) throw new Error(`${record.name} could not be published`);
}

function readDoor(): string {
  const door = process.env[SHARED_DOOR];
  if (door === undefined) throw new Error(`${SHARED_DOOR} is not set: vitest.config.ts sets it up`);
  return door;
}
