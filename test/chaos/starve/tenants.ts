import { type RunningService, runOrThrow } from "../../support/service.ts";
import { readMailboxes } from "../../support/smtp-sender.ts";

/** An organization with one domain. */
export interface Tenant {
  readonly key: string;
  readonly domain: string;
  /** The domain's mailbox. */
  readonly mailbox: string;
  /** Where its clients connect from. */
  readonly address: string;
}

/** Creates organizations, each in a network of its own. */
export function createTenants(service: RunningService, dataDir: string, count: number): Promise<Tenant[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => createTenant(service, dataDir, index)));
}

async function createTenant(service: RunningService, dataDir: string, index: number): Promise<Tenant> {
  const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
  const [name, domain] = [`tenant-${index}`, `t${index}.example`];
  const created = JSON.parse(await runOrThrow(["orgs", "create", name, "--json"], environment));
  const key = (await runOrThrow(["keys", "create", name, "--org", created.id], environment)).trim();
  await runOrThrow(["domains", "add", domain, "--org", created.id], environment);
  const mailbox = (await readMailboxes(service, key)).get(domain) ?? "";
  return { key, domain, mailbox, address: `127.${20 + index}.0.1` };
}
