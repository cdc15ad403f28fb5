import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateReport } from "../support/report-generator.ts";
import { ask, createDataDir, type RunningService, removeDataDir, startService } from "../support/service.ts";
import { upload, writeTar } from "../support/upload.ts";

interface DomainBody {
  readonly data: { readonly id: string };
}
interface DnsBody {
  readonly data: Readonly<Record<"dmarc" | "verification", { readonly name: string; readonly value: string }>>;
}
interface ListBody {
  readonly meta: { readonly total: number };
}

const dataDir = createDataDir();
let dnsServer: TestDnsServer;
let service: RunningService;
let key: string;

beforeAll(async () => {
  dnsServer = await startDnsServer();
  service = await startService(dataDir, { RUAFLOW_DNS_SERVERS: dnsServer.address });
  key = service.key ?? "";
}, 120_000);

afterAll(async () => {
  await service.stop();
  await dnsServer.stop();
  await removeDataDir(dataDir);
});

async function post<Body>(path: string, body?: object): Promise<{ status: number; body: Body }> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) };
  const sent = body ? { body: JSON.stringify(body) } : {};
  const response = await fetch(`${service.url}${path}`, { method: "POST", headers, ...sent });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function addDomain(name: string) {
  const { body } = await post<DomainBody>("/api/v1/domains", { domain: name });
  const path = `/api/v1/domains/${body.data.id}`;
  return {
    async verify() {
      const { data } = (await ask<DnsBody>(service, key, `${path}/dns`)).body;
      for (const { name: host, value } of [data.dmarc, data.verification]) dnsServer.setTxt(host, value);
      return post<object>(`${path}/verify`);
    },
    verifyTooEarly: () => post<object>(`${path}/verify`),
    countReports: async () =>
      (await ask<ListBody>(service, key, `/api/v1/reports?domain_id=${body.data.id}`)).body.meta.total,
  };
}

const toXml = (domain: string, seed: number) =>
  [...generateReport({ seed, domain, begin: 1_767_225_600, records: 3 }).xml()].join("");
const toOutcomes = (entries: readonly { outcome: string }[]) => entries.map(({ outcome }) => outcome);

test("reports wait for the verification of their domain, invisible, and are released by it", async () => {
  const first = await addDomain("waits.example");
  const second = await addDomain("other.example");
  const files = [
    { name: "one.xml", body: toXml("waits.example", 1) },
    {
      name: "large.xml",
      body: [...generateReport({ seed: 2, domain: "waits.example", begin: 1_767_225_600, records: 5000 }).xml()].join(
        "",
      ),
    },
    {
      name: "both.tar",
      body: writeTar({ "a.xml": toXml("other.example", 3), "b.xml": toXml("sub.waits.example", 4) }),
    },
  ];
  for (const file of files.slice(0, 2)) expect(toOutcomes(await upload(service, key, file))).toEqual(["held"]);
  for (const file of files.slice(2)) expect(toOutcomes(await upload(service, key, file))).toEqual(["held", "held"]);
  expect(await first.countReports()).toBe(0);

  // A try before DNS is there does not lose what came and comes.
  expect((await first.verifyTooEarly()).status).toBe(422);
  expect(toOutcomes(await upload(service, key, { name: "five.xml", body: toXml("waits.example", 5) }))).toEqual([
    "held",
  ]);

  expect((await first.verify()).status).toBe(200);
  await expect.poll(first.countReports, { timeout: 20_000 }).toBe(4);
  expect(await second.countReports()).toBe(0);
  for (const file of files.slice(0, 2)) expect(toOutcomes(await upload(service, key, file))).toEqual(["duplicate"]);

  expect((await second.verify()).status).toBe(200);
  await expect.poll(second.countReports, { timeout: 20_000 }).toBe(1);
  expect(await first.countReports()).toBe(4);
  for (const file of files.slice(2))
    expect(toOutcomes(await upload(service, key, file))).toEqual(["duplicate", "duplicate"]);
}, 120_000);
