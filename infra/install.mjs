// Runs before `npm start`, `npm test` and the like, under the Node that npm itself runs on. It installs the
// dependencies exactly as locked when they are missing or older than the lockfile; otherwise it does nothing.
//   node infra/install.mjs          all dependencies
//   node infra/install.mjs --run    only runtime dependencies, when nothing is installed yet: the quickest first start
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lockfile = new URL("../package-lock.json", import.meta.url);
/** npm writes this file last, so its presence means a finished install. */
const installed = new URL("../node_modules/.package-lock.json", import.meta.url);
/** Present only with development dependencies. */
const development = new URL("../node_modules/typescript/package.json", import.meta.url);

const onlyRun = process.argv.includes("--run");
const upToDate = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
const complete = onlyRun || existsSync(development);
if (!upToDate || !complete) install(onlyRun && !existsSync(development) ? ["ci", "--omit=dev"] : ["ci"]);

function install(args) {
  console.error(`Installing dependencies (npm ${args.join(" ")}); this happens once ...`);
  const npm = process.env.npm_execpath;
  const quiet = [...args, "--loglevel=error", "--no-audit", "--no-fund"];
  const [command, parameters] = npm ? [process.execPath, [npm, ...quiet]] : ["npm", quiet];
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  console.error("npm ci failed: see its message above.");
  process.exit(status ?? 1);
}
