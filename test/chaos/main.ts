// `npm run chaos -- --kills 60`: SIGKILLs the embedded service at random moments while reports come in, then compares
// what the API says with what was sent. `--no-read-back` runs the twin that must go wrong.
import { parseArgs } from "node:util";
import { createDataDir, removeDataDir } from "../support/service.ts";
import { compare } from "./compare.ts";
import { runWithKills } from "./run-with-kills.ts";

const HELP = `Kills the embedded service at random moments while reports come in, then recounts.

  --kills N        how often to kill (default 60)
  --seed N         seed of reports and moments (default: the time)
  --no-read-back   the twin: ClickHouse is not asked what is there; succeeds only when the recount goes wrong
  --keep           keep the data folder
  --json           print the result as JSON`;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "no-read-back": { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const kills = Number(values.kills);
const seed = Number(values.seed);
const readBack = !values["no-read-back"];
const dataDir = createDataDir();
console.error(`chaos: ${kills} kills, seed ${seed}, read-back ${readBack ? "on" : "off"}, data in ${dataDir}`);

const startedAt = Date.now();
const sent = await runWithKills({ dataDir, kills, seed, readBack, log: (line) => console.error(line) });
const differences = await compare(sent);
await sent.service.stop();
if (!values.keep) await removeDataDir(dataDir);

const expected = readBack ? differences.length === 0 : differences.length > 0;
const result = {
  kills,
  seed,
  readBack,
  acknowledged: sent.acknowledged.length,
  records: sent.acknowledged.reduce((total, { records }) => total + records, 0),
  messages: sent.acknowledged.reduce((total, { messages }) => total + messages, 0),
  differences: differences.length,
  seconds: Math.round((Date.now() - startedAt) / 1000),
};
if (values.json) console.log(JSON.stringify(result));
else {
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`);
  console.log(
    `${result.acknowledged} reports with ${result.records} records acknowledged over ${kills} kills in ${result.seconds} s: ` +
      `${differences.length} differences. ${describe(readBack, differences.length)}`,
  );
}
process.exit(expected ? 0 : 1);

function describe(guarded: boolean, count: number): string {
  if (guarded) return count === 0 ? "Nothing lost, nothing twice." : "WRONG: the promise is broken.";
  return count > 0 ? "As expected without read-back." : "WRONG: the twin without read-back should have differed.";
}
