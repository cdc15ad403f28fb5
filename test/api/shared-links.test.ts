import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openShared, type Shared } from "../../apps/api/src/share-links/testing/open-shared.ts";
import { startApi, type TestApi, type TestOrganization } from "../../apps/api/src/testing/index.ts";
import { type Operation, readOperations } from "./read-operations.ts";
import { readRoutes } from "./read-routes.ts";

/** Everything that a shared link may read, under both prefixes. */
const OPEN = [
  "/domains/:id/readiness",
  "/reports",
  "/reports/:id",
  "/reports/aggregate",
  "/reports/completeness",
  "/reports/failures",
  "/reports/records",
  "/reports/sources",
];

interface Owned {
  readonly id: string;
  readonly name: string;
  readonly reportId: string;
  readonly client: string;
}

let api: TestApi;
let owner: TestOrganization;
let mine: Owned;
let hidden: Owned;
let foreign: Owned;
let operations: readonly Operation[];

beforeAll(async () => {
  api = await startApi();
  owner = await api.createOrganization();
  const other = await api.createOrganization();
  mine = await addDomain(owner, "mine", "C-mine");
  hidden = await addDomain(owner, "hidden", "C-hidden");
  foreign = await addDomain(other, "foreign", "C-mine");
  operations = await readOperations(api.server);
});

afterAll(() => api.stop());

async function addDomain(organization: TestOrganization, word: string, client: string): Promise<Owned> {
  const domain = await organization.addVerifiedDomain(`${word}.example`);
  const changes = { clientReference: client };
  await api.metadata.domains.updateDomainSettings(organization.id, { domainId: domain.id, changes });
  const reportId = await organization.storeReport({ domain, reporter: `${word} reporter` });
  return { ...domain, reportId, client };
}

const toReaches = () => [{ domain_id: mine.id }, { client_reference: mine.client }];

async function share(reach: object): Promise<Shared> {
  const { body } = await owner.ask<{ data: { token: string } }>({
    method: "POST",
    url: "/api/v1/share-links",
    body: { name: "For Ann", ...reach },
  });
  return openShared(api.server, body.data.token);
}

let both: readonly Shared[];

beforeEach(async () => {
  both = await Promise.all(toReaches().map(share));
});

test("every route of the router is closed to a shared link, except the list, which only reads", async () => {
  const [shared] = both;
  const open: string[] = [];
  for (const { method, path } of await readRoutes(api.server)) {
    if (!/^(\/api)?\/v1\//.test(path) || path.endsWith("/session")) continue;
    const url = path.replaceAll(/:[^/]+/g, "x");
    const { status, text } = (await shared?.ask(url, method)) ?? expect.fail();
    const isClosed = status === 403 && (method === "HEAD" || /not_shared|missing_scope/.test(text));
    if (!isClosed) open.push(`${method} ${path}`);
  }
  const expected = ["/api/v1", "/v1"].flatMap((prefix) =>
    OPEN.flatMap((path) => ["GET", "HEAD"].map((method) => `${method} ${prefix}${path}`)),
  );
  expect(open.sort()).toEqual(expected.sort());
});

/** Every question of the open routes, with every grouping. */
function listQuestions(): string[] {
  const open = operations.filter(({ method, path }) => method === "GET" && OPEN.includes(path.replace("/api/v1", "")));
  return open.flatMap(({ path, parameters }) => {
    const url = `${path}?${path.includes("completeness") ? "" : "start_date=2000-01-01"}`;
    const groupings = parameters.find(({ name }) => name === "group_by")?.schema.oneOf ?? [];
    const hasCsv = parameters.some(({ name }) => name === "format");
    return [
      url,
      ...groupings.map((group) => `${url}&group_by=${group.const}`),
      ...(hasCsv ? [`${url}&format=csv`] : []),
    ];
  });
}

/** What none of the answers may have. */
const findSecrets = (text: string) =>
  [hidden, foreign]
    .flatMap(({ id, name, reportId }) => [id, name, reportId, name.replace(".example", " reporter")])
    .concat(hidden.client)
    .filter((secret) => text.includes(secret));

test("whatever is asked, the answer has nothing of another domain, client or organization, also if the owner asked before", {
  timeout: 300_000,
}, async () => {
  const questions = listQuestions();
  expect(questions.length).toBeGreaterThan(30);
  for (const question of questions) {
    const own = await owner.ask({ url: question });
    expect([own.status, question], own.text).toEqual([200, question]);
    // A grouping selects nothing, so only whole answers are tried with another client.
    const more = question.includes("group_by") ? [] : [`&client_reference=${hidden.client}`];
    for (const shared of both) {
      for (const url of [question, ...more.map((each) => question + each)]) {
        const { status, text } = await shared.ask(url);
        expect({ status, secrets: findSecrets(text), url }).toEqual({ status: 200, secrets: [], url });
      }
    }
  }
  // The owner still sees everything: no answer of a link is the owner's.
  const { text } = await owner.ask({ url: "/api/v1/reports?start_date=2000-01-01" });
  expect(findSecrets(text)).toContain(hidden.id);
});

test("a link shows its own domain's reports and sums", async () => {
  for (const shared of both) {
    const { text } = await shared.ask("/api/v1/reports?start_date=2000-01-01");
    expect(text).toContain(mine.reportId);
    expect((await shared.ask(`/api/v1/reports/${mine.reportId}`)).status).toBe(200);
    expect((await shared.ask(`/api/v1/domains/${mine.id}/readiness`)).status).toBe(200);
    expect((await shared.ask(`/api/v1/reports?domain_id=${mine.id}`)).status).toBe(200);
    const after = await shared.ask<{ data: object[] }>("/api/v1/reports?after=");
    expect([after.body.data.length, findSecrets(after.text)]).toEqual([1, []]);
  }
});

test("another domain, alone or beside its own, and another report are the same 404 as unknown ones", async () => {
  const strip = (text: string) => text.replaceAll(/"(request_id|instance)":"[^"]*"/g, "");
  for (const shared of both) {
    for (const other of [hidden, foreign]) {
      for (const [url, unknown] of [
        [`/api/v1/reports?domain_id=${other.id}`, "/api/v1/reports?domain_id=dom_x"],
        [`/api/v1/reports?domain_id=${mine.id}&domain_id=${other.id}`, "/api/v1/reports?domain_id=dom_x"],
        [`/api/v1/reports/aggregate?domain_id=${other.id}`, "/api/v1/reports/aggregate?domain_id=dom_x"],
        [`/api/v1/reports/${other.reportId}`, "/api/v1/reports/rpt_x"],
        [`/api/v1/domains/${other.id}/readiness`, "/api/v1/domains/dom_x/readiness"],
      ] as const) {
        const [found, none] = [await shared.ask(url), await shared.ask(unknown)];
        expect([found.status, strip(found.text)]).toEqual([404, strip(none.text)]);
      }
    }
  }
});
