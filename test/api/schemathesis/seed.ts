import { type Client, createClient } from "@ruaflow/client";
import type { TestDnsServer } from "@ruaflow/dns/testing";
import { type RunningService, runOrThrow } from "../../support/service.ts";

interface Surroundings {
  readonly dataDir: string;
  /** The service's DNS resolver. */
  readonly dns: TestDnsServer;
}

/** Fills every list of the service; returns a key with every scope. */
export async function seedService(service: RunningService, { dataDir, dns }: Surroundings): Promise<string> {
  if (service.key === null) throw new Error("the service printed no key: its data folder is not new");
  await runOrThrow(["demo"], { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });
  const client = createClient({ baseUrl: service.url, key: service.key });
  await createWebhooks(client);
  await createKeys(client);
  await createClaims(client, dns);
  return service.key;
}

async function createWebhooks({ webhooks }: Client): Promise<void> {
  for (const name of ["one", "two", "three"]) {
    await webhooks.create({ url: `https://hooks.example.com/${name}`, events: ["report.received"], active: false });
  }
}

async function createKeys({ apiKeys }: Client): Promise<void> {
  for (const name of ["one", "two"]) await apiKeys.create({ name, scopes: ["reports:read", "keys:admin"] });
}

/** Domains that are not verified; two of them have their proof in DNS. */
async function createClaims({ domains }: Client, dns: TestDnsServer): Promise<void> {
  const names = ["one.example", "two.example", "three.example"];
  const { data } = await domains.createMany({ domains: names.map((domain) => ({ domain })) });
  for (const row of data.slice(1)) {
    dns.setTxt(`_dmarc.${row.domain}`, "v=DMARC1; p=none");
    dns.setTxt(`_ruaflow-verification.${row.domain}`, row.data?.verification_token ?? "");
  }
}
