import { aRecord } from "@ruaflow/report/testing";
import { type Scenario, scenarios } from "@ruaflow/senders/readiness";
import { type MailGroup, type SourceClass, sourceClasses } from "@ruaflow/senders/rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type GeneratedMail,
  startApi,
  storeGeneratedMail,
  type TestApi,
  type TestOrganization,
} from "../../testing/index.ts";

interface Range {
  readonly low: number;
  readonly high: number;
}
interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly { readonly code: string; readonly explanation: string }[];
  readonly scenarios: Readonly<
    Record<Scenario, { readonly lost: Range; readonly of: Range; readonly lost_rate: Range | null }>
  >;
  readonly classes: readonly {
    readonly class: SourceClass;
    readonly messages: number;
    readonly lost: Readonly<Record<Scenario, number>>;
  }[];
  readonly obstacles: readonly {
    readonly messages: Range;
    readonly class: string;
    readonly next_step: string | null;
  }[];
  readonly source_count: number;
  readonly sources: readonly {
    readonly source_ip: string;
    readonly class: string;
    readonly total_count: number;
    readonly lost: Readonly<Record<Scenario, Range>>;
  }[];
}

let api: TestApi;
let organization: TestOrganization;
let generated: GeneratedMail;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-02T12:00:00Z") });
  organization = await api.createOrganization();
  generated = await storeGeneratedMail(api, organization);
});

afterAll(() => api.stop());

const ask = (domainId: string, { owner = organization, query = generated.query } = {}) =>
  owner.ask<{ readonly data: Readiness }>({ url: `/api/v1/domains/${domainId}/readiness?${query}` });

interface Mail {
  readonly group: MailGroup;
  readonly class: SourceClass;
}

/** What passes is compliant, and what fails is of the class of its source. */
function listMail(sources: ReturnType<GeneratedMail["recount"]>): Mail[] {
  return sources.flatMap(({ mail, verdict }) =>
    mail.groups.map((group) => ({ group, class: group.dmarcPass ? "compliant" : verdict.class })),
  );
}

const sum = (mail: readonly Mail[]) => mail.reduce((total, { group }) => total + group.messages, 0);

/** Whether a receiver would have taken the messages under the policy, by RFC 7489, section 3.1. */
function passes({ headerFrom, dmarcPass, dkimAligned, spfAligned, dkim, spf }: MailGroup, scenario: Scenario): boolean {
  if (!dmarcPass) return false;
  const isExact = (results: MailGroup["dkim"]) =>
    results.some(({ domain, result }) => result === "pass" && domain === headerFrom);
  const byDkim = dkimAligned && (["strict", "strict_dkim"].includes(scenario) ? isExact(dkim) : true);
  const bySpf = spfAligned && (["strict", "strict_spf"].includes(scenario) ? isExact(spf) : true);
  return byDkim || bySpf;
}

function recount(all: readonly Mail[], scenario: Scenario, domain: string) {
  const mail = all.filter(
    ({ group, class: name }) => name !== "spoofed" && (scenario !== "subdomain_policy" || group.headerFrom !== domain),
  );
  const lost = mail.filter(({ group }) => !passes(group, scenario));
  const sure = (some: readonly Mail[]) => some.filter(({ class: name }) => name !== "unknown");
  return { lost: { low: sum(sure(lost)), high: sum(lost) }, of: { low: sum(sure(mail)), high: sum(mail) } };
}

test("what would be lost under each policy, and in each class, equals a recount of the stored records", async () => {
  for (const [domainId, domain] of generated.nameOf) {
    const sources = generated.recount(domainId);
    const mail = listMail(sources);
    const { data } = (await ask(domainId)).body;
    for (const scenario of scenarios) expect(data.scenarios[scenario]).toMatchObject(recount(mail, scenario, domain));
    for (const found of data.classes) {
      const own = mail.filter(({ class: name }) => name === found.class);
      expect(found.messages).toBe(sum(own));
      expect(found.lost.strict).toBe(sum(own.filter(({ group }) => !passes(group, "strict"))));
      expect(found.lost.reject).toBe(sum(own.filter(({ group }) => !passes(group, "reject"))));
    }
    expect(data.classes.map(({ class: name }) => name)).toEqual([...sourceClasses]);
    expect(data.source_count).toBe(sources.length);
  }
});

test("the classes of readiness have the messages of the same source in the list of sources, and all of the aggregate", async () => {
  for (const domainId of generated.nameOf.keys()) {
    const { data } = (await ask(domainId)).body;
    const { body } = await organization.ask<{ readonly data: { readonly totals: { readonly emails: number } } }>({
      url: `/api/v1/reports/aggregate?${generated.query}&domain_id=${domainId}`,
    });
    expect(data.classes.reduce((total, { messages }) => total + messages, 0)).toBe(body.data.totals.emails);
  }
});

