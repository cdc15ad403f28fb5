import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom, type GeneratedReport, generateReport } from "../support/report-generator.ts";
import { type RunningService, runCommand, startService } from "../support/service.ts";

/** Uploads under way at once. */
const SENDERS = 12;
/** Longest time between the service being ready and its end, in milliseconds. */
const LIFE_MS = 1600;
/** A few reports are this large, so that kills also hit the middle of a chunked one. */
const LARGE_RECORDS = 9000;
const DOMAINS = 20;
const FIRST_DAY = 1_767_225_600;

export interface ChaosOptions {
  readonly dataDir: string;
  readonly kills: number;
  readonly seed: number;
  readonly readBack: boolean;
  readonly log: (line: string) => void;
}

/** What was sent and acknowledged, and the service that must now know it. */
export interface Sent {
  readonly service: RunningService;
  readonly key: string;
  readonly acknowledged: readonly GeneratedReport[];
}

/** Sends reports without pause while the service is killed again and again; each report until it is acknowledged. */
export async function runWithKills(options: ChaosOptions): Promise<Sent> {
  const { dataDir, kills, seed, log } = options;
  const environment = { RUAFLOW_PORT: String(20_000 + (seed % 20_000)), RUAFLOW_READ_BACK: String(options.readBack) };
  await addDomains(dataDir, seed);
  let service = await startService(dataDir, environment);
  const key = await createKey(dataDir);
  const random = createRandom(seed);
  const acknowledged: GeneratedReport[] = [];
  const state = { sending: true, next: seed * 1000, url: service.url, key };
  const senders = Array.from({ length: SENDERS }, () => keepSending(state, acknowledged));
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(50 + random() * LIFE_MS);
    await service.kill();
    const killedAt = Date.now();
    service = await startService(dataDir, environment);
    log(
      `kill ${kill}/${kills}: ready again after ${Date.now() - killedAt} ms, ${acknowledged.length} reports acknowledged`,
    );
  }
  state.sending = false;
  await Promise.all(senders);
  return { service, key, acknowledged };
}

interface Sending {
  sending: boolean;
  next: number;
  readonly url: string;
  readonly key: string;
}

async function keepSending(state: Sending, acknowledged: GeneratedReport[]): Promise<void> {
  while (state.sending) {
    const seed = state.next;
    state.next += 1;
    const large = seed % 150 === 0 ? { records: LARGE_RECORDS } : {};
    const report = generateReport({ seed, domain: domainOf(seed), begin: FIRST_DAY + (seed % 60) * 86_400, ...large });
    await sendUntilAcknowledged(report, state);
    acknowledged.push(report);
  }
}

async function sendUntilAcknowledged(report: GeneratedReport, { url, key }: Sending): Promise<void> {
  const body = [...report.xml()].join("");
  for (;;) {
    try {
      const response = await fetch(`${url}/api/v1/reports`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/xml" },
        body,
      });
      const answer = await response.text();
      if (response.status === 202) return assertTaken(answer);
    } catch (error) {
      if (error instanceof UnexpectedAnswerError) throw error;
    }
    await sleep(50);
  }
}

class UnexpectedAnswerError extends Error {}

/** A report that was acknowledged before its sender was told comes back as a duplicate: that is an acknowledgement too. */
function assertTaken(answer: string): void {
  const outcome = JSON.parse(answer).data.entries[0]?.outcome;
  if (outcome !== "accepted" && outcome !== "duplicate")
    throw new UnexpectedAnswerError(`unexpected answer: ${answer}`);
}

/** Registers the domains by importing an empty report of each. */
async function addDomains(dataDir: string, seed: number): Promise<void> {
  const first = await startService(dataDir);
  await first.stop();
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-chaos-"));
  for (let index = 0; index < DOMAINS; index += 1) {
    writeFileSync(join(folder, `${index}.xml`), emptyReport(`d${index}.example`, seed));
  }
  await runOrThrow(dataDir, ["import", "--add-domains", folder]);
}

function emptyReport(domain: string, seed: number): string {
  return `<feedback><report_metadata><org_name>setup</org_name><report_id>${seed}-${domain}</report_id><date_range>
<begin>${FIRST_DAY}</begin><end>${FIRST_DAY + 86_399}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>none</p></policy_published></feedback>`;
}

function domainOf(seed: number): string {
  return `d${seed % DOMAINS}.example`;
}

async function createKey(dataDir: string): Promise<string> {
  return (await runOrThrow(dataDir, ["keys", "create", "chaos"])).trim();
}

async function runOrThrow(dataDir: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });
  if (code !== 0) throw new Error(`ruaflow ${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}
