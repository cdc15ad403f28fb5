import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../../apps/api/src/testing/index.ts";
import { fillPath } from "./foreign-ids.ts";
import { readOperations } from "./read-operations.ts";

let api: TestApi;
let owner: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  owner = await api.createOrganization();
});

afterAll(() => api.stop());

/** Lists whose answers are kept, and so have a tag when they are asked for again. */
const KEPT = ["aggregate", "failures", "records", "sources"].map((name) => `/api/v1/reports/${name}`);

test("every object that is read by its id has a tag, and is 304 while unchanged; lists have none, unless they are kept", async () => {
  const reads = (await readOperations(api.server)).filter(({ method }) => method === "GET");
  const isList = ({ parameters }: (typeof reads)[number]) => parameters.some(({ name }) => name === "per_page");
  const objects = reads.filter((operation) => operation.path.includes("{") && !isList(operation));
  expect(objects.length).toBeGreaterThanOrEqual(2);
  for (const { path } of objects) {
    const url = await fillPath(path.replaceAll(/\{(\w+)\}/g, ":$1"), owner);
    const { status, headers } = await owner.ask({ url });
    expect([path, status, typeof headers.etag]).toEqual([path, 200, "string"]);
    const unchanged = await owner.ask({ url, headers: { "if-none-match": String(headers.etag) } });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, "", headers.etag]);
    expect((await owner.ask({ url, headers: { "if-none-match": '"other"' } })).status).toBe(200);
  }
  for (const { path } of reads.filter((operation) => isList(operation) && !operation.path.includes("{"))) {
    await owner.ask({ url: path });
    const { headers } = await owner.ask({ url: path });
    expect([path, typeof headers.etag]).toEqual([path, KEPT.includes(path) ? "string" : "undefined"]);
  }
});