test("sources are those with most mail that would be lost, and obstacles add up to all that fails", async () => {
  const [domainId = ""] = generated.nameOf.keys();
  const { data } = (await ask(domainId)).body;
  const lost = data.sources.map((source) => source.lost.strict.high);
  expect(lost.length).toBeGreaterThan(5);
  expect(lost).toEqual([...lost].sort((a, b) => b - a));
  const sourceOf = new Map(generated.recount(domainId).map((source) => [source.mail.sourceIp, source]));
  for (const { source_ip, total_count, class: name } of data.sources) {
    const source = sourceOf.get(source_ip) ?? expect.fail(source_ip);
    expect([total_count, name]).toEqual([sum(listMail([source])), source.verdict.class]);
  }
  const failing = data.obstacles.reduce((total, { messages }) => total + messages.high, 0);
  expect(failing).toBe(data.scenarios.reject.lost.high);
});

test("a domain of another organization is the same 404 as an unknown one, and the scope is reports:read", async () => {
  const [domainId = ""] = generated.nameOf.keys();
  const owner = await api.createOrganization();
  expect((await ask(domainId, { owner })).status).toBe(404);
  expect((await ask("dom_unknown")).status).toBe(404);
  const url = `/api/v1/domains/${domainId}/readiness`;
  expect((await organization.ask({ url, key: await organization.createKey(["domains:read"]) })).status).toBe(403);
  expect((await organization.ask({ url, key: await organization.createKey(["reports:read"]) })).status).toBe(200);
});

/** The readiness of a new domain with this mail. */
async function readWith(name: string, records: readonly Parameters<typeof aRecord>[0][]) {
  const domain = await organization.addVerifiedDomain(name);
  const stored = records.map((record, ordinal) => aRecord({ ordinal, ...record }));
  if (stored.length > 0) await organization.storeReport({ domain, day: "2026-10-02", records: stored });
  await api.judge();
  return (await ask(domain.id, { query: "" })).body.data;
}

const pass = { dkim: "pass", spf: "pass" };

function passing(domain: string, count: number) {
  const dkim = [{ domain, selector: "s", result: "pass" }];
  const spf = [{ domain, scope: "mfrom", result: "pass" }];
  const identifiers = { headerFrom: domain };
  return { count, policyEvaluated: pass, authResults: { dkim, spf }, identifiers };
}

test("a domain whose mail passes is ready; one without mail, or with little, is not, and says so", async () => {
  expect(await readWith("ready.example", [passing("ready.example", 500)])).toMatchObject({ ready: true, reasons: [] });
  const silent = await readWith("silent.example", []);
  expect([silent.ready, silent.reasons.map(({ code }) => code)]).toEqual([false, ["no_mail"]]);
  expect(silent.scenarios.reject).toEqual({ lost: { low: 0, high: 0 }, of: { low: 0, high: 0 }, lost_rate: null });
  const little = await readWith("little.example", [passing("little.example", 5)]);
  expect([little.ready, little.reasons.map(({ code }) => code)]).toEqual([false, ["little_mail"]]);
});

test("own mail that fails, and much unknown mail, each are a reason against p=reject", async () => {
  const name = "failing.example";
  const spf = [{ domain: name, scope: "mfrom", result: "permerror" }];
  const { identifiers } = passing(name, 1);
  const failing = { sourceIp: "192.0.2.9", count: 50, authResults: { dkim: [], spf }, identifiers };
  const unknown = { sourceIp: "192.0.2.10", count: 60, identifiers };
  const data = await readWith(name, [passing(name, 500), { ...failing, sourceIp: "192.0.2.1" }, failing, unknown]);
  expect(data.ready).toBe(false);
  expect(data.reasons.map(({ code }) => code)).toContain("own_mail_fails");
  for (const { explanation } of data.reasons) expect(explanation).toMatch(/^[A-Z0-9].*\.$/);
});

test("messages beyond the groups that are told apart count as they were evaluated", async () => {
  const name = "many.example";
  const fail = Array.from({ length: 60 }, (_, index) => ({
    authResults: {
      dkim: [{ domain: `${index}.forger.example`, selector: "s", result: "pass" }],
    },
  }));
  const both = Array.from({ length: 60 }, (_, index) => ({
    ...passing(name, 1),
    policyEvaluated: { ...pass, disposition: `d${index}` },
  }));
  const data = await readWith(name, [...fail, ...both]);
  const count = (read: (sums: Readiness["classes"][number]) => number) =>
    data.classes.reduce((total, sums) => total + read(sums), 0);
  expect([
    count(({ messages }) => messages),
    count(({ lost }) => lost.reject),
    count(({ lost }) => lost.strict),
  ]).toEqual([120, 60, 60]);
});
