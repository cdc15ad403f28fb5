// `npm run chaos:sql -- --queries 500000`: asks the read-only SQL port what no reader may learn, and what takes it longest.
import { parseArgs } from "node:util";
import { readSortedFunctions } from "@ruaflow/engines/clickhouse-http";
import { printHelpIfAsked } from "../support/print-help.ts";
import { runQueries } from "./run.ts";
import { askRange, type Line } from "./supervise.ts";
import { Tally } from "./tally.ts";
import type { Walls } from "./target.ts";

printHelpIfAsked(`Asks generated queries over every function and table function of the engine, in every position, and every allowed
function with hostile arguments and sizes. 500,000 queries call each allowed function more than 100 times.

  --queries N          how many (default 3000)
  --seed N             the same seed asks the same (default 1)
  --from N             number of the first query (default 0)
  --workers N          engines that are asked at once (default 1)
  --without-sizes      leave out the queries with hostile sizes
  --without-wall-one   readers have every right in the engine: still nothing may be reached
  --without-wall-two   no query is inspected: nothing but what docs/sql.md names may be reached
  --without-both       succeeds only when something is reached
  --json               print the result as JSON

Each query has a limit of one second. One that does not end there ends with the process of the engine, which the product starts again;
one that takes three seconds overran it. A query that ends the engine's process by itself counts as a crash. With a wall less, the
engine has no process of its own: then a query that hangs for eight seconds is ended with this run's. The run goes on behind each.
Exit code: 0 when nothing is reached, no query overran its limit, and the port answered the next one within five seconds.`);

const { values } = parseArgs({
  options: {
    queries: { type: "string", default: "3000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    workers: { type: "string", default: "1" },
    "without-sizes": { type: "boolean", default: false },
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
const PROGRESS_MS = 10_000;

if (values.worker) {
  await work();
  process.exit(0);
}
await supervise();

function readWalls(): Walls {
  if (values["without-both"]) return "neither";
  if (values["without-wall-one"]) return "without-one";
  return values["without-wall-two"] ? "without-two" : "both";
}

async function work(): Promise<void> {
  const print = (line: Line) => console.log(JSON.stringify(line));
  const onAsk = (asking: { readonly index: number; readonly query: string }) => print({ asking });
  const withSizes = !values["without-sizes"];
  for await (const outcome of runQueries({ walls, seed, from, queries, withSizes, onAsk })) print({ outcome });
}

/** Workers share the queries; progress is printed for all of them together. */
async function supervise(): Promise<void> {
  const begin = performance.now();
  const readSeconds = () => Math.round((performance.now() - begin) / 1000);
  const tally = new Tally();
  const progress = setInterval(() => console.error(`${tally.describeProgress()}, ${readSeconds()} s`), PROGRESS_MS);
  const flags = [...process.argv.slice(2).filter((flag) => flag.startsWith("--without")), "--seed", String(seed)];
  const share = Math.ceil(queries / workers);
  const ranges = Array.from({ length: workers }, (_, worker) => ({
    from: from + worker * share,
    queries: Math.max(0, Math.min(share, queries - worker * share)),
  }));
  await Promise.all(ranges.map((range) => askRange(range, flags, tally)));
  clearInterval(progress);
  const allowed = [...readSortedFunctions()].flatMap(([name, reason]) => (reason === "" ? [name] : []));
  if (values.json) console.log(JSON.stringify({ walls, seed, ...tally.toJSON(), seconds: readSeconds() }));
  else console.log(`${tally.describe(allowed)}\n${walls}, ${readSeconds()} s`);
  process.exitCode = walls === "neither" ? Number(tally.findings.length === 0) : Number(!tally.isClean);
}
