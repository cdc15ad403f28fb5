import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Counts {
  readonly data: {
    readonly total: number;
    readonly states: readonly {
      readonly state: string;
      readonly submissions: number;
      readonly waiting_since: string | null;
    }[];
    readonly counted_from: string | null;
  };
}
interface List {
  readonly meta: { readonly total: number };
}

let api: TestApi;
let organization: TestOrganization;
let domains: { readonly id: string }[];

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
  const names = ["one.example", "two.example", "three.example"];
  domains = await Promise.all(names.map((name) => organization.addVerifiedDomain(name)));
  const [one = "", two = "", three = ""] = domains.map(({ id }) => id);
  await change(one, { labels: ["gold"], clientReference: "C-1" });
  await change(two, { labels: ["gold", "shop"], clientReference: "C-2" });
  await organization.addSubmission({ domainId: one, outcome: "stored" });
  await organization.addSubmission({ domainId: one }, { domainId: two, outcome: "stored", entry: 1 });
  await organization.addSubmission({ domainId: two, outcome: "held" });
  await organization.addSubmission({ domainId: three, outcome: "refused", reason: "too-large" });
  await (await api.createOrganization()).addSubmission({ outcome: "refused" });
});

afterAll(() => api.stop());

function change(domainId: string, changes: { labels: string[]; clientReference: string }) {
  return api.metadata.domains.updateDomainSettings(organization.id, { domainId, changes });
}

const count = async (query = "") =>
  (await organization.ask<Counts>({ url: `/api/v1/submissions/counts${query}` })).body.data;

async function countStates(query: string) {
  const { states } = await count(query);
  return Object.fromEntries(
    states.flatMap(({ state, submissions }) => (submissions > 0 ? [[state, submissions]] : [])),
  );
}

test("one answer has every state, and since when what is not final waits", async () => {
  const { total, states, counted_from } = await count();
  expect([total, counted_from]).toEqual([4, null]);
  const time = expect.stringMatching(/Z$/);
  expect(states).toEqual([
    { state: "accepted", submissions: 2, waiting_since: time },
    { state: "duplicate", submissions: 0, waiting_since: null },
    { state: "held", submissions: 1, waiting_since: time },
    { state: "refused", submissions: 1, waiting_since: null },
    { state: "other", submissions: 0, waiting_since: null },
  ]);
});

test("counts and list are about the same submissions, whatever the filter", async () => {
  const [one, two] = domains.map(({ id }) => id);
  const cases = [
    [`?domain_id=${one}`, { accepted: 2 }],
    [`?domain_id=${one}&domain_id=${two}`, { accepted: 2, held: 1 }],
    ["?label=gold", { accepted: 2, held: 1 }],
    ["?label=shop&label=none", { accepted: 1, held: 1 }],
    ["?client_reference=C-2", { accepted: 1, held: 1 }],
    [`?label=gold&client_reference=C-2&domain_id=${one}`, {}],
    ["?label=none", {}],
    ["?reason=too-large", { refused: 1 }],
    ["?channel=smtp", {}],
    ["?until=2020-01-01T00:00:00Z", {}],
  ] as const;
  for (const [query, expected] of cases) {
    expect([query, await countStates(query)]).toEqual([query, expected]);
    const { body } = await organization.ask<List>({ url: `/api/v1/submissions${query}` });
    expect(body.meta.total).toBe(Object.values(expected).reduce((sum, each) => sum + each, 0));
  }
  const foreign = await (await api.createOrganization()).addVerifiedDomain("foreign.example");
  for (const id of [foreign.id, `dom_${randomUUID()}`]) {
    for (const path of ["submissions", "submissions/counts"]) {
      const url = `/api/v1/${path}?domain_id=${one}&domain_id=${id}`;
      expect((await organization.ask({ url })).status).toBe(404);
    }
  }
});

test("of more entries than a count reads, the newest are counted, and the answer says how far back", async () => {
  const { intake } = api.metadata;
  const { states, countedFrom } = await intake.countSubmissions(organization.id, { entriesMax: 2 });
  expect(states.reduce((sum, { submissions }) => sum + submissions, 0)).toBe(2);
  expect(countedFrom).toBeInstanceOf(Date);
  expect(states.find(({ state }) => state === "accepted")?.waitingSince).toBeInstanceOf(Date);
  const ofDomain = await intake.countSubmissions(organization.id, { entriesMax: 1, reason: "too-large" });
  expect(ofDomain.states.find(({ state }) => state === "refused")?.submissions).toBe(1);
});
