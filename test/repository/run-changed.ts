// `npm run test:changed`: the tests of the rooms that a change touches, with the repository's own; the whole is `npm test` and `npm run test:long`.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { printHelpIfAsked } from "../support/print-help.ts";

printHelpIfAsked(`Runs the tests of the rooms that changed since a commit, and those of the repository.

  npm run test:changed -- [--since COMMIT] [--list]

  --since COMMIT   compare with this commit (default: where this branch left main; on main, the last commit)
  --list           only print what would run

What other rooms make of the change, services included, only the whole shows: npm test and npm run test:long.`);

const { values } = parseArgs({ options: { since: { type: "string" }, list: { type: "boolean", default: false } } });
const since = values.since ?? findBase();
const changed = [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")];
const rooms = changed.flatMap((path) => path.match(/^(?:libs|apps|test)\/[^/]+(?=\/)/) ?? []);
// Whole services, each for half a minute: only the files that changed themselves.
const services = changed.filter((path) => /^test\/e2e\/.*\.test\.ts$/.test(path));
const named = new Set([...rooms, ...services, "test/repository"]);
const paths = [...named].filter((path) => path !== "test/e2e" && existsSync(path));
console.log(`${changed.length} files changed since ${since.slice(0, 12)}: testing ${paths.join(", ")}`);
if (!values.list) {
  const { status } = spawnSync("npx", ["vitest", "run", ...paths], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

/** On another branch, where it left main; on main, the last commit. */
function findBase(): string {
  const [main = ""] = git("merge-base", "HEAD", "main");
  const [head = ""] = git("rev-parse", "HEAD");
  return main === head ? "HEAD~1" : main;
}

function git(...args: string[]): string[] {
  return execFileSync("git", args, { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");
}
