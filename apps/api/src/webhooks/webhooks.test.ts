import { executeSql } from "@ruaflow/metadata-store/testing";
import { readSettings } from "@ruaflow/runtime/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiSettings } from "../config.ts";
import { toApiOptions } from "../from-settings.ts";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface WebhookBody {
  readonly data: { readonly id: string; readonly created_at: string };
}
interface ProblemBody {
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

const settings = { url: "https://hooks.example.com/dmarc", events: ["report.received"] };

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization("plus");
});

afterAll(() => api.stop());

const create = (body: object) =>
  organization.ask<WebhookBody & ProblemBody>({ method: "POST", url: "/api/v1/webhooks", body });

test("a webhook is created as in the contract, is shown without its secret, and is active by default", async () => {
  const body = { ...settings, secret: "a secret of 16 or more".replaceAll(" ", "-") };
  const { status, body: answer, headers, text } = await create(body);
  expect(status).toBe(201);
  expect(answer).toEqual({
    data: {
      id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
      ...settings,
      active: true,
      include_unauthenticated: false,
      has_secret: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
  expect(text).not.toContain(body.secret);
  const read = await organization.ask({ url: String(headers.location) });
  expect(read.body).toEqual({
    data: {
      ...answer.data,
      last_triggered_at: null,
      failure_count: 0,
      failing_since: null,
      disable_after: { failures: 10, hours: 24 },
      disabled_reason: null,
      previous_secret_until: null,
      missed_since: null,
      missed_events: 0,
    },
  });
  const chosen = { active: false, include_unauthenticated: true };
  expect((await create({ ...settings, ...chosen })).body).toMatchObject({ data: chosen });
});

test("a webhook, read or listed, shows the operator's rule for disabling it and how close it is", async () => {
  const environment = { RUAFLOW_WEBHOOK_DISABLE_FAILURES: "3", RUAFLOW_WEBHOOK_DISABLE_HOURS: "0" };
  const { disableAfter } = toApiOptions(readSettings(apiSettings({ rateLimits: "off" }), environment));
  const server = await api.createServer({ disableAfter });
  const { headers, body } = await create(settings);
  const failed = "failure_count = 2, first_failed_at = '2026-10-01T08:30:00Z'";
  await executeSql(api.databaseUrl, `UPDATE webhooks SET ${failed} WHERE id = '${body.data.id}'`);
  const expected = {
    failure_count: 2,
    failing_since: "2026-10-01T08:30:00.000Z",
    disable_after: { failures: 3, hours: 0 },
    disabled_reason: null,
  };
  const read = await organization.ask({ url: String(headers.location), server });
  expect(read.body).toMatchObject({ data: expected });
  const listed = await organization.ask<{ data: readonly object[] }>({ url: "/v1/webhooks?per_page=100", server });
  expect(listed.body.data).toContainEqual(expect.objectContaining(expected));
  const changed = await organization.ask({
    method: "PUT",
    url: String(headers.location),
    body: { active: true },
    server,
  });
  expect(changed.body).toMatchObject({ data: { ...expected, failure_count: 0, failing_since: null } });
});

test("repeated event types are stored once", async () => {
  const events = ["report.received", "alert.triggered", "report.received"];
  expect((await create({ ...settings, events })).body).toMatchObject({
    data: { events: ["report.received", "alert.triggered"] },
  });
});

test("an unknown event type is refused by its name", async () => {
  const { status, body } = await create({ ...settings, events: ["report.received", "report.recieved"] });
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { pointer: "/body/events/1", message: expect.stringContaining('it is "report.recieved"') },
  ]);
});

test.for([
  ["http://hooks.example.com/", "https"],
  ["ftp://hooks.example.com/", "https"],
  ["hooks.example.com", "not a valid URL"],
  ["https://user:secret@hooks.example.com/", "user name"],
  ["https://hooks.example.com/#part", "fragment"],
  ["https://hooks.example.com:22/", "port"],
  ["https://hooks.example.com:5432/", "port"],
  ["https://127.0.0.1/", "public internet"],
  ["https://[::1]/", "public internet"],
  ["https://[::ffff:10.0.0.1]/", "public internet"],
  ["https://0x7f.1/", "public internet"],
  ["https://169.254.169.254/latest/meta-data", "public internet"],
  ["https://localhost/", "public internet"],
  [`https://hooks.example.com/${"x".repeat(2048)}`, "2048"],
  [`https://hooks.example.com/${"é".repeat(1000)}`, "2048"],
] as const)("the URL %s is refused with the reason", async ([url, reason]) => {
  const { status, body } = await create({ ...settings, url });
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ pointer: "/body/url", message: expect.stringContaining(reason) }]);
});

