import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDns } from "@ruaflow/dns";
import { startDnsServer } from "@ruaflow/dns/testing";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { readSettings } from "@ruaflow/runtime/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watcherSettings } from "./config.ts";
import { createWatcher, toWatcherOptions } from "./watcher.ts";

let parts: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  parts = await start();
});

afterAll(() => parts.stop());

const start = () =>
  startParts(async (started) => {
    const postgres = await startMetadataStore();
    started.defer(() => postgres.stop());
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-watcher-"));
    started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const records = await createRecordStore({ path: folder });
    started.defer(() => records.close());
    await records.migrate();
    const zone = await startDnsServer();
    started.defer(() => zone.stop());
    return { metadata: postgres.store, records, zone };
  });

test("the watcher checks DNS and alert rules on its own, has metrics, and stops at once", async () => {
  const { metadata, records, zone } = parts;
  const { id } = await metadata.tenants.createOrganization({ name: "Example", plan: "free" });
  const { verified } = await metadata.domains.saveVerifiedDomains(id, ["example.com"]);
  const domainId = verified[0]?.domainId ?? "";
  zone.setTxt("_dmarc.example.com", "v=DMARC1; p=reject");
  const metrics = createMetrics();
  const watcher = createWatcher({
    metadata,
    records,
    metrics,
    logger: createLogger({ app: "test", level: "silent" }),
    dns: createDns({ servers: [zone.address] }),
    reportDomain: "reports.ruaflow.example",
    dnsEveryMs: 3_600_000,
    domainsAtOnce: 4,
    alertsEveryMs: 300_000,
    reconcileEveryMs: 86_400_000,
    reconcileRepairs: false,
  });
  await expect.poll(async () => (await metadata.domains.readDomain(id, domainId))?.dmarcPolicy).toBe("reject");
  await expect.poll(() => metadata.watch.readLastRound("alerts-of-all")).not.toBeNull();
  expect(await metrics.render()).toContain("ruaflow_watcher_looks_total 1");
  const stoppedAt = performance.now();
  await watcher.stop();
  expect(performance.now() - stoppedAt).toBeLessThan(1000);
});

test("invalid addresses or domains in settings are refused with the setting's name", () => {
  const environment = { RUAFLOW_REPORT_DOMAIN: "reports.example.com", RUAFLOW_DNS_WATCH_EVERY_MS: "60000" };
  const settings = readSettings(watcherSettings, environment);
  expect(toWatcherOptions(settings)).toMatchObject({ reportDomain: "reports.example.com", dnsEveryMs: 60_000 });
  expect(() => toWatcherOptions({ ...settings, RUAFLOW_DNS_SERVERS: "dns.example" })).toThrow("RUAFLOW_DNS_SERVERS");
  expect(() => toWatcherOptions({ ...settings, RUAFLOW_REPORT_DOMAIN: "a b" })).toThrow("RUAFLOW_REPORT_DOMAIN");
});
