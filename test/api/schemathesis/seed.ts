import { type Client, createClient } from "@ruaflow/client";
import { type RunningService, runOrThrow } from "../../support/service.ts";

/** Fills the service with what each list and each id can be asked for; the key to ask with, which has every scope. */
export async function seedService(service: RunningService, dataDir: string): Promise<string> {
  if (service.key === null) throw new Error("the service was not new: it printed no key");
  await runOrThrow(["demo"], { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });
  const client = createClient({ baseUrl: service.url, key: service.key });
  await createWebhooks(client);
  await createKeys(client);
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
