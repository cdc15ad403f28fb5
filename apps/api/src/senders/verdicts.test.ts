import { aRecord } from "@ruaflow/report/testing";
import { createServiceMap, parseServices, shippedServices } from "@ruaflow/senders";
import type { SourceClass } from "@ruaflow/senders/rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type GeneratedMail,
  readCsv,
  startApi,
  storeGeneratedMail,
  type TestApi,
  type TestOrganization,
} from "../testing/index.ts";

interface Row {
  readonly source_ip: string;
  readonly service: string | null;
  readonly service_category: string | null;
  readonly class: SourceClass;
  readonly also: readonly SourceClass[];
  readonly cause: string;
  readonly explanation: string;
  readonly next_step: string | null;
  readonly evidence: { readonly dkim: readonly { readonly selector: string | null }[] };
}

let api: TestApi;
let organization: TestOrganization;
let generated: GeneratedMail;
let query: string;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-02T12:00:00Z") });
  organization = await api.createOrganization();
  generated = await storeGeneratedMail(api, organization);
  ({ query } = generated);
});

afterAll(() => api.stop());

const recount = (domainId: string) =>
  new Map(generated.recount(domainId).map(({ mail, verdict }) => [mail.sourceIp, verdict]));

const ask = (path: string, owner = organization) =>
  owner.ask<{ readonly data: readonly Row[] }>({ url: `/api/v1/${path}` });

test.each(["sources", "failures"])(
  "%s of one domain have service, class and cause as recounted from the records",
  async (list) => {
    const found = new Set<string>();
    for (const domainId of generated.nameOf.keys()) {
      const expected = recount(domainId);
      const { body } = await ask(`reports/${list}?${query}&verdicts=true&domain_id=${domainId}`);
      expect(body.data.length).toBeGreaterThan(3);
      for (const row of body.data) {
        const { service, explanation, nextStep, evidence, ...verdict } =
          expected.get(row.source_ip) ?? expect.fail(row.source_ip);
        const { headerFrom, dkim, ...seen } = evidence;
        const signatures = dkim.map(({ selector = null, ...result }) => ({ ...result, selector }));
        expect(row).toMatchObject({
          ...{ class: verdict.class, also: verdict.also, cause: verdict.cause, explanation, next_step: nextStep },
          ...{ service: service?.name ?? null, service_category: service?.category ?? null },
          evidence: { ...seen, header_from: headerFrom, dkim: signatures },
        });
        found.add(row.class).add(row.cause);
        for (const { selector } of row.evidence.dkim) if (selector !== null) found.add("a selector");
      }
    }
    expect(found).toContain("misconfigured");
    expect(found).toContain("a selector");
    expect(found.size).toBeGreaterThan(6);
  },
);

test("a source about several domains has the class of its most failing messages, and the words of one of them", async () => {
  const byDomain = [...generated.nameOf.keys()].map(recount);
  const { data } = (await ask(`reports/sources?${query}&verdicts=true`)).body;
  expect(data.length).toBeGreaterThan(100);
  for (const row of data) {
    const own = byDomain.flatMap((verdicts) => verdicts.get(row.source_ip) ?? []);
    expect(own.map(({ explanation }) => explanation)).toContain(row.explanation);
    if (own.length === 1) expect(row.class).toBe(own[0]?.class);
  }
});

test("CSV has the same", async () => {
  const { data } = (await ask(`reports/failures?${query}&verdicts=true`)).body;
  const rows = readCsv((await ask(`reports/failures?${query}&verdicts=true&format=csv`)).text);
  const rowOf = new Map(rows.map((row) => [row.source_ip, row]));
  expect(rows).toHaveLength(data.length);
  for (const { source_ip, service, class: name, also, cause, explanation } of data)
    expect(rowOf.get(source_ip)).toMatchObject({
      service,
      class: name,
      also: JSON.stringify(also),
      cause,
      explanation,
    });
});

test("without verdicts=true sources have their service and no class, and groups have no verdicts", async () => {
  const [row] = (await ask(`reports/sources?${query}`)).body.data;
  expect(row).toHaveProperty("service");
  for (const field of ["class", "also", "cause", "explanation", "next_step", "evidence"])
    expect(row).not.toHaveProperty(field);
  const refused = await ask(`reports/sources?${query}&verdicts=true&group_by=class`);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("/query/verdicts")]);
});

interface Rows {
  readonly data: readonly Row[];
}

const ofAddress = async (sourceIp: string, owner = organization) =>
  (await owner.ask<Rows>({ url: `/api/v1/reports/sources?${query}&verdicts=true&source_ip=${sourceIp}` })).body.data[0];

