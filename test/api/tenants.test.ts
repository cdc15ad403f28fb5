import type { HttpServer } from "@ruaflow/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../../apps/api/src/testing/index.ts";
import { paths } from "../../apps/web/src/paths.ts";
import { fillPath, makeId } from "./foreign-ids.ts";
import { type Operation, readOperations, toSample } from "./read-operations.ts";
import { METHODS, type Route, readRoutes } from "./read-routes.ts";

interface Problem {
  readonly status: number;
  readonly request_id: string;
  readonly instance: string;
}

let api: TestApi;
let owner: TestOrganization;
let otherOrganization: TestOrganization;
let routes: readonly Route[];
let operations: readonly Operation[];

beforeAll(async () => {
  api = await startApi();
  owner = await api.createOrganization();
  otherOrganization = await api.createOrganization();
  // The page's views: the same document whatever the id is, as apps/api/src/page/page.test.ts shows.
  const views: readonly string[] = Object.values(paths);
  routes = (await readRoutes(api.server)).filter(({ path }) => path.includes("/:") && !views.includes(path));
  operations = await readOperations(api.server);
});

afterAll(() => api.stop());

/** Another organization's request for one of the owner's objects by its id. */
async function askForForeign(server: HttpServer, { method, path }: Route, asking = otherOrganization) {
  const url = await fillPath(path, owner);
  const sample = sampleBody({ method, path });
  const sent = sample === null ? {} : { body: sample };
  const answer = await asking.ask<Problem | null>({ method, url, server, ...sent });
  return { ...answer, url, sent };
}

function sampleBody({ method, path }: Route): object | null {
  const documented = `/api/v1${path.replace(/^(\/api)?\/v1/, "").replaceAll(/:([^/]+)/g, "{$1}")}`;
  const operation = operations.find((each) => each.method === method && each.path === documented);
  const sample = operation?.body ? toSample(operation.body) : null;
  return typeof sample === "object" ? sample : null;
}

/** The routes whose answer is not that of an unknown id. */
async function findLeaks(server: HttpServer, asking = otherOrganization): Promise<string[]> {
  const leaks: string[] = [];
  for (const route of routes) {
    const { status } = await askForForeign(server, route, asking);
    if (status !== 404) leaks.push(`${route.method} ${route.path}: ${status}`);
  }
  return leaks;
}

test("the router has routes with ids, for reading and for writing", () => {
  expect(routes.length).toBeGreaterThanOrEqual(14);
  const methods = new Set(routes.map(({ method }) => method));
  for (const method of ["GET", "HEAD", "PUT", "DELETE"]) expect(methods).toContain(method);
});

test("every route with an id answers a foreign id like an unknown one", async () => {
  expect(await findLeaks(api.server)).toEqual([]);
});

test("every route with an id answers a browser that is signed in like its key", async () => {
  expect(await findLeaks(api.server, await otherOrganization.signIn())).toEqual([]);
});

test("the two answers differ only in the request's id and path", async () => {
  for (const route of routes) {
    const foreign = await askForForeign(api.server, route);
    const unknownUrl = route.path.replaceAll(/:[^/]+/g, "xyz_00000000000000000000000000");
    const { method } = route;
    const unknown = await otherOrganization.ask<Problem | null>({
      method,
      url: unknownUrl,
      ...foreign.sent,
    });
    expect(unknown.status).toBe(foreign.status);
    expect(withoutRequest(unknown.body)).toEqual(withoutRequest(foreign.body));
    const names = ({ headers }: typeof unknown) => Object.keys(headers).filter((name) => name !== "content-length");
    expect(names(unknown)).toEqual(names(foreign));
  }
});

function withoutRequest(problem: Problem | null) {
  const { request_id: _id, instance: _instance, ...rest } = problem ?? { request_id: "", instance: "" };
  return rest;
}

test("objects that another organization requested still exist unchanged", async () => {
  for (const route of routes) {
    const { url } = await askForForeign(api.server, route);
    const isRead = routes.some(({ method, path }) => method === "GET" && path === route.path);
    if (isRead) expect((await owner.ask({ url })).status).toBe(200);
  }
});

test("a method that a path does not support is 405 for every organization and id", async () => {
  const paths = new Set(routes.map(({ path }) => path));
  for (const path of paths) {
    const url = await fillPath(path, owner);
    for (const method of METHODS) {
      if (routes.some((route) => route.path === path && route.method === method)) continue;
      expect((await otherOrganization.ask({ method, url })).status).toBe(405);
      expect((await owner.ask({ method, url })).status).toBe(405);
    }
  }
});

