import { expect, test } from "vitest";
import { verifyWebhook, WebhookSignatureError } from "../../client/src/index.ts";
import { createSignatureHeaders, createWebhookSecret } from "./signature.ts";

const payload =
  '{"id":"evt_1","type":"report.received","created_at":"2026-10-01T00:00:00Z","data":{"text":"Grüße → ✓"}}';
const body = Buffer.from(payload);
const sign = (...secrets: string[]) => createSignatureHeaders({ eventId: "evt_1", body, sentAt: new Date(), secrets });

test.for([createWebhookSecret(), "a_plain_secret,_26_chars"])(
  "what is signed with %s here is verified by the client, by both kinds of headers",
  async (secret) => {
    for (const signature of ["standard", "body"] as const) {
      const event = await verifyWebhook({ payload: body, headers: sign(secret), secret, signature });
      expect(event).toEqual(JSON.parse(payload));
    }
  },
);

test("during a rotation the client can verify with either secret", async () => {
  const [newest, previous] = [createWebhookSecret(), createWebhookSecret()];
  for (const secret of [newest, previous]) {
    expect((await verifyWebhook({ payload, headers: sign(newest, previous), secret })).id).toBe("evt_1");
  }
  const other = verifyWebhook({ payload, headers: sign(newest, previous), secret: createWebhookSecret() });
  await expect(other).rejects.toThrow(WebhookSignatureError);
});