test("an override counts for all of history once it is judged, for its organization alone, until it is deleted", async () => {
  const [row] = (await ask(`reports/failures?${query}&verdicts=true&sort=-failure_count`)).body.data.filter(
    ({ class: name }) => name === "misconfigured",
  );
  const sourceIp = row?.source_ip ?? expect.fail("no source is misconfigured");
  const url = "/api/v1/senders/overrides";
  const body = { kind: "source_ip", value: `${sourceIp}/24`, ours: false };
  const other = await api.createOrganization();
  await other.ask({ method: "POST", url, body });
  await api.judge();
  expect(await ofAddress(sourceIp)).toMatchObject({ class: "misconfigured" });
  const created = await organization.ask<{ readonly data: { readonly id: string } }>({ method: "POST", url, body });
  await api.judge();
  expect(await ofAddress(sourceIp)).toMatchObject({ class: "spoofed", cause: "override_not_ours" });
  await organization.ask({ method: "DELETE", url: `${url}/${created.body.data.id}` });
  await api.judge();
  expect(await ofAddress(sourceIp)).toMatchObject({ class: "misconfigured" });
});

test("an installation's own services name sources, verdicts and groups, and can be overridden by name", async () => {
  const own = {
    ...{ name: "Our relay", operator: "Us", category: "own", advice: null, documentation: "https://example.com" },
    ...{ hostnames: ["ptr1.sendgrid.net"], dkim_domains: [], spf_domains: [] },
  };
  const bySendGrid = (await ask(`reports/sources?${query}`)).body.data.filter(({ service }) => service === "SendGrid");
  const services = createServiceMap(shippedServices, parseServices([own]));
  const server = await api.createServer({ services });
  await api.judge({ services });
  const read = async (parameters: string) =>
    (await organization.ask<Rows>({ server, url: `/api/v1/reports/sources?${query}&${parameters}` })).body.data;
  const addresses = new Set(bySendGrid.map(({ source_ip }) => source_ip));
  const rows = await read("verdicts=true");
  const ours = rows.filter(({ service }) => service === "Our relay");
  expect(ours.length).toBeGreaterThan(3);
  expect(ours.filter(({ source_ip }) => !addresses.has(source_ip))).toEqual([]);
  expect(ours.map(({ service_category }) => service_category)).toEqual(ours.map(() => "own"));
  expect(await read("group_by=service&per_page=100")).toContainEqual(expect.objectContaining({ key: "Our relay" }));
  const override = {
    method: "POST",
    url: "/api/v1/senders/overrides",
    body: { kind: "service", ours: false },
  } as const;
  const named = { ...override, body: { ...override.body, value: "our relay" } };
  expect((await organization.ask(named)).status).toBe(400);
  expect((await organization.ask({ ...named, server })).body).toMatchObject({ data: { value: "Our relay" } });
  await api.judge({ services });
  const failing = (await read("verdicts=true")).filter(
    ({ service, class: name }) => service === "Our relay" && name !== "compliant",
  );
  expect(new Set(failing.map(({ cause }) => cause))).toContain("override_not_ours");
});

test("names of reports are quoted in bounded, printable sentences, and CSV is safe in a spreadsheet", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("hostile.example");
  const name = `=HYPERLINK("//evil")\u0000\u202e<script>${"x".repeat(5000)}`;
  const authResults = {
    dkim: [{ domain: name, selector: name, result: "pass", humanResult: name }],
    spf: [{ domain: name, scope: "mfrom", result: "pass", humanResult: name }],
  };
  const reasons = [{ type: name, comment: "arc=pass" }];
  const identifiers = { headerFrom: name, envelopeFrom: name, envelopeTo: name };
  const record = aRecord({ authResults, identifiers, policyEvaluated: { reasons } });
  await owner.storeReport({ domain, day: "2026-10-01", records: [record] });
  await api.judge();
  const row = await ofAddress(record.sourceIp, owner);
  expect(row?.class).toEqual(expect.any(String));
  expect(`${row?.explanation}${row?.next_step}`.length).toBeLessThan(1_500);
  expect(row?.explanation).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const [line] = readCsv((await owner.ask({ url: `/api/v1/reports/sources?${query}&verdicts=true&format=csv` })).text);
  expect(line?.explanation).toBe(row?.explanation);
  for (const cell of Object.values(line ?? {})) expect(String(cell)).not.toMatch(/^[=+@\t\r-]/);
});

test("a source with more groups than are told apart keeps the sums of its classes, and one class", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("many.example");
  const records = Array.from({ length: 90 }, (_, ordinal) => {
    const dkim = [{ domain: `${ordinal}.forger.example`, selector: "s", result: "pass" }];
    return aRecord({ ordinal, count: ordinal + 1, authResults: { dkim } });
  });
  await owner.storeReport({ domain, day: "2026-10-01", records });
  await api.judge();
  const row = await ofAddress(records[0]?.sourceIp ?? "", owner);
  expect(row).toMatchObject({ total_count: (90 * 91) / 2, also: [] });
});
