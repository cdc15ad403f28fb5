import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "../../apps/api/src/testing/index.ts";
import { chromiumAdvice, hasChromium, launchChromium, openContext } from "../support/chromium.ts";

if (!hasChromium) {
  if (process.env.CI) test("the documentation works in a browser", () => expect.fail(chromiumAdvice));
  else process.stderr.write(`\n*** NOT TESTED: the documentation in a browser; ${chromiumAdvice} ***\n\n`);
}

const CLIENT = new URL("../../libs/client/src/", import.meta.url);
const SECRET = "0123456789abcdef";

if (hasChromium) describeInBrowser();

function describeInBrowser(): void {
  let api: TestApi;
  let browser: Browser;
  let baseUrl: string;

  beforeAll(async () => {
    api = await startApi();
    baseUrl = await api.listen();
    browser = await launchChromium();
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await api.stop();
  });

  /** Opens a page and records its requests to other origins and the browser's errors. */
  async function open(address: string) {
    const page = await (await openContext(browser)).newPage();
    const otherOrigins: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(baseUrl) && !request.url().startsWith("data:")) otherOrigins.push(request.url());
    });
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("requestfailed", (request) => errors.push(`${request.url()} failed`));
    await page.goto(baseUrl + address, { waitUntil: "networkidle" });
    return { page, otherOrigins, errors };
  }

  test("/docs shows every operation, without requests to other origins or errors", async () => {
    const { page, otherOrigins, errors } = await open("/docs");
    await page.waitForSelector(".opblock");
    const { paths }: { paths: Record<string, object> } = JSON.parse(
      await (await fetch(`${baseUrl}/openapi.json`)).text(),
    );
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(await page.locator(".opblock").count()).toBe(operations.length);
    await page.locator(".opblock-summary-control").first().click();
    await page.waitForSelector(".opblock-body .responses-table");
    expect([otherOrigins, errors]).toEqual([[], []]);
  });

  test("an operation can be tried with a key", async () => {
    const organization = await api.createOrganization();
    const { page, otherOrigins, errors } = await open("/docs#/API%20keys/listApiKeys");
    await page.locator(".btn.authorize").click();
    await page.locator("#auth-bearer-value").fill(organization.key);
    await page.locator(".auth-btn-wrapper .authorize").first().click();
    await page.locator(".auth-btn-wrapper .btn-done").first().click();
    await page.locator(".opblock.is-open .try-out__btn").click();
    await page.locator(".opblock.is-open .execute").click();
    const answer = page.locator(".opblock.is-open .live-responses-table .response-col_status").nth(1);
    await answer.waitFor();
    expect((await answer.textContent())?.trim()).toMatch(/^200/);
    expect([otherOrigins, errors]).toEqual([[], []]);
  });

  test("/docs/problems has a section for each code", async () => {
    const { page, otherOrigins, errors } = await open("/docs/problems#not_found");
    expect(await page.locator("section:target h2").textContent()).toContain("not_found");
    expect([otherOrigins, errors]).toEqual([[], []]);
  });

  test("/docs/webhooks is linked from /docs and shows code unchanged", async () => {
    const { page, otherOrigins, errors } = await open("/docs");
    await page.locator('.info a[href="/docs/webhooks"]').waitFor();
    await page.goto(`${baseUrl}/docs/webhooks`, { waitUntil: "networkidle" });
    expect(await page.locator("pre").nth(1).textContent()).toContain("def verify_webhook(body: bytes");
    expect([otherOrigins, errors]).toEqual([[], []]);
  });

  /** A page of the service that can import the client. */
  async function openClient() {
    const page = await (await openContext(browser)).newPage();
    await page.route("**/client/*", async (route) => {
      const source = await readFile(new URL(new URL(route.request().url()).pathname.slice(8), CLIENT), "utf8");
      await route.fulfill({ contentType: "text/javascript", body: stripTypeScriptTypes(source) });
    });
    await page.goto(`${baseUrl}/healthz`);
    return page;
  }

  test("a page signs in, changes something and signs out with the client; its scripts do not see the cookie", async () => {
    const { key } = await api.createOrganization();
    const page = await openClient();
    const found = await page.evaluate(`(async () => {
      const { createClient } = await import("/client/index.ts");
      const baseUrl = location.origin;
      const before = createClient({ baseUrl, csrfToken: null });
      const none = await before.session.read();
      const { data } = await before.session.create(${JSON.stringify({ key })});
      const client = createClient({ baseUrl, csrfToken: data.csrf_token });
      const refused = await before.apiKeys.create({ name: "x", scopes: ["reports:read"] }).catch((error) => error.code);
      const created = await client.apiKeys.create({ name: "mine", scopes: ["reports:read"] });
      const seen = document.cookie;
      await client.session.end();
      const after = await client.readMe().catch((error) => error.code);
      return { none: none.data, refused, created: created.data.name, seen, after };
    })()`);
    expect(found).toEqual({
      none: null,
      refused: "csrf_token_required",
      created: "mine",
      seen: "",
      after: "missing_key",
    });
  });

  test("the client works in a browser: it sends requests and verifies a delivery", async () => {
    const organization = await api.createOrganization();
    const page = await openClient();
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", SECRET).update(`evt_1.${at}.{"id":"evt_1"}`).digest("base64");
    const headers = { "webhook-id": "evt_1", "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` };
    const delivery = { payload: '{"id":"evt_1"}', headers, secret: SECRET };
    const found = await page.evaluate(`(async () => {
      const { createClient, verifyWebhook } = await import("/client/index.ts");
      const client = createClient(${JSON.stringify({ baseUrl, key: organization.key })});
      const refused = await client.webhooks.read("wh_none").catch((error) => error.code);
      const keys = [];
      for await (const { name } of client.apiKeys.listAll()) keys.push(name);
      return { refused, keys, event: await verifyWebhook(${JSON.stringify(delivery)}) };
    })()`);
    expect(found).toEqual({ refused: "not_found", keys: ["test"], event: { id: "evt_1" } });
  });

  test("the twin: a request to another origin is detected", async () => {
    const { page, otherOrigins, errors } = await open("/docs/problems");
    await page.evaluate('document.body.append(Object.assign(new Image(), { src: "https://example.com/pixel.png" }))');
    await page.waitForTimeout(500);
    expect([...otherOrigins, ...errors].join()).toContain("example.com");
  });
}
