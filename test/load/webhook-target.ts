import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { createWebhookSecret } from "@ruaflow/webhooks/signature";
import { type ReceivedRequest, startReceiver } from "@ruaflow/webhooks/testing";
import { createDataDir, removeDataDir, startService } from "../support/service.ts";

export type WebhookTarget = Awaited<ReturnType<typeof startWebhookTarget>>;

/** `npm start` on an empty data folder, allowed to send to this machine, with local endpoints that answer at once. */
export async function startWebhookTarget(onReceived: (request: ReceivedRequest) => void) {
  const certificates = createTestCertificates();
  const dataDir = createDataDir();
  const service = await startService(dataDir, {
    RUAFLOW_WEBHOOK_RANGES: "127.0.0.0/8",
    RUAFLOW_WEBHOOK_CA: certificates.ca,
  });
  const owner = await findRunningOwner(join(dataDir, "postgres"));
  if (!owner) throw new Error(`no service is running on ${dataDir}`);
  const secretsKey = (await readFile(join(dataDir, "secrets.key"), "utf8")).trim();
  const metadata = await createMetadataStore({ url: owner.url, secretsKey });
  const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];
  return {
    metadata,
    api: service,
    key: service.key ?? "",
    /** A signed webhook with its own server. */
    async createEndpoint(organizationId: string): Promise<void> {
      const receiver = await startReceiver({
        certificates,
        keepRequests: false,
        answer(response, request) {
          onReceived(request);
          response.writeHead(204).end();
        },
      });
      receivers.push(receiver);
      const settings = { url: receiver.url, events: ["report.received"], secret: createWebhookSecret(), active: true };
      if ((await metadata.delivery.createWebhook(organizationId, settings)) === null)
        throw new Error("too many webhooks");
    },
    async stop(): Promise<void> {
      await metadata.close();
      await service.stop();
      await Promise.all(receivers.map((receiver) => receiver.stop()));
      await removeDataDir(dataDir);
    },
  };
}
