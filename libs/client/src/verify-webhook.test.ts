import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookSignatureError } from "./verify-webhook.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const payload = JSON.stringify({ id: "evt_1", type: "report.received", created_at: "2026-10-01T00:00:00Z", data: {} });
const now = () => Math.floor(Date.now() / 1000);

/** Signs like Standard Webhooks, by default with the key of `secret`. */
function sign(body = payload, at = now(), key = Buffer.alloc(32, 7)): Record<string, string> {
  const signature = createHmac("sha256", key).update(`evt_1.${at}.${body}`).digest("base64");
  return { "webhook-id": "evt_1", "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` };
}

function signBody(key: string): Record<string, string> {
  return { "X-Ruaflow-Signature": `sha256=${createHmac("sha256", key).update(payload).digest("hex")}` };
}

test("a delivery signed by Standard Webhooks is verified, and its event is returned", async () => {
  const event = await verifyWebhook({ payload, headers: sign(), secret });
  expect(event).toEqual(JSON.parse(payload));
  const bytes = Buffer.from(payload);
  expect((await verifyWebhook({ payload: bytes, headers: new Headers(sign()), secret })).id).toBe("evt_1");
});

test("a secret without the prefix is the key itself", async () => {
  const own = "0123456789abcdef";
  const headers = sign(payload, now(), Buffer.from(own));
  expect((await verifyWebhook({ payload, headers, secret: own })).type).toBe("report.received");
});

test("during a rotation one valid signature is enough", async () => {
  const headers = sign();
  const both = `v1,AAAA v2,x ${headers["webhook-signature"]}`;
  expect((await verifyWebhook({ payload, headers: { ...headers, "webhook-signature": both }, secret })).id).toBe(
    "evt_1",
  );
});

test.for([
  ["a changed body", { payload: payload.replace("evt_1", "evt_2"), headers: sign() }],
  ["a changed id", { payload, headers: { ...sign(), "webhook-id": "evt_2" } }],
  ["a changed time", { payload, headers: { ...sign(), "webhook-timestamp": String(now() - 1) } }],
  ["another secret", { payload, headers: sign(payload, now(), Buffer.alloc(32, 8)) }],
  ["a time 301 s ago", { payload, headers: sign(payload, now() - 301) }],
  ["a time 301 s ahead", { payload, headers: sign(payload, now() + 302) }],
  ["no signature", { payload, headers: { "webhook-id": "evt_1", "webhook-timestamp": String(now()) } }],
  ["a signature of another version", { payload, headers: { ...sign(), "webhook-signature": "v2,AAAA" } }],
  ["a signature that is not base64", { payload, headers: { ...sign(), "webhook-signature": "v1,*" } }],
  ["an invalid time", { payload, headers: { ...sign(), "webhook-timestamp": "NaN" } }],
  ["a header given twice", { payload, headers: { ...sign(), "webhook-id": ["evt_1", "evt_1"] } }],
  ["only the body's signature, which an old delivery has too", { payload, headers: signBody(secret) }],
] as const)("%s is refused", async ([, { payload: given, headers }]) => {
  await expect(verifyWebhook({ payload: given, headers, secret })).rejects.toThrow(WebhookSignatureError);
});

test("an older delivery is accepted with a larger tolerance", async () => {
  const headers = sign(payload, now() - 900);
  expect((await verifyWebhook({ payload, headers, secret, toleranceSeconds: 1000 })).id).toBe("evt_1");
});

test("the header of the contract is verified on request", async () => {
  const delivery = { payload, headers: signBody(secret), secret, signature: "body" } as const;
  expect((await verifyWebhook(delivery)).id).toBe("evt_1");
  const other = { ...delivery, secret: "0123456789abcdef" };
  await expect(verifyWebhook(other)).rejects.toThrow("x-ruaflow-signature is not valid");
  const empty = { ...delivery, headers: { "x-ruaflow-signature": "sha256=" } };
  await expect(verifyWebhook(empty)).rejects.toThrow(WebhookSignatureError);
});
