import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { HttpServer } from "../http-server.ts";
import { ProblemError } from "../problem.ts";
import { createTestServer } from "../testing/start-server.ts";

let server: HttpServer;
/** The versions of organizations by their number; absent: 1. */
let versions: Record<string, number>;
let isSettled: boolean;
/** How often an answer was computed. */
let computed: number;
let compute: (url: string) => Promise<unknown>;

beforeEach(async () => {
  versions = {};
  isSettled = true;
  computed = 0;
  compute = async () => ({ answer: computed });
  server = await createTestServer({
    readAnswerState: async ({ organizationId }) => ({ version: String(versions[organizationId] ?? 1), isSettled }),
  });
  const answer = async (request: { readonly url: string }) => {
    computed += 1;
    return compute(request.url);
  };
  const isExport = (request: { readonly url: string }) => request.url.includes("csv");
  const config = { cached: true, etag: true, isExport };
  server.get("/cached", { config }, async (request, reply) => {
    reply.header("link", `<${request.url}>; rel="first"`);
    const found = await answer(request);
    return found instanceof Readable ? reply.type("application/json; charset=utf-8").send(found) : found;
  });
  server.post("/cached", { config: { ...config, readsOnly: true } }, answer);
  server.get("/other", answer);
});

afterEach(() => server.close());

interface Asked {
  readonly method?: "GET" | "POST" | "HEAD";
  readonly url?: string;
  readonly key?: string;
  readonly body?: object;
  readonly tag?: string | undefined;
}

async function ask({ method = "GET", url = "/cached", key = "good", body, tag }: Asked = {}) {
  const headers = { authorization: `Bearer ${key}`, ...(tag !== undefined && { "if-none-match": tag }) };
  const response = await server.inject({ method, url, headers, ...(body && { payload: body }) });
  const { statusCode: status, payload: text } = response;
  const { etag, link, "content-type": type } = response.headers;
  return { status, text, etag: etag as string | undefined, link, type };
}

test("a question is answered with the same bytes and headers until its version advances, and not computed again", async () => {
  const first = await ask();
  expect(first).toMatchObject({ status: 200, text: '{"answer":1}', link: '</cached>; rel="first"' });
  expect(await ask()).toEqual(first);
  expect(computed).toBe(1);
  versions.org_1 = 2;
  expect((await ask()).text).toBe('{"answer":2}');
});

test("a client that has the answer gets 304 without it being computed, and the new one once it is another", async () => {
  const { etag } = await ask();
  expect(await ask({ tag: etag })).toMatchObject({ status: 304, text: "", etag });
  expect(computed).toBe(1);
  versions.org_1 = 2;
  expect(await ask({ tag: etag })).toMatchObject({ status: 200, text: '{"answer":2}' });
});

test("an answer is not cached when its version advanced while it was computed", async () => {
  compute = async () => {
    versions.org_1 = (versions.org_1 ?? 1) + 1;
    return { answer: computed };
  };
  expect((await ask()).text).toBe('{"answer":1}');
  expect((await ask()).text).toBe('{"answer":2}');
});

test("nothing is cached of what was computed while its state was not settled, before or after", async () => {
  isSettled = false;
  await ask();
  isSettled = true;
  expect((await ask()).text).toBe('{"answer":2}');
  versions.org_1 = 2;
  compute = async () => {
    isSettled = false;
    return { answer: computed };
  };
  expect((await ask()).text).toBe('{"answer":3}');
  isSettled = true;
  expect((await ask()).text).toBe('{"answer":4}');
});

test("equal questions at the same time are computed once; others, and those of a newer version, are not joined", async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  compute = async () => {
    const answer = { answer: computed };
    await opened;
    return answer;
  };
  const first = [ask(), ask(), ask()];
  await expect.poll(() => computed).toBe(1);
  const other = ask({ url: "/cached?page=2" });
  await expect.poll(() => computed).toBe(2);
  versions.org_1 = 2;
  const newer = ask();
  await expect.poll(() => computed).toBe(3);
  versions.org_1 = 1;
  open();
  expect((await Promise.all(first)).map(({ text }) => text)).toEqual(Array(3).fill('{"answer":1}'));
  expect([(await other).text, (await newer).text]).toEqual(['{"answer":2}', '{"answer":3}']);
});

test("those that wait for an answer that fails, or may not be cached, compute their own", async () => {
  compute = async () => {
    if (computed === 1) throw new ProblemError("not_found", "It is gone.");
    return { answer: computed };
  };
  const [first, second] = await Promise.all([ask(), ask()]);
  expect([first?.status, second?.status]).toEqual([404, 200]);
});

test("organizations, methods, URLs and bodies have answers of their own", async () => {
  const asked: Asked[] = [
    {},
    { key: "good-2" },
    { url: "/cached?page=2" },
    { method: "POST", body: { page: 1 } },
    { method: "POST", body: { page: 2 } },
    { method: "POST", body: { page: 2 }, key: "good-2" },
  ];
  const texts = [];
  for (const one of asked) texts.push((await ask(one)).text);
  expect(new Set(texts).size).toBe(asked.length);
  for (const [index, one] of asked.entries()) expect((await ask(one)).text).toBe(texts[index]);
  expect(computed).toBe(asked.length);
});

test("a key that is not valid gets no cached answer", async () => {
  await ask();
  expect((await ask({ key: "bad" })).status).toBe(401);
});

test.each([
  ["of a route without cached", { url: "/other" }],
  ["as CSV", { url: "/cached?format=csv" }],
  ["to HEAD", { method: "HEAD" as const }],
])("an answer %s is computed each time", async (_, asked) => {
  await ask(asked);
  await ask(asked);
  expect(computed).toBe(2);
});

test("a stream is cached once it was sent, and has a tag from then on; a long answer is not cached", async () => {
  compute = async (url) => Readable.from(url === "/cached" ? ["[1", ",2]"] : ["x".repeat(1100 * 1024)]);
  expect(await ask()).toMatchObject({ text: "[1,2]", etag: undefined });
  const again = await ask();
  expect(again).toMatchObject({ text: "[1,2]", type: "application/json; charset=utf-8" });
  expect([await ask({ tag: again.etag }), computed]).toMatchObject([{ status: 304 }, 1]);
  for (const url of ["/cached?long", "/cached?long"]) expect((await ask({ url })).text).toHaveLength(1100 * 1024);
  expect(computed).toBe(3);
});

test("a stream without a tag is no match for any condition", async () => {
  compute = async () => Readable.from(["[1]"]);
  expect((await ask({ tag: "undefined" })).status).toBe(200);
});
