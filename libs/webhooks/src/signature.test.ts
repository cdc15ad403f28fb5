import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { createSignatureHeaders, createWebhookSecret, isUsableSecret } from "./signature.ts";

const body = Buffer.from('{"id":"evt_1","text":"Grüße → ✓"}');
const sign = (...secrets: string[]) => createSignatureHeaders({ eventId: "evt_1", body, sentAt: new Date(), secrets });
const verify = (secret: string, headers: Record<string, string>) => new Webhook(secret).verify(body, headers);

test("standardwebhooks accepts a generated secret and verifies with it", () => {
  const secret = createWebhookSecret();
  expect(isUsableSecret(secret)).toBe(true);
  expect(verify(secret, sign(secret))).toEqual(JSON.parse(body.toString()));
  expect(() => verify(createWebhookSecret(), sign(secret))).toThrow("No matching signature");
});

test("a secret without the prefix is the key itself", () => {
  const headers = sign("a plain secret, 26 chars".replaceAll(" ", "_"));
  expect(new Webhook("a_plain_secret,_26_chars", { format: "raw" }).verify(body, headers)).toBeTruthy();
});

test("during a rotation both secrets verify; the contract's header, with room for one, has the previous one", () => {
  const newest = createWebhookSecret();
  const previous = createWebhookSecret();
  const headers = sign(newest, previous);
  expect(verify(newest, headers)).toBeTruthy();
  expect(verify(previous, headers)).toBeTruthy();
  const hex = createHmac("sha256", previous).update(body).digest("hex");
  expect(headers["x-ruaflow-signature"]).toBe(`sha256=${hex}`);
});

test("a body or id that was changed does not verify", () => {
  const secret = createWebhookSecret();
  const headers = sign(secret);
  expect(() => new Webhook(secret).verify(Buffer.concat([body, body]), headers)).toThrow();
  expect(() => verify(secret, { ...headers, "webhook-id": "evt_2" })).toThrow();
});

test("the contract's header matches this test vector", () => {
  const sentAt = new Date("2026-01-01T00:00:00.999Z");
  const vector = { eventId: "evt_1", body: Buffer.from("{}"), sentAt, secrets: ["0123456789abcdef"] };
  expect(createSignatureHeaders(vector)).toEqual({
    "webhook-id": "evt_1",
    "webhook-timestamp": "1767225600",
    "webhook-signature": "v1,elDmEfvylKsGBikkphYj+jOcLf+7Vhvs4ZJ2OFx0kyQ=",
    "x-ruaflow-signature": "sha256=f91e3e9f05cc2df64ac1c26f8adccdffda8d1e4a7a8c50a1a08eeadac6ddfec5",
  });
});

test("without a secret nothing is signed", () => {
  expect(Object.keys(sign())).toEqual(["webhook-id", "webhook-timestamp"]);
});

test.each([
  ["too-short", false],
  ["exactly-16-chars", true],
  ["x".repeat(256), true],
  ["x".repeat(257), false],
  ["sixteen with spaces", false],
  ["sechzehn-zeichen-ä", false],
  ["sixteen-and-line\n", false],
  ["whsec_not base64 at all", false],
  ["whsec_c2hvcnQ=", false],
  [`whsec_${Buffer.alloc(24).toString("base64")}`, true],
])("the secret %j: usable is %s", (secret, usable) => {
  expect(isUsableSecret(secret)).toBe(usable);
});