test.for(["short", "x".repeat(257), "not printable \u0007 text", "not ASCII: ümläüts", "whsec_*not*base64*", 5])(
  "the secret %j is refused",
  async (secret) => {
    const { status, body } = await create({ ...settings, secret });
    expect(status).toBe(400);
    expect(body.errors?.[0]?.pointer).toBe("/body/secret");
  },
);

test.for([
  [{ url: settings.url }, "/body/events"],
  [{ events: settings.events }, "/body/url"],
  [{ ...settings, events: [] }, "/body/events"],
  [{ ...settings, active: "true" }, "/body/active"],
  [{ ...settings, name: "x" }, "/body/name"],
] as const)("the body %j is refused at %s", async ([wrong, pointer]) => {
  const { status, body } = await create(wrong);
  expect(status).toBe(400);
  expect(body.errors?.map((error) => error.pointer)).toContain(pointer);
});

test("a PUT changes only the given fields; an empty one is refused", async () => {
  const { body: created } = await create({ ...settings, secret: "a-secret-of-16-or-more" });
  const url = `/v1/webhooks/${created.data.id}`;
  const put = (body: object) => organization.ask<WebhookBody & ProblemBody>({ method: "PUT", url, body });
  expect((await put({ active: false })).body).toMatchObject({ data: { ...settings, active: false, has_secret: true } });
  expect((await put({ events: ["domain.verified"] })).body).toMatchObject({ data: { events: ["domain.verified"] } });
  expect((await put({ url: "https://127.0.0.1/" })).status).toBe(400);
  expect((await put({ events: ["x"] })).status).toBe(400);
  expect((await put({ secret: "short" })).status).toBe(400);
  expect((await put({})).status).toBe(400);
  expect((await put({ active: null })).status).toBe(400);
  expect((await put({ include_unauthenticated: true })).body).toMatchObject({
    data: { include_unauthenticated: true },
  });
  const rotated = await put({ secret: "another-secret-of-16" });
  expect(rotated.body).toMatchObject({ data: { has_secret: true, previous_secret_until: expect.any(String) } });
  expect(rotated.text).not.toContain("secret-of");
  expect((await put({ previous_secret: null })).body).toMatchObject({
    data: { has_secret: true, previous_secret_until: null },
  });
  expect((await put({ previous_secret: "another-secret-of-16" })).status).toBe(400);
  expect((await put({ secret: null })).body).toMatchObject({
    data: { has_secret: false, previous_secret_until: null },
  });
  const read = await organization.ask({ url });
  expect(read.body).toMatchObject({ data: { url: settings.url, events: ["domain.verified"], active: false } });
});

test("a deleted webhook is 404, and so is deleting it again", async () => {
  const { body } = await create(settings);
  const url = `/api/v1/webhooks/${body.data.id}`;
  const deleted = await organization.ask({ method: "DELETE", url });
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
  expect((await organization.ask({ url })).status).toBe(404);
  expect((await organization.ask({ method: "DELETE", url })).status).toBe(404);
});

test("the list is divided into pages", async () => {
  const other = await api.createOrganization("plus");
  for (let index = 0; index < 3; index += 1) {
    await other.ask({ method: "POST", url: "/api/v1/webhooks", body: { ...settings, events: ["report.failure"] } });
  }
  const { body, headers } = await other.ask({ url: "/api/v1/webhooks?per_page=2&page=2" });
  expect(body).toMatchObject({
    data: [settings.url].map((url) => ({ url })),
    meta: { total: 3, page: 2, total_pages: 2 },
  });
  expect(headers.link).toContain('rel="prev"');
});

