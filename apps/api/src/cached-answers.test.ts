import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { HttpServer } from "@ruaflow/http";
import { executeSql } from "@ruaflow/metadata-store/testing";
import type { RecordStore } from "@ruaflow/record-store";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization, type TestRequest } from "./testing/index.ts";

const DAY = "2026-10-01";
const SOURCE = "8.8.8.8";

let api: TestApi;
let owner: TestOrganization;
let other: TestOrganization;
let domain: { readonly id: string; readonly name: string };
let second: { readonly id: string; readonly name: string };
let now = new Date(`${DAY}T12:00:00Z`);
/** Questions to ClickHouse. */
let asked = 0;
/** Keeps answers; `fresh` computes each. */
let server: HttpServer;
let fresh: HttpServer;

beforeAll(async () => {
  api = await startApi({ now: () => now });
  server = await api.createServer({ records: count(api.records) });
  const state = await readNoVersion();
  fresh = await api.createServer({ metadata: { ...api.metadata, reports: { ...api.metadata.reports, ...state } } });
  [owner, other] = [await api.createOrganization(), await api.createOrganization()];
  domain = await owner.addVerifiedDomain("example.com");
  second = await owner.addVerifiedDomain("second.example");
  for (const one of [domain, second]) await store(one);
  await api.metadata.sources.saveAddresses([SOURCE]);
  await api.judge();
});
afterAll(() => api.stop());

function count(records: RecordStore): RecordStore {
  return new Proxy(records, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        asked += 1;
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** Each read finds another version. */
async function readNoVersion() {
  let version = 0;
  return {
    readFactsVersion: async () => {
      version += 1;
      return String(version);
    },
    readAnswerVersions: async (ids: readonly string[]) => {
      version += 1;
      return ids.map(() => ({ version: String(version), isSettled: false, rowChanges: "0", isChanging: false }));
    },
  };
}

const store = (of: typeof domain, facts: object = {}) =>
  owner.storeReport({ domain: of, day: DAY, records: [aRecord({ sourceIp: SOURCE })], ...facts });

const enrich = (organization: string) =>
  api.metadata.sources.saveEnrichments([
    {
      ...{ address: SOURCE, state: "absent", hostname: null, attempts: 1, dueAfterMs: null, expiresAfterMs: 1000 },
      ...{ asn: 64_500, organization, country: "CH", dataSets: "own" },
    },
  ]);

const questions = (): Record<string, TestRequest> => ({
  aggregate: { url: "/api/v1/reports/aggregate" },
  "aggregate of a client": { url: "/api/v1/reports/aggregate?client_reference=C-1" },
  "aggregate by domain": { url: "/api/v1/reports/aggregate?group_by=domain" },
  "aggregate by client": { url: "/api/v1/reports/aggregate?group_by=client_reference" },
  "aggregate by POST": { method: "POST", url: "/v1/reports/aggregate", body: { group_by: "label" } },
  "aggregate of a country": { url: "/api/v1/reports/aggregate?country=CH" },
  sources: { url: "/api/v1/reports/sources" },
  "page of sources with verdicts": { url: "/api/v1/reports/sources?per_page=5&verdicts=true" },
  "sources by service": { url: "/api/v1/reports/sources?group_by=class" },
  failures: { url: "/api/v1/reports/failures?per_page=5" },
  records: { url: "/api/v1/reports/records?per_page=5" },
  completeness: { url: "/api/v1/reports/completeness" },
  readiness: { url: `/api/v1/domains/${domain.id}/readiness` },
});

async function askAll(of: HttpServer, as = owner): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [name, request] of Object.entries(questions())) {
    answers[name] = (await as.ask({ ...request, server: of })).text;
  }
  return answers;
}

interface Change {
  readonly name: string;
  /** Questions that have another answer afterwards, among others. */
  readonly changed: readonly string[];
  readonly make: () => Promise<unknown>;
}

