// `npm run bench:first-answer`: how long a new user waits. Clones the repository into an empty folder, runs `npm start`
// with an empty npm cache, imports one report and requests it; prints seconds and the service's memory at rest.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { generateReport } from "../support/report-generator.ts";

const REST_SECONDS = 20;
const repository = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ruaflow-newcomer-"));
const clone = join(folder, "ruaflow");
const port = 20_000 + Math.floor(Math.random() * 20_000);
const environment = {
  ...process.env,
  // The new user must not get the Node.js that runs this script.
  PATH: (process.env.PATH ?? "")
    .split(":")
    .filter((entry) => !entry.includes("node_modules"))
    .join(":"),
  npm_config_cache: join(folder, "npm-cache"),
  RUAFLOW_PORT: String(port),
};

execFileSync("git", ["clone", "--quiet", repository, clone]);
const startedAt = Date.now();
const seconds = () => Number(((Date.now() - startedAt) / 1000).toFixed(1));
const service = spawn("npm", ["start"], {
  cwd: clone,
  env: environment,
  stdio: ["ignore", "pipe", "inherit"],
  detached: true,
});
try {
  const key = await readKey();
  const readySeconds = seconds();
  const report = generateReport({ seed: 1, domain: "newcomer.example", begin: 1_767_225_600, records: 10 });
  writeFileSync(join(folder, "report.xml"), [...report.xml()].join(""));
  execFileSync("npx", ["ruaflow", "import", "--add-domains", join(folder, "report.xml")], {
    cwd: clone,
    env: environment,
  });
  const headers = { authorization: `Bearer ${key}` };
  const answer = await (await fetch(`http://127.0.0.1:${port}/api/v1/reports`, { headers })).text();
  if (JSON.parse(answer).data[0]?.total_count !== report.messages) throw new Error(`unexpected answer: ${answer}`);
  const answerSeconds = seconds();
  await sleep(REST_SECONDS * 1000);
  console.log(JSON.stringify({ readySeconds, answerSeconds, restMiB: readMemory() }));
} finally {
  if (service.pid) process.kill(-service.pid, "SIGTERM");
  await sleep(5000);
  rmSync(folder, { recursive: true, force: true });
}

function readKey(): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    service.stdout.on("data", (chunk) => {
      output += chunk;
      const key = output.match(/API key +(ruaflow_\S+)/)?.[1];
      if (key && output.includes("Ctrl-C stops it")) resolve(key);
    });
    service.once("exit", (code) => reject(new Error(`npm start ended with ${code}`)));
  });
}

/** Memory of the service and of its PostgreSQL in MiB, shared pages counted once (PSS). */
function readMemory(): { readonly node: number; readonly postgres: number } {
  const memory = { node: 0, postgres: 0 };
  const pids = [...findProcesses("-g", String(service.pid)), ...findProcesses("-f", join(clone, "data"))];
  for (const pid of new Set(pids)) {
    const pss = Number(readOrEmpty(`/proc/${pid}/smaps_rollup`).match(/^Pss: +(\d+)/m)?.[1] ?? 0) / 1024;
    memory[readOrEmpty(`/proc/${pid}/cmdline`).includes("postgres") ? "postgres" : "node"] += pss;
  }
  return { node: Math.round(memory.node), postgres: Math.round(memory.postgres) };
}

function findProcesses(option: string, value: string): string[] {
  return execFileSync("pgrep", [option, value]).toString().trim().split("\n");
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
