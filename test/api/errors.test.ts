import { toApiOptions } from "@ruaflow/api";
import { ProblemError } from "@ruaflow/http";
import { LimitError, OutageError } from "@ruaflow/runtime/errors";
import { TooManyQuestionsError } from "@ruaflow/runtime/turns";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../../apps/api/src/testing/index.ts";

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
}

let api: TestApi;
let baseUrl: string;
let organization: TestOrganization;
let documented: ReadonlyMap<string, number>;

beforeAll(async () => {
  api = await startApi();
  baseUrl = await api.listen();
  organization = await api.createOrganization();
  documented = readCodes(await (await fetch(`${baseUrl}/docs/problems`)).text());
});

afterAll(() => api.stop());

/** The codes on the page and their statuses. */
function readCodes(page: string): ReadonlyMap<string, number> {
  const lines = page.matchAll(/<section id="(\w+)">\s*<h2><code>\1<\/code> <small>(\d+)<\/small>/g);
  return new Map([...lines].map(([, code = "", status]) => [code, Number(status)]));
}

interface Asked {
  readonly method?: string;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
  /** Replaces the server of all tests. */
  readonly base?: string;
}

function ask(path: string, { method = "GET", key = organization.key, headers, body, base = baseUrl }: Asked = {}) {
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
  const isJson = typeof body === "object";
  return fetch(`${base}/api/v1/${path}`, {
    method,
    headers: { ...authorization, ...(isJson && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  });
}

const webhook = { url: "https://hooks.example.com/", events: ["report.received"] };
const post = (path: string, body: string | object, headers = {}) => ask(path, { method: "POST", body, headers });

/** Asks another server on the same stores, whose list of webhooks fails with the given error. */
async function askBroken(error: Error): Promise<Response> {
  const delivery = { ...api.metadata.delivery, listWebhooks: () => Promise.reject(error) };
  const server = await api.createServer({ metadata: { ...api.metadata, delivery } });
  return ask("webhooks", { base: await server.listen({ host: "127.0.0.1", port: 0 }) });
}

async function changeWithoutToken(): Promise<Response> {
  const [cookie = ""] = (await post("session", { key: organization.key })).headers.getSetCookie();
  return ask("domains", { method: "POST", key: null, headers: { cookie }, body: { domain: "changed.example" } });
}

async function askShared(): Promise<Response> {
  const { id } = await organization.addVerifiedDomain("shared.example");
  const link = await post("share-links", { name: "For a client", domain_id: id });
  const { data } = JSON.parse(await link.text());
  const [cookie = ""] = (await post("session", { share: data.token }, { authorization: "" })).headers.getSetCookie();
  return ask(`domains/${id}/reporters`, { key: null, headers: { cookie } });
}

async function exhaustInvalidKeys(): Promise<Response> {
  const server = await api.createServer(toApiOptions({ RUAFLOW_RATE_LIMITS: "on" }));
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  let response = await ask("reports", { base, key: "ruaflow_bad_key" });
  for (let count = 0; count < 30 && response.status !== 429; count += 1) {
    await response.body?.cancel();
    response = await ask("reports", { base, key: "ruaflow_bad_key" });
  }
  return response;
}

async function fillWebhooks(): Promise<Response> {
  const owner = await api.createOrganization();
  const events = ["report.received"] as const;
  for (let count = 0; count < 200; count += 1) {
    const settings = { url: "https://hooks.example.com/", events: [...events], secret: null, active: false };
    if ((await api.metadata.delivery.createWebhook(owner.id, settings)) === null) break;
  }
  return ask("webhooks", { method: "POST", body: webhook, key: owner.key });
}

async function recoverInactive(): Promise<Response> {
  const settings = { url: "https://hooks.example.com/", events: ["report.received"], secret: null, active: false };
  const created = await api.metadata.delivery.createWebhook(organization.id, settings);
  return post(`webhooks/${created?.id}/recover`, { since: "2026-10-01T00:00:00Z" });
}

async function revokeLastAdmin(): Promise<Response> {
  const owner = await api.createOrganization();
  return ask(`api-keys/${owner.key.split("_")[1]}`, { method: "DELETE", key: owner.key });
}

async function meetInFlight(): Promise<Response> {
  const request = { organizationId: organization.id, route: "POST /webhooks", key: "in-flight" };
  await api.metadata.tenants.beginRequest(request);
  return post("webhooks", webhook, { "idempotency-key": request.key });
}

async function reuseKey(): Promise<Response> {
  const headers = { "idempotency-key": "reused" };
  await post("webhooks", webhook, headers);
  return post("webhooks", { ...webhook, active: false }, headers);
}

async function addDuplicate(): Promise<Response> {
  await post("domains", { domain: "duplicate.example" });
  return post("domains", { domain: "duplicate.example" });
}

interface CreatedDomain {
  readonly data: { readonly id: string; readonly verification_token: string };
}

/** A claim without proof in DNS. */
async function addDomain(name: string, key: string): Promise<CreatedDomain["data"]> {
  const response = await ask("domains", { method: "POST", body: { domain: name }, key });
  const { data }: CreatedDomain = JSON.parse(await response.text());
  return data;
}

async function verifyUnproven(): Promise<Response> {
  const { id } = await addDomain("unproven.example", organization.key);
  return ask(`domains/${id}/verify`, { method: "POST" });
}

async function verifyWithoutDns(): Promise<Response> {
  const { id } = await addDomain("unanswered.example", organization.key);
  api.dnsServer.fail("_dmarc.unanswered.example", "servfail");
  return ask(`domains/${id}/verify`, { method: "POST" });
}

/** Two organizations whose proofs are in DNS at the same time. */
async function verifyOwned(): Promise<Response> {
  const { key } = await api.createOrganization();
  const first = await addDomain("owned.example", organization.key);
  const second = await addDomain("owned.example", key);
  api.dnsServer.setTxt("_dmarc.owned.example", "v=DMARC1; p=none");
  const tokens = [first, second].map(({ verification_token }) => verification_token);
  api.dnsServer.setTxt("_ruaflow-verification.owned.example", ...tokens);
  await ask(`domains/${first.id}/verify`, { method: "POST" });
  return ask(`domains/${second.id}/verify`, { method: "POST", key });
}

/** A request that causes each code. A documented code that is missing here fails the test below. */
const TRIGGERS: Readonly<Record<string, () => Promise<Response>>> = {
  invalid_request: () => ask("reports?page=0"),
  missing_key: () => ask("reports", { key: null }),
  invalid_key: () => ask("reports", { key: "ruaflow_bad_key" }),
  invalid_link: () => post("session", { link: "unknown" }),
  session_expired: () => ask("reports", { key: null, headers: { cookie: "ruaflow_session=unknown" } }),
  csrf_token_required: changeWithoutToken,
  https_required: () => post("session", { key: organization.key }, { "x-forwarded-for": "192.0.2.1" }),
  loopback_required: () => post("session", { link: "unknown" }, { "x-forwarded-for": "192.0.2.1" }),
  not_shared: askShared,
  missing_scope: async () => ask("webhooks", { key: await organization.createKey(["reports:read"]) }),
  plan_required: async () => ask("webhooks", { key: (await api.createOrganization("free")).key }),
  limit_reached: fillWebhooks,
  webhook_inactive: recoverInactive,
  last_admin_key: revokeLastAdmin,
  duplicate: addDuplicate,
  domain_owned: verifyOwned,
  verification_failed: verifyUnproven,
  dns_unavailable: verifyWithoutDns,
  idempotency_in_flight: meetInFlight,
  idempotency_key_reused: reuseKey,
  rate_limited: exhaustInvalidKeys,
  not_found: () => ask("webhooks/wh_unknown"),
  method_not_allowed: () => ask("webhooks", { method: "PATCH", body: webhook }),
  payload_too_large: () => post("webhooks", { ...webhook, url: "x".repeat(70_000) }),
  unsupported_media_type: () => post("webhooks", "<webhook/>", { "content-type": "text/xml" }),
  internal: () => askBroken(new TypeError("the password is hunter2")),
  // For slow requests see libs/http/src/problems.test.ts.
  too_slow: () => askBroken(new ProblemError("too_slow", "The request did not arrive in time.")),
  // For uploads see apps/ingest/src/upload/upload-arrival.test.ts.
  overloaded: () => askBroken(new ProblemError("overloaded", "Too many uploads are in progress.")),
  // For when see libs/runtime/src/turns/waiting-limit.test.ts.
  too_many_questions: () => askBroken(new TooManyQuestionsError(5)),
  // For each limit see libs/record-store/src/engine/question-limits.test.ts.
  question_limit: () => askBroken(new LimitError("The store at 10.0.0.1", new Error("1 GiB"))),
  unavailable: () => askBroken(new OutageError("The store at 10.0.0.1", new Error("refused"))),
};

test("the documentation lists exactly the codes that requests can cause", () => {
  expect([...documented.keys()].sort()).toEqual(Object.keys(TRIGGERS).sort());
});

test.for(Object.entries(TRIGGERS))("%s is answered as documented", async ([code, trigger]) => {
  const response = await trigger();
  const problem: Problem = JSON.parse(await response.text());
  expect(problem.code).toBe(code);
  expect([response.status, problem.status]).toEqual([documented.get(code), documented.get(code)]);
  expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  expect(response.headers.get("x-request-id")).toBe(problem.request_id);
  expect(problem.detail).not.toMatch(/hunter2|10\.0\.0\.1/);
  const isTemporary = [429, 503].includes(response.status) || code === "idempotency_in_flight";
  expect(response.headers.has("retry-after")).toBe(isTemporary);
  expect(response.headers.has("www-authenticate")).toBe(response.status === 401);
  expect(response.headers.has("allow")).toBe(response.status === 405);
});

test("the type of a problem links to its section of the documentation", async () => {
  const problem: Problem = JSON.parse(await (await ask("reports", { key: null })).text());
  const address = new URL(problem.type, baseUrl);
  expect((await fetch(address)).status).toBe(200);
  expect(documented.has(address.hash.slice(1))).toBe(true);
});
