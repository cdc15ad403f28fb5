// What each command needs where no service runs on the folder. A command that is not in the table fails.
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";
import { createProgram } from "../program.ts";

/**
 * `none`: no stores. `servers`: those that the settings name. `running`: a running service. `data`: a folder with data,
 * where it may start the engines. `any`: it may also make the folder.
 */
type Need = "none" | "servers" | "running" | "data" | "any";

/** With arguments with which the command comes as far as its stores. */
const COMMANDS: Readonly<Record<string, { readonly need: Need; readonly args?: readonly string[] }>> = {
  import: { need: "any" },
  explain: { need: "none" },
  "submissions list": { need: "data" },
  "submissions show": { need: "data", args: ["sub_1"] },
  replay: { need: "data", args: ["--unstored"] },
  demo: { need: "any" },
  "domains add": { need: "data", args: ["example.com"] },
  "domains import": { need: "data", args: ["LIST"] },
  "domains list": { need: "data" },
  "keys create": { need: "data", args: ["key"] },
  "keys list": { need: "data" },
  "keys revoke": { need: "data", args: ["key_1"] },
  "sign-in": { need: "running" },
  "orgs create": { need: "any" },
  "orgs list": { need: "data" },
  "orgs delete": { need: "data", args: ["org_1"] },
  "orgs set": { need: "data", args: ["org_1", "--count-unauthenticated", "yes"] },
  "webhooks list": { need: "data" },
  "webhooks listen": { need: "running" },
  sql: { need: "data", args: ["SELECT 1"] },
  export: { need: "data", args: ["--format", "csv", "--since", "2026-01-01", "--to", "OUT"] },
  "analysts create": { need: "servers", args: ["label"] },
  "analysts list": { need: "servers" },
  "analysts revoke": { need: "servers", args: ["user"] },
  "migrate status": { need: "servers" },
  "migrate up": { need: "servers" },
  backup: { need: "data", args: ["OUT"] },
  restore: { need: "any" },
  move: { need: "data", args: ["--to", "SERVERS"] },
  reconcile: { need: "data" },
  repair: { need: "data" },
  "dead-letters list": { need: "data" },
  "dead-letters show": { need: "data", args: ["ruaflow.reports.v1/0/0"] },
  "dead-letters replay": { need: "data", args: ["--all"] },
  lag: { need: "running" },
  doctor: { need: "none" },
  "self-test": { need: "running" },
  "sources list": { need: "data" },
  "sources refresh": { need: "data" },
};

function listCommands(command: Command, path: readonly string[] = []): string[] {
  return command.commands.flatMap((child) => {
    const own = [...path, child.name()];
    return child.commands.length > 0 ? listCommands(child, own) : [own.join(" ")];
  });
}

test("the table has every command", () => {
  expect(listCommands(createProgram({})).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-commands-"));
  await writeFile(join(folder, "list"), "example.com\n");
  const servers = ["DATABASE_URL=postgres://127.0.0.1:1/none", "CLICKHOUSE_URL=http://127.0.0.1:1/none"];
  await writeFile(join(folder, "servers"), `${servers.join("\n")}\n`);
});

afterAll(() => rm(folder, { recursive: true }));

const PLACES: Readonly<Record<string, string>> = { LIST: "list", OUT: "out", SERVERS: "servers" };

/** On a folder that is not there. */
function runThere(command: string) {
  const given = (COMMANDS[command]?.args ?? []).map((arg) => {
    const place = PLACES[arg];
    return place === undefined ? arg : join(folder, place);
  });
  const environment = { RUAFLOW_DATA_DIR: join(folder, "data"), CLICKHOUSE_URL: "", DATABASE_URL: "" };
  return runCommand([...command.split(" "), ...given], environment);
}

const having = (wanted: Need) => Object.keys(COMMANDS).filter((command) => COMMANDS[command]?.need === wanted);

describe("where no data is, it makes none, and says which folder it looked at and how to name another:", () => {
  test.each(having("data"))("%s", async (command) => {
    const { code, stdout, stderr } = await runThere(command);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`${join(folder, "data")} has no data. Name the service's folder with RUAFLOW_DATA_DIR`);
    expect((await readdir(folder)).toSorted()).toEqual(["list", "servers"]);
  });
});

describe("without a running service, it starts nothing and says so:", () => {
  test.each(having("running"))("%s", async (command) => {
    const { code, stderr } = await runThere(command);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("No service is running on") });
    expect((await readdir(folder)).toSorted()).toEqual(["list", "servers"]);
  });
});

describe("without servers, it makes nothing:", () => {
  test.each(having("servers"))("%s", async (command) => {
    const { code, stderr } = await runThere(command);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/DATABASE_URL|CLICKHOUSE_URL/) });
    expect((await readdir(folder)).toSorted()).toEqual(["list", "servers"]);
  });
});

test("doctor makes nothing", async () => {
  await runThere("doctor");
  expect((await readdir(folder)).toSorted()).toEqual(["list", "servers"]);
});
