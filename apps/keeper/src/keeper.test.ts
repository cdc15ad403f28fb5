import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDns } from "@ruaflow/dns";
import { startDnsServer } from "@ruaflow/dns/testing";
import { createIpData } from "@ruaflow/ip-data";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore } from "@ruaflow/record-store";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { startParts } from "@ruaflow/runtime";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { readSettings } from "@ruaflow/runtime/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsSchema } from "./config.ts";
import { toKeeperOptions } from "./from-settings.ts";
import { createKeeper } from "./keeper.ts";
import type { KeeperOptions } from "./keeper-options.ts";
import { listLoops } from "./loops.ts";

let parts: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  parts = await start();
});

afterAll(() => parts.stop());

const start = () =>
  startParts(async (started) => {
    const postgres = await startMetadataStore();
    started.defer(() => postgres.stop());
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-keeper-"));
    started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await createMigratedFolder(folder);
    const records = await createRecordStore({ path: folder });
    started.defer(() => records.close());
    const zone = await startDnsServer();
    started.defer(() => zone.stop());
    const ipData = await createIpData();
    started.defer(async () => ipData.close());
    return { metadata: postgres.store, records, zone, ipData };
  });

function toOptions(environment: Record<string, string> = {}): KeeperOptions {
  const { metadata, records, zone, ipData } = parts;
  const settings = readSettings(settingsSchema, { RUAFLOW_SOURCE_ENRICHMENT: "offline", ...environment });
  return {
    ...toKeeperOptions(settings),
    metadata,
    records,
    ipData,
    dns: createDns({ servers: [zone.address] }),
    reportDomain: "reports.ruaflow.example",
    ingest: { resubmit: () => Promise.reject(new Error("nothing is held")) },
    metrics: createMetrics(),
    logger: createLogger({ app: "test", level: "silent" }),
  };
}

async function addDomain(name: string, policy: string) {
  const { metadata, zone } = parts;
  const { id } = await metadata.tenants.createOrganization({ name, plan: "free" });
  const { verified } = await metadata.domains.saveVerifiedDomains(id, [name]);
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=${policy}`);
  return async () => (await metadata.domains.readDomain(id, verified[0]?.domainId ?? ""))?.dmarcPolicy;
}

const countLooks = (name: string) => parts.zone.asked.filter((asked) => asked === `_dmarc.${name}`).length;

test("the keeper checks DNS and alert rules on its own, has metrics, and stops at once", async () => {
  const readPolicy = await addDomain("example.com", "reject");
  const options = toOptions();
  const keeper = createKeeper(options);
  await expect.poll(readPolicy).toBe("reject");
  await expect.poll(() => parts.metadata.watch.readLastRound("alerts-of-all")).not.toBeNull();
  await expect.poll(() => parts.metadata.watch.readReconciliation(), { timeout: 20_000 }).not.toBeNull();
  const text = await options.metrics.render();
  expect(text).toContain("ruaflow_watcher_looks_total 1");
  expect(text).toMatch(/^ruaflow_keeper_rounds_total\{loop="dns-checks"\} [1-9]/m);
  expect(text).toMatch(/^ruaflow_keeper_seconds_since_success\{loop="deletions"\} \d/m);
  expect(text).not.toMatch(/^ruaflow_keeper_failures_total\{loop="[\w-]+"\} [1-9]/m);
  const stoppedAt = performance.now();
  await keeper.stop();
  expect(performance.now() - stoppedAt).toBeLessThan(1000);
});

test("a second keeper beside the first one repeats none of its work, and goes on when the first one ends", async () => {
  const readPolicy = await addDomain("twice.example", "quarantine");
  const keepers = [createKeeper(toOptions()), createKeeper(toOptions())];
  await expect.poll(readPolicy).toBe("quarantine");
  await keepers[0]?.stop();
  expect(countLooks("twice.example")).toBe(1);
  const readNext = await addDomain("next.example", "none");
  await expect.poll(readNext, { timeout: 30_000 }).toBe("none");
  await keepers[1]?.stop();
  expect(countLooks("next.example")).toBe(1);
}, 60_000);

test("each loop has a name of its own; those that two processes would do twice have a lock", () => {
  const options = { ...toOptions(), now: () => new Date(), wake: () => undefined };
  const loops = listLoops(options).map(({ name, lock }) => [name, lock !== null]);
  const locked = loops.filter(([, hasLock]) => hasLock).map(([name]) => name);
  expect(new Set(loops.map(([name]) => name)).size).toBe(loops.length);
  expect(locked).toEqual([
    "dns-checks",
    "alert-rules",
    "attention",
    "mail-verdicts",
    "reconciliation",
    "source-verdicts",
    "deletions",
    "sql-copies",
    "new-sources",
  ]);
});

test("expired answers and sessions are swept by one loop", async () => {
  const swept: string[] = [];
  const note = (name: string) => async () => swept.push(name);
  const tenants = {
    ...parts.metadata.tenants,
    sweepRequests: note("answers"),
    sweepSessions: async () => void (await note("sessions")()),
  };
  const metadata = { ...parts.metadata, tenants };
  const loops = listLoops({ ...toOptions(), metadata, now: () => new Date(), wake: () => undefined });
  await loops.find(({ name }) => name === "kept-answers")?.work(AbortSignal.abort());
  expect(swept).toEqual(["answers", "sessions"]);
});

test("what is switched off is no loop", () => {
  const listNames = (environment: Record<string, string>) =>
    listLoops({ ...toOptions(environment), now: () => new Date(), wake: () => undefined }).map(({ name }) => name);
  expect(listNames({ RUAFLOW_RECONCILE_EVERY_HOURS: "0" })).not.toContain("reconciliation");
  const withoutSources = listNames({ RUAFLOW_SOURCE_ENRICHMENT: "off" });
  // Mail tells what its source is, also without a name or an owner.
  expect(withoutSources.filter((name) => name.includes("source"))).toEqual(["source-verdicts"]);
  expect(withoutSources).toContain("reconciliation");
});

test("invalid addresses or domains in settings are refused with the setting's name", () => {
  const environment = { RUAFLOW_REPORT_DOMAIN: "reports.example.com", RUAFLOW_DNS_WATCH_EVERY_MS: "60000" };
  const settings = readSettings(settingsSchema, environment);
  expect(toKeeperOptions(settings)).toMatchObject({ reportDomain: "reports.example.com", dnsEveryMs: 60_000 });
  expect(() => toKeeperOptions({ ...settings, RUAFLOW_DNS_SERVERS: "dns.example" })).toThrow("RUAFLOW_DNS_SERVERS");
  expect(() => toKeeperOptions({ ...settings, RUAFLOW_REPORT_DOMAIN: "a b" })).toThrow("RUAFLOW_REPORT_DOMAIN");
});
