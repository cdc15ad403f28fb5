// Runs before `npm start`, `npm test` and the like, under whichever Node npm itself runs on: installs the
// dependencies exactly as locked when they are missing or older than the lockfile, and does nothing otherwise.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lockfile = new URL("../package-lock.json", import.meta.url);
/** npm writes this file last, so its presence means a finished install. */
const installed = new URL("../node_modules/.package-lock.json", import.meta.url);

const upToDate = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
if (!upToDate) {
  console.error("Installing dependencies (npm ci) ...");
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) {
    console.error("npm ci failed: see its message above.");
    process.exit(status ?? 1);
  }
}
