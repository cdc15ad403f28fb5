// `npm run test:schemathesis -- --requests N`: checks the running service against its OpenAPI document. Schemathesis
// generates valid and invalid requests and checks every answer, in rounds with different seeds until N requests were
// sent.
import { parseArgs } from "node:util";
import { createClient } from "@ruaflow/client";
import { startDnsServer } from "@ruaflow/dns/testing";
import { createMigratedDataDir } from "../../support/migrated-data-dir.ts";
import { removeDataDir, startService } from "../../support/service.ts";
import { readIds, writeConfig } from "./config.ts";
import { installSchemathesis } from "./install.ts";
import { runRound } from "./run-round.ts";
import { seedService } from "./seed.ts";

/** Generated requests of each operation, for a short or a long run. */
const EXAMPLES_SHORT = 10;
const EXAMPLES_LONG = 100;
const SHORT_MAX = 2000;

const { values } = parseArgs({
  options: { requests: { type: "string", default: "1500" }, seed: { type: "string", default: "1" } },
});
const requestsMin = Number(values.requests);
const command = installSchemathesis();
const dataDir = createMigratedDataDir();
const dns = await startDnsServer();
const service = await startService(dataDir, { RUAFLOW_DNS_SERVERS: dns.address });
try {
  const key = await seedService(service, { dataDir, dns });
  const ids = await readIds(createClient({ baseUrl: service.url, key }));
  const keptIds = [key.split("_")[1] ?? "", ...ids.domains];
  const examplesMax = requestsMin <= SHORT_MAX ? EXAMPLES_SHORT : EXAMPLES_LONG;
  const round = { command, url: service.url, key, config: writeConfig(ids), keptIds, examplesMax };
  const before = await countRequests();
  let requests = 0;
  let failed = 0;
  let rounds = 0;
  for (; requests < requestsMin; rounds += 1) {
    if (!(await runRound({ ...round, seed: Number(values.seed) + rounds }))) failed += 1;
    requests = (await countRequests()) - before;
  }
  const isAlive = (await fetch(`${service.url}/api/v1/api-keys`, { headers: { authorization: `Bearer ${key}` } })).ok;
  if (!isAlive) console.error("The key of the run no longer works: later requests were not tested.");
  console.log(`schemathesis: ${requests} requests in ${rounds} rounds, ${failed} rounds with failures`);
  if (failed > 0 || !isAlive) process.exitCode = 1;
} finally {
  await service.stop();
  await dns.stop();
  await removeDataDir(dataDir);
}

/** Requests that the service has answered so far. */
async function countRequests(): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const counts = metrics.matchAll(/^ruaflow_http_request_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
