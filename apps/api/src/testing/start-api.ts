import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import type { EventLog } from "@ruaflow/event-log";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import type { HttpServer } from "@ruaflow/http";
import { createIpData } from "@ruaflow/ip-data";
import { createMetadataStore, type MetadataStore } from "@ruaflow/metadata-store";
import type { Arrival } from "@ruaflow/metadata-store/intake";
import { type Plan, type Scope, scopes } from "@ruaflow/metadata-store/tenants";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { startParts } from "@ruaflow/runtime";
import { parseAddressList } from "@ruaflow/runtime/addresses";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { shippedServiceMap } from "@ruaflow/senders";
import { createFactsReader } from "@ruaflow/verdicts/facts";
import { createJudge, type DueOptions } from "@ruaflow/verdicts/judge";
import { createSender } from "@ruaflow/webhooks";
import { type ApiOptions, createApi } from "../api.ts";
import { toApiOptions } from "../from-settings.ts";
import { type ReportFacts, storeReport } from "./store-report.ts";

/** The API on its own PostgreSQL and ClickHouse. One per test file: a process can open one embedded ClickHouse. */
export interface TestApi {
  readonly server: HttpServer;
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** Folder of the records' ClickHouse, for SQL that the store has no function for. */
  readonly recordsFolder: string;
  /** Without topics until a test prepares it. */
  readonly log: EventLog;
  /** Of the PostgreSQL, for SQL that the store has no function for. */
  readonly databaseUrl: string;
  /** The API's DNS resolver; empty until a test adds records. */
  readonly dnsServer: TestDnsServer;
  /** Another server on the same stores with other options. `stop` closes it too. */
  createServer(overrides?: Partial<ApiOptions>): Promise<HttpServer>;
  /** A new organization with a key that has every scope; default plan: enterprise. */
  createOrganization(plan?: Plan): Promise<TestOrganization>;
  /** Judges all sources that are due, as the keeper does. */
  judge(overrides?: Partial<DueOptions>): Promise<void>;
  /** Listens on a free port, for tests that `inject` cannot cover; returns the base URL. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

export interface TestOrganization {
  readonly id: string;
  /** A key with every scope. */
  readonly key: string;
  createKey(granted: readonly Scope[]): Promise<string>;
  /** Sends a request as this organization. A JSON body is parsed; the test names its type. */
  ask<Body = unknown>(request: TestRequest): Promise<TestAnswer<Body>>;
  /** The same organization in a browser: asks with the cookie and the CSRF token of a new session. */
  signIn(granted?: readonly Scope[]): Promise<TestOrganization>;
  addVerifiedDomain(name: string): Promise<{ readonly id: string; readonly name: string }>;
  /** Stores a report as the record-writer does; returns its id. */
  storeReport(facts: ReportFacts): Promise<string>;
  /** Saves the outcomes of a new submission's entries, by default accepted; returns its id. */
  addSubmission(...entries: readonly Partial<Arrival>[]): Promise<string>;
}

export interface TestRequest {
  /** Default: GET. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  /** With the prefix: `/api/v1/reports`. */
  readonly url: string;
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: object | string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the organization's own key. */
  readonly key?: string;
  /** Replaces the server of `startApi`. */
  readonly server?: HttpServer;
}

export interface TestAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  readonly body: Body;
}

export function startApi(overrides: Partial<ApiOptions> = {}): Promise<TestApi> {
  return startParts(async (started) => {
    const postgres = await startMetadataStore();
    started.defer(() => postgres.stop());
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-api-"));
    started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await createMigratedFolder(folder);
    const records = await createRecordStore({ path: folder });
    started.defer(() => records.close());
    const metadata = await createMetadataStore({ url: postgres.url, secretsKey: randomBytes(32).toString("base64") });
    started.defer(() => metadata.close());
    const log = createPostgresLog({ connectionString: postgres.url });
    started.defer(() => log.close());
    const ipData = await createIpData();
    const dnsServer = await startDnsServer();
    started.defer(() => dnsServer.stop());
    const createServer = async (more: Partial<ApiOptions> = {}) => {
      const logger = createLogger({ app: "api", level: "error" });
      const own = {
        metadata,
        records,
        log,
        ipData,
        logger,
        metrics: createMetrics(),
        now: () => new Date(),
        readiness: {},
      };
      const options = toApiOptions({ RUAFLOW_RATE_LIMITS: "off", RUAFLOW_DNS_SERVERS: dnsServer.address });
      // Tests never use the machine's own name servers.
      const sender = createSender({ allow: parseAddressList(""), resolveHost: rejectHost });
      const server = await createApi({ ...own, ...options, sender, ...overrides, ...more });
      started.defer(() => server.close());
      return server;
    };
    const server = await createServer();
    const stores = { metadata, records };
    // However long a judgement takes, each domain has rested before the next.
    let hours = 0;
    const now = () => {
      hours += 1;
      return new Date(Date.parse("2027-01-01T00:00:00Z") + 3_600_000 * hours);
    };
    const readFacts = createFactsReader({ metadata, ipData });
    const judged = { ...stores, readFacts, services: shippedServiceMap, ipData, now, onFailure: throwError };
    return {
      server,
      ...stores,
      recordsFolder: folder,
      log,
      databaseUrl: postgres.url,
      dnsServer,
      createServer,
      judge: (more = {}) => judgeAll({ ...judged, ...more }),
      createOrganization: (plan = "enterprise") => createOrganization(stores, server, plan),
      listen: () => server.listen({ host: "127.0.0.1", port: 0 }),
    };
  });
}

