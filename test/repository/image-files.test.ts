import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listImageFiles } from "./image-files.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const dockerfile = read("infra/docker/Dockerfile");
const ignored = read(".dockerignore");
const committed = execFileSync("git", ["ls-files"], { cwd: fileURLToPath(root), encoding: "utf8" })
  .trim()
  .split("\n");

/** What lies in an operator's folder besides the committed files. */
const PRIVATE = [
  "infra/compose/secrets/database_url",
  "infra/compose/secrets/secrets_key",
  "infra/compose/secrets/imap_accounts",
  ".env",
  ".git/config",
  "data/secrets.key",
  "data/postgres/cluster/ruaflow-password",
  "infra/clickhouse/data/metadata/default.sql",
  "infra/kafka/jars/kafka_2.13-4.3.1.jar",
  "node_modules/chdb/index.js",
  "apps/api/node_modules/x/index.js",
  "docker-compose.override.yml",
  "backup.sql",
];

const isNeeded = (path: string) =>
  /^((libs|apps)\/[^/]+\/(package\.json|(src|bin)\/.+)|libs\/webhooks\/snippets\/.+|libs\/senders\/data\/.+|infra\/app\.mjs)$/.test(
    path,
  ) || ["package.json", "package-lock.json", ".npmrc"].includes(path);
const isOfTests = (path: string) => /\.test\.ts$|\/(testing|bench)\//.test(path);

test("the image contains no secret, no data and no setting of the machine that builds it", () => {
  const files = listImageFiles([...committed, ...PRIVATE], { dockerfile, ignored });
  expect(files.filter((path) => PRIVATE.includes(path))).toEqual([]);
});

test("the image contains what runs, and nothing else", () => {
  const files = listImageFiles(committed, { dockerfile, ignored });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => !isNeeded(path) || isOfTests(path))).toEqual([]);
  const expected = committed.filter((path) => isNeeded(path) && !isOfTests(path));
  expect(expected.filter((path) => !files.includes(path))).toEqual([]);
});

test("a folder that is copied, or no longer ignored, is found", () => {
  const copyAll = {
    dockerfile: "COPY package.json ./\nCOPY --chown=node libs/ libs\nCOPY infra infra\n",
    ignored: "libs",
  };
  const files = ["package.json", "libs/a.ts", "infra/compose/secrets/secrets_key", "infrared", "test/a.ts"];
  expect(listImageFiles(files, copyAll)).toEqual(["package.json", "infra/compose/secrets/secrets_key"]);
});

test("an exception that Docker never reaches is found: it does not enter an ignored folder", () => {
  const dockerfile = "COPY . .";
  expect(listImageFiles(["libs/a/src/x.ts"], { dockerfile, ignored: "*\n!libs/*/src" })).toEqual([]);
  expect(listImageFiles(["libs/a/src/x.ts"], { dockerfile, ignored: "*\n!libs/a/src" })).toEqual(["libs/a/src/x.ts"]);
});
