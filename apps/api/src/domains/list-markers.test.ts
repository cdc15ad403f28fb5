import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Body {
  readonly data: readonly { readonly client_reference?: string; readonly label?: string; readonly domains: number }[];
  readonly meta: { readonly total: number };
}

/** More clients than a page has, each with two domains. */
const CLIENTS = 130;

let api: TestApi;
let owner: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  owner = await api.createOrganization();
  const domains = Array.from({ length: 2 * CLIENTS }, (_, index) => ({
    domain: `domain-${index}.example`,
    client_reference: `C-${1000 + (index % CLIENTS)}`,
    labels: [`label ${index % CLIENTS}`, ...(index === 0 ? ["VIP"] : [])],
  }));
  const { status } = await owner.ask({ method: "POST", url: "/api/v1/domains/batch", body: { domains } });
  expect(status).toBe(200);
  await owner.addVerifiedDomain("without.example");
});

afterAll(() => api.stop());

const ask = async (url: string, asking = owner) => (await asking.ask<Body>({ url: `/api/v1/domains/${url}` })).body;

async function readAll(path: string): Promise<Body["data"]> {
  const pages = await Promise.all([1, 2].map((page) => ask(`${path}?per_page=100&page=${page}`)));
  return pages.flatMap(({ data }) => data);
}

test("every client and every label is listed once, in order, with the number of its domains", async () => {
  const references = Array.from({ length: CLIENTS }, (_, index) => `C-${1000 + index}`);
  expect(await readAll("clients")).toEqual(references.map((client_reference) => ({ client_reference, domains: 2 })));
  const labels = await readAll("labels");
  const names = Array.from({ length: CLIENTS }, (_, index) => `label ${index}`);
  expect(labels.map(({ label }) => label)).toEqual(["VIP", ...names].toSorted());
  expect([labels[0], labels[1]?.domains]).toEqual([{ label: "VIP", domains: 1 }, 2]);
  expect((await ask("clients")).meta.total).toBe(CLIENTS);
});

test("a part of the name finds them, whatever its case, and another organization has none of them", async () => {
  expect((await ask("clients?search=c-112")).data.map((one) => one.client_reference)).toEqual(
    Array.from({ length: 10 }, (_, index) => `C-112${index}`),
  );
  expect((await ask("labels?search=vip")).data).toEqual([{ label: "VIP", domains: 1 }]);
  expect((await ask("clients?search=%25")).data).toEqual([]);
  const other = await api.createOrganization();
  expect([await ask("clients", other), await ask("labels", other)]).toMatchObject([{ data: [] }, { data: [] }]);
});