test("an organization has at most 50 webhooks", async () => {
  const other = await api.createOrganization("plus");
  for (let index = 0; index < 50; index += 1) {
    expect((await other.ask({ method: "POST", url: "/v1/webhooks", body: settings })).status).toBe(201);
  }
  const refused = await other.ask<ProblemBody>({ method: "POST", url: "/v1/webhooks", body: settings });
  expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
});

test("every route needs the plan plus", async () => {
  const free = await api.createOrganization("free");
  const url = "/api/v1/webhooks/wh_1";
  const answers = await Promise.all([
    free.ask<ProblemBody>({ url: "/api/v1/webhooks" }),
    free.ask<ProblemBody>({ method: "POST", url: "/api/v1/webhooks", body: settings }),
    free.ask<ProblemBody>({ url }),
    free.ask<ProblemBody>({ method: "PUT", url, body: { active: true } }),
    free.ask<ProblemBody>({ method: "DELETE", url }),
  ]);
  for (const { status, body } of answers) expect([status, body.code]).toEqual([403, "plan_required"]);
});

test("reading needs webhooks:read, writing webhooks:write", async () => {
  const { body } = await create(settings);
  const url = `/api/v1/webhooks/${body.data.id}`;
  const [reader, writer] = [
    await organization.createKey(["webhooks:read"]),
    await organization.createKey(["webhooks:write"]),
  ];
  expect((await organization.ask({ url, key: reader })).status).toBe(200);
  expect((await organization.ask({ url: "/v1/webhooks", key: reader })).status).toBe(200);
  expect((await organization.ask({ url, key: writer })).status).toBe(403);
  expect((await organization.ask({ method: "DELETE", url, key: reader })).status).toBe(403);
  expect((await organization.ask({ method: "PUT", url, body: { active: false }, key: reader })).status).toBe(403);
  expect((await organization.ask({ method: "POST", url: "/v1/webhooks", body: settings, key: reader })).status).toBe(
    403,
  );
  expect((await organization.ask({ method: "DELETE", url, key: writer })).status).toBe(204);
});

test("an unchanged webhook is 304, a changed one is sent again; lists have no tag", async () => {
  const { body } = await create(settings);
  const url = `/api/v1/webhooks/${body.data.id}`;
  const { headers } = await organization.ask({ url });
  const condition = { "if-none-match": `"other", ${String(headers.etag)}` };
  const unchanged = await organization.ask({ url, headers: condition });
  expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, "", headers.etag]);
  await organization.ask({ method: "PUT", url, body: { active: false } });
  expect((await organization.ask({ url, headers: condition })).status).toBe(200);
  expect((await organization.ask({ url: "/api/v1/webhooks" })).headers.etag).toBeUndefined();
});

test("a test needs no body, as its document says", async () => {
  const { paths } = (await api.server.inject({ url: "/openapi.json" })).json();
  expect(paths["/api/v1/webhooks/{id}/test"].post.requestBody.required).toBe(false);
  expect(paths["/api/v1/webhooks"].post.requestBody.required).toBe(true);
  expect(paths["/api/v1/domains/{id}"].put.requestBody.required).toBe(true);
});

test("a refused field says what it must be, in words of its own", async () => {
  const refuse = async (body: object) =>
    (await create({ ...settings, ...body })).body.errors?.map(({ pointer, message }) => `${pointer} ${message}`);
  expect(await refuse({ secret: "short" })).toEqual(["/body/secret must have at least 16 characters"]);
  expect(await refuse({ url: 5 })).toEqual(["/body/url must be text"]);
  expect(await refuse({ events: [] })).toEqual(["/body/events must not be empty"]);
  expect(await refuse({ active: "yes" })).toEqual(["/body/active must be true or false"]);
  const { body } = await create({ events: ["report.received"] });
  expect(body.errors).toEqual([{ pointer: "/body/url", message: "is missing" }]);
});
