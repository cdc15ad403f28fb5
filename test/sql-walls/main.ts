// `npm run chaos:sql -- --queries 500000`: asks the read-only SQL port what no reader may learn.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { printHelpIfAsked } from "../support/print-help.ts";
import { EVERY, type Progress, runQueries } from "./run.ts";
import type { Walls } from "./target.ts";

printHelpIfAsked(`Asks generated queries over every function and table function of the engine, in every position.

  --queries N          how many (default 3000)
  --seed N             the same seed asks the same (default 1)
  --from N             number of the first query (default 0)
  --workers N          engines that are asked at once (default 1)
  --without-wall-one   readers have every right in the engine: still nothing may be reached
  --without-wall-two   no query is inspected: nothing but what docs/sql.md names may be reached
  --without-both       succeeds only when something is reached
  --json               print the result as JSON

A query that ends the engine's process counts as a crash, and the run goes on behind it.
Exit code: 0 when nothing is reached.`);

const { values } = parseArgs({
  options: {
    queries: { type: "string", default: "3000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    workers: { type: "string", default: "1" },
    "without-wall-one": { type: "boolean", default: false },
    "without-wall-two": { type: "boolean", default: false },
    "without-both": { type: "boolean", default: false },
    worker: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const [queries, seed, from, workers] = [
  Number(values.queries),
  Number(values.seed),
  Number(values.from),
  Number(values.workers),
];
const walls = readWalls();

if (values.worker) {
  await runQueries({ walls, seed, from, queries, onProgress: (progress) => console.log(JSON.stringify(progress)) });
  process.exit(0);
}
await supervise();

function readWalls(): Walls {
  if (values["without-both"]) return "neither";
  if (values["without-wall-one"]) return "without-one";
  return values["without-wall-two"] ? "without-two" : "both";
}

interface Total extends Progress {
  readonly crashes: number;
}

/** Workers share the queries; progress is printed for all of them together. */
async function supervise(): Promise<void> {
  const begin = performance.now();
  const share = Math.ceil(queries / workers);
  const totals: Total[] = [];
  const sum = (): Total => ({
    asked: totals.reduce((all, { asked }) => all + asked, 0),
    answered: totals.reduce((all, { answered }) => all + answered, 0),
    crashes: totals.reduce((all, { crashes }) => all + crashes, 0),
    findings: totals.flatMap(({ findings }) => findings),
  });
  const onProgress = (worker: number) => (total: Total) => {
    totals[worker] = total;
    const { asked, answered, findings, crashes } = sum();
    const seconds = Math.round((performance.now() - begin) / 1000);
    console.error(`${asked} asked, ${answered} answered, ${findings.length} reached, ${crashes} crashes, ${seconds} s`);
  };
  await Promise.all(
    Array.from({ length: workers }, (_, worker) => {
      const range = { from: from + worker * share, queries: Math.min(share, queries - worker * share) };
      return runRange(range, onProgress(worker));
    }),
  );
  const total = sum();
  if (values.json) console.log(JSON.stringify({ walls, seed, ...total, seconds: (performance.now() - begin) / 1000 }));
  else printResult(total);
  process.exitCode = total.findings.length > 0 === (walls === "neither") ? 0 : 1;
}

interface Range {
  readonly from: number;
  readonly queries: number;
}

/** A process asks; where it dies, another one goes on behind its last progress. */
async function runRange(range: Range, onProgress: (total: Total) => void): Promise<void> {
  let total: Total = { asked: 0, answered: 0, crashes: 0, findings: [] };
  while (total.asked < range.queries) {
    const before = total;
    const left = { from: range.from + before.asked, queries: range.queries - before.asked };
    const code = await runWorker(left, ({ asked, answered, findings }) => {
      total = {
        asked: before.asked + asked,
        answered: before.answered + answered,
        crashes: before.crashes,
        findings: [...before.findings, ...findings],
      };
      onProgress(total);
    });
    if (code === 0) continue;
    const skipped = Math.min(EVERY, range.queries - total.asked);
    console.error(`the engine's process ended (${code}) in the ${skipped} queries from ${range.from + total.asked}`);
    total = { ...total, asked: total.asked + skipped, crashes: total.crashes + 1 };
  }
}

function printResult({ asked, answered, crashes, findings }: Total): void {
  for (const { index, query, reached } of findings.slice(0, 20))
    console.log(`${index}: ${reached.join(", ")}: ${query}`);
  console.log(
    `${walls}: ${asked} asked, ${answered} answered, ${findings.length} reached something, ${crashes} crashes`,
  );
}

async function runWorker({ from, queries }: Range, onProgress: (progress: Progress) => void): Promise<number | null> {
  const flags = process.argv.slice(2).filter((flag) => flag.startsWith("--without"));
  const counts = ["--queries", String(queries), "--from", String(from), "--seed", String(seed)];
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "--worker", ...flags, ...counts], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith('{"asked"')) onProgress(JSON.parse(line));
  });
  const [code] = await once(child, "close");
  return code;
}
