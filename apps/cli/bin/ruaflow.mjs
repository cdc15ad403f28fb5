#!/usr/bin/env -S node --max-semi-space-size=16
// Uses the Node.js version that the repository pins: npx puts node_modules/.bin first, a direct call may not.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import "@ruaflow/runtime/compile-cache";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const pinned = fileURLToPath(new URL("../../../node_modules/node/bin/node", import.meta.url));

// As npm start does; variables of the environment take precedence.
if (existsSync(".env")) process.loadEnvFile(".env");

if (Number(process.versions.node.split(".")[0]) >= 24 || !existsSync(pinned)) {
  await import(main);
} else {
  const { status } = spawnSync(pinned, [...process.execArgv, main, ...process.argv.slice(2)], { stdio: "inherit" });
  process.exit(status ?? 1);
}
