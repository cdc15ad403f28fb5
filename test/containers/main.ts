// `npm run test:containers`: what needs Docker. Where no registry can be reached, on stand-ins for the base images.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { docker } from "../../infra/docker/docker.ts";
import { listBaseImages, provideImages } from "../../infra/docker/stand-ins/base-images.ts";
import { printHelpIfAsked } from "../support/print-help.ts";
import { startContainerServers } from "./servers.ts";

printHelpIfAsked(`npm run test:containers -- [PART ...]

  image     builds the image; checks its files, size, user, and that every app loads
  compose   starts the compose project five times from nothing, uploads to it, kills every container, scales, restarts
  guide     goes through the commands of infra/compose/README.md: import, backup, restore, upgrade, the way back, doctor
  alerts    lets the shipped Prometheus miss apps that are stopped, and name one that restarts again and again
  suites    runs the suites of the stores and the log on the servers of docker-compose.yml

Without a part, all.`);

/**
 * The suites that run on our own servers elsewhere; each group on new servers, because distributed and record-writer use
 * the product's own topics and would take each other's messages.
 */
const SUITES = [
  ["test/e2e/distributed"],
  ["libs/engines/src/testing", "libs/event-log", "libs/record-store", "libs/metadata-store", "apps/record-writer"],
];
const PARTS = ["image", "compose", "guide", "alerts", "suites"];
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const DOCKER_MISSING = 2;

const chosen = process.argv.slice(2);
const parts = chosen.length === 0 ? PARTS : chosen;
const unknown = parts.find((part) => !PARTS.includes(part));
if (unknown !== undefined) refuse(`There is no part ${unknown}; the parts are ${PARTS.join(", ")}.`);
await docker(["version"]).catch((error: Error) => refuse(`test:containers needs a running Docker: ${error.message}`));

const standIns = await provideImages(listBaseImages());
// testcontainers would pull an image only to remove containers that a killed process left.
if (standIns.length > 0) process.env.TESTCONTAINERS_RYUK_DISABLED = "true";

let code = 0;
for (const part of parts) code = (await runPart(part)) || code;
const servers = standIns.length > 0 ? "stand-ins" : "the images of the compose file";
console.log(`${parts.join(", ")} on ${servers}: ${code === 0 ? "passed" : "FAILED"}`);
process.exit(code);

async function runPart(part: string): Promise<number> {
  if (part !== "suites")
    return runVitest(["--config", "test/containers/vitest.config.ts", `test/containers/${part}.docker.ts`]);
  let code = 0;
  for (const suites of SUITES) code = (await runSuites(suites)) || code;
  return code;
}

async function runSuites(suites: readonly string[]): Promise<number> {
  console.log("starting Apache Kafka, ClickHouse and PostgreSQL in containers ...");
  const started = await startContainerServers();
  try {
    return await runVitest(suites, started.environment);
  } finally {
    await started.stop();
  }
}

async function runVitest(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<number> {
  const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
  const child = spawn(process.execPath, [vitest, "run", ...args], {
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  // A signal ends the suites; the containers are stopped after them.
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const [exitCode] = await once(child, "close");
  for (const signal of SIGNALS) process.off(signal, pass);
  return exitCode ?? 1;
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(DOCKER_MISSING);
}
