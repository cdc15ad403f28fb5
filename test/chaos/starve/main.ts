// `npm run chaos:starve`: hundreds of slow clients, and greedy questions, beside the honest clients of other tenants, who must not
// notice them.

import { parseArgs } from "node:util";
import { printHelpIfAsked } from "../../support/print-help.ts";
import { createDataDir, type RunningService, removeDataDir, startService } from "../../support/service.ts";
import { unboundedMail } from "../../support/unproven-mail.ts";
import { MAIL_DOMAIN } from "../channels/smtp.ts";
import { describeQuestions, QUESTIONS, runQuestionsPhase } from "./questions-phase.ts";
import { P99_MS_MAX, type Phase, type PhaseResult, RSS_MIB_MAX, runPhase } from "./run-phase.ts";
import { createTenants } from "./tenants.ts";

const TENANTS = 4;
const ALONE = "alone";
const PHASES: readonly Phase[] = [
  { name: ALONE, attacks: [] },
  { name: "uploads", attacks: ["uploads"] },
  { name: "mails", attacks: ["mails"] },
  { name: "pipelines", attacks: ["pipelines"] },
  { name: "all", attacks: ["uploads", "mails", "pipelines"] },
];

printHelpIfAsked(`Starts the service, and lets four tenants upload, mail and ask beside slow clients of each kind. Everything must be
accepted, with p99 at most ${P99_MS_MAX} ms, in at most ${RSS_MIB_MAX} MiB. Where honest clients alone take more than half of that,
twice their time is the limit. Then it starts a service with 2,700 domains of one organization, of which 20 callers ask for sources,
failures and sums without a pause: other organizations' questions must take at most 5 times as long as without them (p50 and p95), and p95 1 s. All of it
happens on 127.0.0.0/8.

  --seconds N   how long for each kind (default 60; CI takes 7)
  --clients N   slow clients of each kind (default 200)
  --only KIND   after the honest clients alone, only uploads: announce 20 MB, send 1 byte/s; mails: send 400 KB, then 1 byte per 10 s;
                pipelines: send requests ahead and read nothing; all: the three at once; questions: only the second service
  --data DIR    keep the store of the questions here, and reuse it
  --json        print the results as JSON`);

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    clients: { type: "string", default: "200" },
    only: { type: "string" },
    data: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const names = [...PHASES.map(({ name }) => name), QUESTIONS];
if (!names.includes(values.only ?? ALONE)) throw new Error(`--only: one of ${names.join(", ")}`);
const results: { readonly phase: string; readonly isGreen: boolean }[] = [];
if (values.only !== QUESTIONS) results.push(...(await runSlowClients()));
if (values.only === undefined || values.only === QUESTIONS) {
  const result = await runQuestionsPhase({ seconds: Number(values.seconds), data: values.data });
  console.error(describeQuestions(result));
  results.push(result);
}
const isGreen = results.every((result) => result.isGreen);
if (values.json) console.log(JSON.stringify(results, null, 2));
console.log(
  isGreen
    ? "No honest client was starved."
    : `STARVED: ${results.filter((each) => !each.isGreen).map(({ phase }) => phase)}`,
);
process.exit(isGreen ? 0 : 1);

async function runSlowClients(): Promise<PhaseResult[]> {
  const dataDir = createDataDir();
  const start = () =>
    startService(dataDir, { RUAFLOW_REPORT_DOMAIN: MAIL_DOMAIN, RUAFLOW_SMTP_PORT: "0", ...unboundedMail });
  let service = await start();
  const [attacker, ...tenants] = await createTenants(service, dataDir, TENANTS + 1);
  if (attacker === undefined) throw new Error("no tenants");
  const done: PhaseResult[] = [];
  const { clients, seconds } = { clients: Number(values.clients), seconds: Number(values.seconds) };
  for (const phase of PHASES.filter(({ name }) => name === (values.only ?? name) || name === ALONE)) {
    const aloneP99Ms = done.find((result) => result.phase === ALONE)?.p99Ms ?? null;
    const result = await runPhase(phase, { service, tenants, attacker, clients, seconds, aloneP99Ms });
    done.push(result);
    console.error(describe(result));
    if (await isAlive(service)) continue;
    console.error("  the service is dead; starting it again");
    await service.kill();
    service = await start();
  }
  await service.stop();
  await removeDataDir(dataDir);
  return done;
}

function isAlive(service: RunningService): Promise<boolean> {
  return fetch(`${service.url}/healthz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function describe({ phase, accepted, refused, p50Ms, p99Ms, p99MsByKind, rssMib, connections, ...more }: PhaseResult) {
  const kinds = Object.entries(p99MsByKind).map(([kind, ms]) => `${kind} ${Math.round(ms)}`);
  return [
    `${phase}: ${accepted} of ${accepted + refused} accepted, p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms ` +
      `(limit ${Math.round(more.p99MsMax)}; ${kinds.join(", ")}), ${Math.round(rssMib)} MiB, ${connections} connections of attackers: ${more.isGreen ? "green" : "RED"}`,
    ...more.failures,
  ].join("\n  ");
}
