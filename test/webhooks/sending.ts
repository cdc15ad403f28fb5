import { parseAddressList } from "@ruaflow/runtime/addresses";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { createSender } from "@ruaflow/webhooks";
import { sampleEvent } from "@ruaflow/webhooks/event-types";
import { startReceiver } from "@ruaflow/webhooks/testing";

/** A request as the endpoint received it. */
export interface SentRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends events over HTTPS to an endpoint on this machine, with the product's sender. */
export interface Sending {
  /** @param sentAt default: now */
  send(secrets: readonly string[], sentAt?: Date): Promise<SentRequest>;
  stop(): Promise<void>;
}

export async function startSending(): Promise<Sending> {
  const certificates = createTestCertificates();
  const receiver = await startReceiver({ certificates });
  let time: Date | undefined;
  const sender = createSender({
    allow: parseAddressList("127.0.0.0/8"),
    ca: certificates.ca,
    now: () => time ?? new Date(),
  });
  return {
    async send(secrets, sentAt) {
      time = sentAt;
      const { id, body } = sampleEvent("report.received", { organizationId: "org_1", now: new Date() });
      const outcome = await sender.send({ url: `${receiver.url}/hook`, eventId: id, body, secrets });
      const received = receiver.requests.at(-1);
      if (outcome.status !== 204 || !received) throw new Error(`the request did not arrive: ${outcome.detail}`);
      const headers = Object.entries(received.headers).map(([name, value]) => [name, String(value)] as const);
      return { body: received.body, headers: Object.fromEntries(headers) };
    },
    async stop() {
      await sender.close();
      await receiver.stop();
    },
  };
}
