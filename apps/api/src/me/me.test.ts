import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "../testing/index.ts";

interface Me {
  readonly data: {
    readonly key: { readonly id: string };
    readonly limits: Readonly<Record<string, number | null>>;
  };
}

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

test("any valid key may ask what it is, whatever its scopes, and never gets its secret", async () => {
  const organization = await api.createOrganization("plus");
  const key = await organization.createKey(["ingest:write"]);
  const { status, body, text } = await organization.ask<Me>({ url: "/api/v1/me", key });
  expect(status).toBe(200);
  const [, id, secret = ""] = key.split("_");
  expect(body.data).toMatchObject({
    key: { id, name: "test", scopes: ["ingest:write"], expires_at: null },
    plan: "plus",
    organization: { id: organization.id, name: "Test", count_unauthenticated: false, counted_reporters: "proven" },
    features: { csv: false, webhooks: true },
    limits: { requests_per_minute: null, upload_bytes_max: null, per_page_max: 100, body_bytes_max: 65_536 },
  });
  expect(text).not.toContain(secret);
  expect((await organization.ask({ url: "/v1/me", key: `${key.slice(0, -1)}!` })).status).toBe(401);
});

test("the limits are those of the plan, and the settings those of the organization", async () => {
  const rateLimits = { takeRequest: () => undefined, takeInvalidKey: () => undefined };
  const server = await api.createServer({ rateLimits, uploadBytesMax: 123 });
  const organization = await api.createOrganization("protect");
  await api.metadata.tenants.setCountUnauthenticated(organization.id, true);
  const { body } = await organization.ask<Me>({ url: "/v1/me", server });
  expect(body.data).toMatchObject({
    organization: { count_unauthenticated: true },
    features: { csv: true, webhooks: true },
    limits: { requests_per_minute: 600, exports_per_minute: 5, upload_bytes_max: 123 },
  });
});