/** In turn. */
const changes: readonly Change[] = [
  {
    name: "a report is stored",
    changed: ["aggregate", "aggregate by domain", "sources", "failures", "records", "completeness", "readiness"],
    make: () => store(domain),
  },
  {
    name: "a domain has another client and label",
    changed: ["aggregate of a client", "aggregate by client", "aggregate by POST"],
    make: () =>
      api.metadata.domains.updateDomainSettings(owner.id, {
        domainId: second.id,
        changes: { clientReference: "C-1", labels: ["vip"] },
      }),
  },
  {
    name: "a sender is said to be the organization's own",
    changed: ["page of sources with verdicts"],
    make: () =>
      owner.ask({
        method: "POST",
        url: "/api/v1/senders/overrides",
        body: { kind: "source_ip", value: SOURCE, ours: true },
      }),
  },
  {
    name: "its sources are judged",
    changed: ["page of sources with verdicts", "sources by service", "failures", "records"],
    make: () => api.judge(),
  },
  { name: "the owner of a source is found", changed: ["sources", "failures", "records"], make: () => enrich("First") },
  { name: "it has another owner", changed: ["sources", "failures"], make: () => enrich("Second") },
  {
    name: "ClickHouse has the facts of a source",
    changed: ["aggregate of a country"],
    make: () =>
      api.metadata.reports.whileRowsChange([api.metadata.reports.sourceFacts], (change) =>
        api.records.copySourceFacts(change, [
          { address: SOURCE, hostname: null, asn: 1, organization: "A", country: "CH" },
        ]),
      ),
  },
  {
    name: "a domain publishes another policy",
    changed: ["readiness"],
    make: () => executeSql(api.databaseUrl, "UPDATE domains SET dmarc_policy = 'quarantine'"),
  },
  {
    name: "reports whose sender is not proven are stored",
    changed: [],
    make: () => store(domain, { trust: "none" }),
  },
  {
    name: "the organization counts them",
    changed: ["aggregate", "sources", "failures", "completeness"],
    make: async () => {
      await api.metadata.tenants.setCountUnauthenticated(owner.id, true);
      // The setting takes effect within 3 s.
      owner = { ...owner, ...(await withNewKey(owner)) };
    },
  },
  {
    name: "a domain is deleted",
    changed: ["aggregate", "aggregate by domain", "sources", "failures"],
    make: () => owner.ask({ method: "DELETE", url: `/api/v1/domains/${second.id}` }),
  },
  {
    name: "old reports are removed",
    changed: ["aggregate", "sources", "readiness"],
    make: async () => {
      const old = { domainIds: [domain.id], beforeDay: "2026-10-02" };
      await api.metadata.reports.removeOldReports(owner.id, old);
      await api.metadata.reports.whileRowsChange([owner.id], (change) =>
        api.records.deleteOldReports(change, owner.id, old),
      );
    },
  },
  {
    name: "another UTC day has begun",
    changed: ["aggregate", "completeness", "readiness"],
    make: async () => {
      now = new Date("2026-10-02T00:00:00Z");
    },
  },
];

async function withNewKey(organization: TestOrganization): Promise<Pick<TestOrganization, "ask" | "key">> {
  const key = await organization.createKey(["reports:read", "domains:write", "domains:read"]);
  return { key, ask: (request) => organization.ask({ key, ...request }) };
}

test.each(changes)("when $name, each answer is the one that is computed anew", async ({ changed, make }) => {
  const before = await askAll(server);
  const counted = asked;
  expect(await askAll(server)).toEqual(before);
  expect(asked).toBe(counted);
  await make();
  const after = await askAll(server);
  expect(after).toEqual(await askAll(fresh));
  for (const name of changed) expect([name, after[name]]).not.toEqual([name, before[name]]);
});

test("the same change would be missed if the version did not advance", async () => {
  const before = await askAll(server);
  await executeSql(api.databaseUrl, "ALTER TABLE report_days DISABLE TRIGGER USER");
  await store(domain, { day: "2026-10-02" });
  await executeSql(api.databaseUrl, "ALTER TABLE report_days ENABLE TRIGGER USER");
  expect(await askAll(server)).toEqual(before);
  expect(await askAll(fresh)).not.toEqual(before);
  await store(domain, { day: "2026-10-02" });
  expect(await askAll(server)).toEqual(await askAll(fresh));
});

/** Questions whose answers are kept while names, owners and countries of sources are found. */
const withoutFacts = [
  "aggregate",
  "aggregate of a client",
  "aggregate by domain",
  "aggregate by client",
  "aggregate by POST",
  "completeness",
];

/** Their rows and verdicts are kept meanwhile, and the facts are read anew. */
const withRows = ["sources", "page of sources with verdicts", "failures", "records"];

test("ClickHouse is not asked again while facts about sources change, unless what it reads derives from them", async () => {
  await askAll(server);
  await enrich(`Owner ${crypto.randomUUID()}`);
  await api.metadata.reports.whileRowsChange([api.metadata.reports.sourceFacts], async () => {
    for (const [name, request] of Object.entries(questions())) {
      const counted = asked;
      await owner.ask({ ...request, server });
      expect([name, asked === counted]).toEqual([name, [...withoutFacts, ...withRows].includes(name)]);
    }
  });
});