test("a foreign id as a filter is the same 404 as an unknown one", async () => {
  const domainId = await makeId("domains", owner);
  const filtered = operations.filter(({ parameters }) => parameters.some(({ name }) => name === "domain_id"));
  expect(filtered.length).toBeGreaterThanOrEqual(4);
  for (const { method, path: documented } of filtered) {
    const path = await fillPath(documented.replaceAll(/\{(\w+)\}/g, ":$1"), owner);
    const foreign = await otherOrganization.ask<Problem>({ method, url: `${path}?domain_id=${domainId}` });
    const unknown = await otherOrganization.ask<Problem>({ method, url: `${path}?domain_id=dom_unknown` });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(withoutRequest(foreign.body)).toEqual(withoutRequest(unknown.body));
    expect((await owner.ask({ method, url: `${path}?domain_id=${domainId}` })).status).toBe(200);
  }
});

test("a foreign id in the body of a question is the same 404 as an unknown one, also among own ids", async () => {
  const domainId = await makeId("domains", owner);
  const ownId = await makeId("domains", otherOrganization);
  const filtered = operations.filter(
    ({ path, body }) => JSON.stringify(body ?? {}).includes('"domain_id"') && path.includes("/reports"),
  );
  expect(filtered.length).toBeGreaterThanOrEqual(4);
  for (const { method, path: url } of filtered) {
    const ask = (domain_id: string[]) => otherOrganization.ask<Problem>({ method, url, body: { domain_id } });
    const [own, foreign, unknown] = [await ask([ownId]), await ask([ownId, domainId]), await ask([ownId, "dom_x"])];
    expect([own.status, foreign.status, unknown.status]).toEqual([200, 404, 404]);
    expect(withoutRequest(foreign.body)).toEqual(withoutRequest(unknown.body));
  }
});

test("lists show nothing that belongs to another organization", async () => {
  const lists = operations.filter(({ method, path, parameters }) => {
    return method === "GET" && !path.includes("{") && parameters.some(({ name }) => name === "per_page");
  });
  expect(lists.length).toBeGreaterThanOrEqual(5);
  const empty = await api.createOrganization();
  for (const { path } of lists) {
    const { text } = await empty.ask({ url: `${path}?per_page=100` });
    for (const word of [owner.id, "domain-", "hooks.example.com", "rpt_", '"other"']) expect(text).not.toContain(word);
  }
});

/** The answers to every grouping of every route about reports. */
async function askForGroups(organization: TestOrganization, server: HttpServer) {
  const urls = operations.flatMap(({ method, path, parameters }) => {
    const groupings = parameters.find(({ name }) => name === "group_by")?.schema.oneOf ?? [];
    return method === "GET" && path.includes("/reports/")
      ? groupings.map(({ const: groupBy }) => `${path}?start_date=2000-01-01&group_by=${groupBy}`)
      : [];
  });
  expect(urls).toHaveLength(42);
  return Promise.all(urls.map((url) => organization.ask<{ data: unknown[] }>({ url, server })));
}

test("groups have nothing of another organization, and the twin without the filter has it in each", async () => {
  const domain = await owner.addVerifiedDomain("grouped.example");
  await owner.storeReport({ domain });
  const own = await askForGroups(otherOrganization, api.server);
  expect(own.map(({ status, body }) => [status, body.data])).toEqual(own.map(() => [200, []]));
  const [metadata, records] = [withoutFilter(api.metadata), withoutFilter(api.records)];
  const leaking = await askForGroups(otherOrganization, await api.createServer({ metadata, records }));
  for (const { body } of leaking) expect(body.data.length).toBeGreaterThan(0);
});

test("the twin: without the organization filter the matrix finds every route", async () => {
  const metadata = withoutFilter(api.metadata);
  const records = withoutFilter(api.records);
  const server = await api.createServer({ metadata, records });
  // A saved view belongs to a key, which is a wall of its own.
  const walled = routes.filter(({ path }) => !path.includes("/saved-views/"));
  for (const asking of [otherOrganization, await otherOrganization.signIn()])
    expect(await findLeaks(server, asking)).toHaveLength(walled.length);
});

/** A store whose functions, and those of its rooms, answer every organization with the owner's data. */
function withoutFilter<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member === "object" && member !== null) return withoutFilter(member);
      if (typeof member !== "function") return member;
      return (first: unknown, ...rest: unknown[]) =>
        member.call(target, first === otherOrganization.id ? owner.id : first, ...rest);
    },
  });
}
