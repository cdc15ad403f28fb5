// `npm run chaos -- --kills 60 [--log kafka]`: disturbs the product at random moments while reports arrive, then
// compares the API's answers with the sent reports and with their events. `--no-read-back` is the control run, which
// must fail.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startDnsServer } from "@ruaflow/dns/testing";
import { printHelpIfAsked } from "../support/print-help.ts";
import { createRandom } from "../support/report-generator.ts";
import { openChannel } from "./channels/index.ts";
import { startClusterTarget } from "./cluster-target.ts";
import { compare } from "./compare.ts";
import { compareEvents, subscribe } from "./compare-events.ts";
import { startEmbeddedTarget } from "./embedded-target.ts";
import { runChaos } from "./run-chaos.ts";
import { startVariants } from "./variants.ts";

printHelpIfAsked(`Kills the product at random moments while reports arrive, then recounts.

  --kills N        how often to kill (default 60)
  --log NAME       postgres: the embedded service (default); kafka: one API, two keepers, two ingests, three record-writers on
                   Kafka, with kills of every process and server, joins, leaves, hanging writers, and networks
                   that reset, slow down and swallow everything
  --channel NAME   upload: over HTTP (default); smtp: by mail; imap: from a mailbox of Dovecot; folder: from a watched
                   folder; s3: from a bucket
  --repeat         messages of the log are continuously appended again: whole reports and single chunks, in other
                   orders and groupings, also twice at once
  --release        reports wait for their domains, which are verified between the kills; reports that a killed process
                   was releasing are released again after some minutes
  --import         files are imported during the uploads; the imports are killed too, and run again until they finish
  --lanes          each report takes the live or the bulk lane at random, also one that is sent again
  --seed N         seed of reports and moments (default: the time)
  --no-read-back   the control run: stored rows are not read back; succeeds only when the recount fails
  --json           print the result as JSON`);

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "60" },
    log: { type: "string", default: "postgres" },
    channel: { type: "string", default: "upload" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    repeat: { type: "boolean", default: false },
    release: { type: "boolean", default: false },
    import: { type: "boolean", default: false },
    lanes: { type: "boolean", default: false },
    "no-read-back": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const SETTLED_WITHIN_MS = 90_000;

const channel = await openChannel(values.channel);
const kills = Number(values.kills);
const seed = Number(values.seed);
const readBack = !values["no-read-back"];
const hooks = [...(readBack ? [] : ["without-read-back.ts"]), ...(values.lanes ? ["random-lanes.ts"] : [])];
const imports = hooks.map((file) => `--import=${new URL(file, import.meta.url)}`);
const nodeOptions = [process.env.NODE_OPTIONS ?? "", ...imports].join(" ").trim();
const random = createRandom(seed);
const domains = Array.from({ length: 20 }, (_, index) => `d${index}.example`);
const chosen = (["repeat", "release", "import"] as const).filter((name) => values[name]);
console.error(
  `chaos: ${[`${kills} kills`, ...chosen, ...(values.lanes ? ["lanes"] : [])].join(", ")}, log ${values.log}, channel ${channel.name}, seed ${seed}, read-back ${readBack ? "on" : "off"}`,
);

const startedAt = Date.now();
const start = values.log === "kafka" ? startClusterTarget : startEmbeddedTarget;
const dns = await startDnsServer();
const target = await start({ channel, kills, random, nodeOptions, domains, dnsServer: dns.address });
const delivery = await channel.createDelivery(target);
const webhookId = await subscribe(target);
const variants = await startVariants(target, { chosen, seed, random, domains, dns });
const { acknowledged, longestSilenceMs, longestStandstillMs, longestResumeMs } = await runChaos(target, {
  seed,
  random,
  domains,
  log: (line) => console.error(line),
  delivery,
  variants,
});
const counted = await recountUntilSettled();
const differences = [...counted, ...(await compareEvents(target, webhookId))];
if (readBack && differences.length > 0) console.error(await target.describe());
await target.stop();
await channel.stop();
await dns.stop();

if (values.repeat && variants.countRepeated() === 0)
  differences.push("no message was repeated, so the run proves nothing");
const isAsExpected = readBack ? differences.length === 0 : differences.length > 0;
const result = {
  kills,
  log: values.log,
  channel: channel.name,
  answers: Object.fromEntries(delivery.counts),
  seed,
  readBack,
  variants: chosen,
  disturbances: target.disturbances.length + variants.disturbances.length,
  messagesRepeated: variants.countRepeated(),
  acknowledged: acknowledged.length,
  records: acknowledged.reduce((total, { records }) => total + records, 0),
  messages: acknowledged.reduce((total, { messages }) => total + messages, 0),
  differences: differences.length,
  longestSilenceSeconds: toSeconds(longestSilenceMs),
  longestStandstillSeconds: toSeconds(longestStandstillMs),
  longestResumeSeconds: toSeconds(longestResumeMs),
  seconds: Math.round((Date.now() - startedAt) / 1000),
};
if (values.json) console.log(JSON.stringify(result));
else {
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`);
  console.log(
    `${result.acknowledged} reports with ${result.records} records acknowledged (answers: ${describeAnswers()}) over ${result.disturbances} disturbances` +
      `${values.repeat ? ` and ${result.messagesRepeated} repeated messages` : ""} in ` +
      `${result.seconds} s, never more than ${result.longestSilenceSeconds} s without an acknowledgement ` +
      `or ${result.longestStandstillSeconds} s without a report written; writing resumed at most ` +
      `${result.longestResumeSeconds} s after a disturbance ended: ${differences.length} differences. ${describe(differences.length)}`,
  );
}
process.exit(isAsExpected ? 0 : 1);

/** Inserts that a killed or paused writer had sent may arrive last of all: the other writers remove their rows within a minute. */
async function recountUntilSettled(): Promise<string[]> {
  const endsAt = Date.now() + (readBack ? SETTLED_WITHIN_MS : 0);
  for (;;) {
    const found = await compare(target, acknowledged);
    if (found.length === 0 || Date.now() > endsAt) return found;
    console.error(`${found.length} differences; recounting, for rows that arrived late may still be removed`);
    await sleep(10_000);
  }
}

function describeAnswers(): string {
  return [...delivery.counts].map(([kind, total]) => `${total} ${kind}`).join(", ");
}

function toSeconds(ms: number): number {
  return Number((ms / 1000).toFixed(1));
}

function describe(count: number): string {
  if (readBack) return count === 0 ? "Nothing lost, nothing twice." : "WRONG: the promise is broken.";
  return count > 0 ? "As expected without read-back." : "WRONG: the run without read-back should have differed.";
}
