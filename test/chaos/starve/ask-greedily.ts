import { Agent } from "node:http";
import { toPeriod } from "./periods.ts";
import { sendRequest } from "./send-request.ts";

export interface Greed {
  readonly httpPort: number;
  readonly key: string;
  readonly lastDay: string;
  readonly endsAtMs: number;
}

/** Longer than any answer takes: greedy callers wait. */
const PATIENCE_MS = 120_000;
const PER_PAGE = 100;
const QUESTIONS = ["sources", "failures", "aggregate"];

let number = 0;
let domainIds: Promise<readonly string[]> | undefined;

/** Asks one question after the other about all domains of the organization, each over another period, so that none is in a cache. */
export async function askGreedily({ httpPort: port, key, lastDay, endsAtMs }: Greed, localAddress: string) {
  const agent = new Agent({ keepAlive: true, localAddress });
  domainIds ??= listDomains(port, key);
  const domain_id = await domainIds;
  while (Date.now() < endsAtMs) {
    number += 1;
    const path = `reports/${QUESTIONS[number % QUESTIONS.length]}`;
    const body = JSON.stringify({ domain_id, ...toPeriod(lastDay, number) });
    await sendRequest(
      { agent, port, key, patienceMs: PATIENCE_MS },
      { path, body, contentType: "application/json" },
    ).catch(() => 0);
  }
  agent.destroy();
}

async function listDomains(port: number, key: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/domains?page=${page}&per_page=${PER_PAGE}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data }: { readonly data: readonly { readonly id: string }[] } = JSON.parse(await response.text());
    found.push(...data.map(({ id }) => id));
    isLast = data.length < PER_PAGE;
  }
  return found;
}