async function judgeAll(options: DueOptions): Promise<void> {
  const judge = createJudge(options);
  await judge.queueOutdated();
  await judge.queueChangedFacts();
  while (await judge.judgeNext());
}

function throwError(_domainId: string, error: unknown): never {
  throw error;
}

function rejectHost(): Promise<never> {
  return Promise.reject(Object.assign(new Error("There is no such host."), { code: "ENOTFOUND" }));
}

interface Stores {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}

async function createOrganization(stores: Stores, server: HttpServer, plan: Plan): Promise<TestOrganization> {
  const { metadata } = stores;
  const { id } = await metadata.tenants.createOrganization({ name: "Test", plan });
  const createKey = async (granted: readonly Scope[]) =>
    (await metadata.tenants.createApiKey(id, { name: "test", scopes: granted })).key;
  const key = await createKey(scopes);
  const organization: TestOrganization = {
    id,
    key,
    createKey,
    ask: (request) => ask(request.server ?? server, { authorization: `Bearer ${request.key ?? key}` }, request),
    async signIn(granted = scopes) {
      const headers = await signIn(server, await createKey(granted));
      return { ...organization, ask: (request) => ask(request.server ?? server, headers, request) };
    },
    async addVerifiedDomain(name) {
      const [domain] = (await metadata.domains.saveVerifiedDomains(id, [name])).verified;
      if (domain === undefined) throw new Error(`${name} belongs to another organization`);
      return { id: domain.domainId, name };
    },
    storeReport: (facts) => storeReport(stores, id, facts),
    addSubmission: (...entries) => addSubmission(metadata, id, entries),
  };
  return organization;
}

/** The headers of a signed-in browser's requests. */
async function signIn(server: HttpServer, key: string) {
  const response = await server.inject({ method: "POST", url: "/api/v1/session", payload: { key } });
  const { data }: { readonly data: { readonly csrf_token: string } } = JSON.parse(response.payload);
  const [cookie = ""] = String(response.headers["set-cookie"]).split(";");
  return { cookie, "x-csrf-token": data.csrf_token };
}

async function addSubmission(metadata: MetadataStore, organizationId: string, entries: readonly Partial<Arrival>[]) {
  const submissionId = `sub_${randomUUID()}`;
  const submission = {
    id: submissionId,
    organizationId,
    channel: "upload",
    name: "r.xml",
    receivedAt: new Date(),
  } as const;
  await metadata.intake.archiveSubmissions([{ ...submission, body: Buffer.from("<feedback/>") }]);
  const found = { domainId: "dom_a", reportId: "rpt_a", reason: null, detail: null, path: "r.xml" };
  const facts = { submissionId, organizationId, outcome: "accepted", ...found } as const;
  const changes = entries.length === 0 ? [{}] : entries;
  await metadata.intake.saveArrivals(changes.map((change, entry) => ({ ...facts, entry, ...change })));
  return submissionId;
}

async function ask<Body>(
  server: HttpServer,
  credentials: Readonly<Record<string, string>>,
  request: TestRequest,
): Promise<TestAnswer<Body>> {
  const { method = "GET", url, body, headers } = request;
  const response = await server.inject({
    method,
    url,
    headers: { ...credentials, ...headers },
    ...(body !== undefined && { payload: body }),
  });
  const isJson = String(response.headers["content-type"]).includes("json");
  const parsed: Body = JSON.parse(isJson && response.payload !== "" ? response.payload : "null");
  return { status: response.statusCode, headers: response.headers, text: response.payload, body: parsed };
}