test("a client that has an answer gets 304 without a question to ClickHouse", async () => {
  for (const [name, request] of Object.entries(questions())) {
    if (request.method === "POST") continue;
    await owner.ask({ ...request, server });
    const { headers } = await owner.ask({ ...request, server });
    const counted = asked;
    const again = await owner.ask({ ...request, server, headers: { "if-none-match": String(headers.etag) } });
    expect([name, again.status, again.text, asked]).toEqual([name, 304, "", counted]);
  }
});

test("a report that is stored while an answer is computed is in the next one", async () => {
  const url = "/api/v1/reports/aggregate?start_date=2026-09-30";
  let isStored = false;
  const readTotals: RecordStore["readTotals"] = async (organizationId, filter) => {
    const found = await api.records.readTotals(organizationId, filter);
    if (!isStored) await store(domain, { day: "2026-10-02" });
    isStored = true;
    return found;
  };
  const slow = await api.createServer({ records: { ...api.records, readTotals } });
  const first = await owner.ask({ url, server: slow });
  const next = await owner.ask({ url, server: slow });
  expect(next.text).not.toBe(first.text);
  expect(next.text).toBe((await owner.ask({ url, server: fresh })).text);
});

test("another organization has answers of its own", async () => {
  const url = "/api/v1/reports/aggregate";
  const mine = await owner.ask<{ readonly data: { readonly totals: { readonly reports: number } } }>({ url, server });
  expect(mine.body.data.totals.reports).toBeGreaterThan(0);
  const theirs = await other.ask({ url, server });
  expect(theirs.body).toMatchObject({ data: { totals: { reports: 0 } } });
});

/** Routes whose answers are cached, as a server registers them. */
async function listCachedRoutes(): Promise<string[]> {
  const routes = new Set<string>();
  const watch = (message: unknown) => {
    (message as { readonly fastify: HttpServer }).fastify.addHook("onRoute", ({ config, url }) => {
      if (config?.cached) routes.add(url);
    });
  };
  subscribe("fastify.initialization", watch);
  await api.createServer();
  unsubscribe("fastify.initialization", watch);
  return [...routes];
}

test("each route whose answers are cached is among these questions", async () => {
  const asked = Object.values(questions()).map(({ url }) => url.replace(/\?.*/, "").replace(/^\/(api\/)?v1/, ""));
  const cached = new Set((await listCachedRoutes()).map((url) => url.replace(/^\/(api\/)?v1/, "")));
  expect(cached.size).toBeGreaterThanOrEqual(5);
  const missing = [...cached].filter((route) => !asked.some((url) => toPattern(route).test(url)));
  expect(missing).toEqual([]);
});

function toPattern(route: string): RegExp {
  return new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`);
}

/** Tables that may be read though no trigger watches them. */
const UNWATCHED = {
  version: ["answer_versions", "row_changes", "ledger_state"],
  /** Read with the key: parts of the question. */
  caller: ["api_keys", "organizations"],
};
/** Rows of sources are inserted without facts, and never deleted. */
const ONLY_UPDATED = "sources";

/** Lets only tables be read whose changes advance the version of answers, by a trigger for each kind of change. */
const READ_WATCHED = `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM CURRENT_USER;
  GRANT SELECT ON ${Object.values(UNWATCHED).flat().join(", ")} TO CURRENT_USER;
  DO $$ DECLARE one regclass; BEGIN
    FOR one IN SELECT tgrelid::regclass FROM pg_trigger WHERE tgname LIKE 'answers\\_%' AND tgenabled = 'O' GROUP BY tgrelid
      HAVING count(DISTINCT tgname) = 3 OR tgrelid = '${ONLY_UPDATED}'::regclass
    LOOP EXECUTE format('GRANT SELECT ON %s TO CURRENT_USER', one); END LOOP;
  END $$`;

test("an answer that is cached reads no table of PostgreSQL whose changes do not advance its version", async () => {
  await executeSql(api.databaseUrl, READ_WATCHED);
  const refused: string[] = [];
  for (const [name, request] of Object.entries(questions())) {
    const { status } = await owner.ask({ ...request, server: fresh });
    if (status !== 200) refused.push(`${name}: ${status}`);
  }
  await executeSql(api.databaseUrl, "GRANT ALL ON ALL TABLES IN SCHEMA public TO CURRENT_USER");
  expect(refused).toEqual([]);
});
