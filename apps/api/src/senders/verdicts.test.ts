import { createIpData } from "@ruaflow/ip-data";
import { type GeneratedReport, generateReports, recountMail } from "@ruaflow/record-store/testing";
import { sampleRecord } from "@ruaflow/report/testing";
import { classifySource, createDomainContext, type SourceClass, type SourceMail } from "@ruaflow/senders/rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv, startApi, type TestApi, type TestOrganization } from "../testing/index.ts";
import { services } from "./services.ts";

const PERIOD = { startDate: "2026-10-01", endDate: "2026-10-02" };
const query = "start_date=2026-10-01&end_date=2026-10-02";

interface Row {
  readonly source_ip: string;
  readonly service: string | null;
  readonly service_category: string | null;
  readonly class: SourceClass;
  readonly also: readonly SourceClass[];
  readonly cause: string;
  readonly explanation: string;
  readonly next_step: string | null;
}

let api: TestApi;
let organization: TestOrganization;
let reports: readonly GeneratedReport[];
const nameOf = new Map<string, string>();
const idOf = new Map<string, string>();
/** Reverse names of some of the addresses. */
const hostnames = new Map<string, string>();

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-02T12:00:00Z") });
  organization = await api.createOrganization();
  const size = { domains: 3, reportsPerDay: 25, recordsMean: 10 };
  reports = [
    ...generateReports({ seed: 5, organizationId: organization.id, firstDay: "2026-10-01", days: 2, ...size }),
  ];
  for (const { row, records } of reports) {
    const { domain: name } = row.header.policyPublished;
    const domain = { id: idOf.get(name) ?? (await organization.addVerifiedDomain(name)).id, name };
    idOf.set(name, domain.id);
    nameOf.set(row.domainId, name);
    await organization.storeReport({ domain, day: row.day, reporter: row.header.reporter, records });
  }
  await saveHostnames();
});

afterAll(() => api.stop());

/** Every third source is named as a server of a service, or of a domain. */
async function saveHostnames() {
  const addresses = [...new Set(reports.flatMap(({ records }) => records.map(({ sourceIp }) => sourceIp)))];
  const names = ["o1.ptr1.sendgrid.net", "mail-sor-f41.google.com", `mx.${nameOf.values().next().value}`];
  await api.metadata.sources.saveAddresses(addresses);
  for (const [index, address] of addresses.entries())
    if (index % 3 === 0) hostnames.set(address, names[(index / 3) % 3] ?? "");
  await api.metadata.sources.saveEnrichments(
    [...hostnames].map(([address, hostname]) => ({
      ...{ address, hostname, state: "confirmed", attempts: 0, dueAfterMs: null, expiresAfterMs: 1_000_000 },
      ...{ organization: null, country: null, asn: null, dataSets: "none" },
    })),
  );
}

const ipData = await createIpData();

function toRuleMail({ sourceIp, groups }: Pick<SourceMail, "sourceIp" | "groups">): SourceMail {
  const hostname = hostnames.get(sourceIp) ?? null;
  return { sourceIp, hostname, asn: hostname === null ? ipData.lookup(sourceIp).asn : null, groups };
}

/** The verdict on each source about one domain, from the generated records alone. */
function recount(domainId: string) {
  const mail = recountMail(reports, { ...PERIOD, domainIds: [domainId] }).map(toRuleMail);
  const context = createDomainContext(nameOf.get(domainId) ?? "", mail, { services });
  return new Map(mail.map((one) => [one.sourceIp, classifySource(one, context, services)]));
}

const ask = (path: string, owner = organization) =>
  owner.ask<{ readonly data: readonly Row[] }>({ url: `/api/v1/${path}` });

test.each(["sources", "failures"])(
  "%s of one domain have service, class and cause as recounted from the records",
  async (list) => {
    const found = new Set<string>();
    for (const [domainId, name] of nameOf) {
      const expected = recount(domainId);
      const { body } = await ask(`reports/${list}?${query}&domain_id=${idOf.get(name)}`);
      expect(body.data.length).toBeGreaterThan(3);
      for (const row of body.data) {
        const { service, explanation, nextStep, ...verdict } =
          expected.get(row.source_ip) ?? expect.fail(row.source_ip);
        expect(row).toMatchObject({
          ...{ class: verdict.class, also: verdict.also, cause: verdict.cause, explanation, next_step: nextStep },
          ...{ service: service?.name ?? null, service_category: service?.category ?? null },
        });
        found.add(row.class).add(row.cause);
      }
    }
    expect(found).toContain("misconfigured");
    expect(found.size).toBeGreaterThan(6);
  },
);

test("a source about several domains has the class of its most failing messages, and the words of one of them", async () => {
  const byDomain = [...nameOf.keys()].map(recount);
  const { data } = (await ask(`reports/sources?${query}`)).body;
  expect(data.length).toBeGreaterThan(100);
  for (const row of data) {
    const own = byDomain.flatMap((verdicts) => verdicts.get(row.source_ip) ?? []);
    expect(own.map(({ explanation }) => explanation)).toContain(row.explanation);
    if (own.length === 1) expect(row.class).toBe(own[0]?.class);
  }
});

test("CSV has the same", async () => {
  const { data } = (await ask(`reports/failures?${query}`)).body;
  const rows = readCsv((await ask(`reports/failures?${query}&format=csv`)).text);
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

interface Rows {
  readonly data: readonly Row[];
}

const ofAddress = async (sourceIp: string, owner = organization) =>
  (await owner.ask<Rows>({ url: `/api/v1/reports/sources?${query}&source_ip=${sourceIp}` })).body.data[0];

test("an override counts for history at once, for its organization alone, until it is deleted", async () => {
  const [row] = (await ask(`reports/failures?${query}&sort=-failure_count`)).body.data.filter(
    ({ class: name }) => name === "misconfigured",
  );
  const sourceIp = row?.source_ip ?? expect.fail("no source is misconfigured");
  const url = "/api/v1/senders/overrides";
  const body = { kind: "source_ip", value: `${sourceIp}/24`, ours: false };
  const other = await api.createOrganization();
  await other.ask({ method: "POST", url, body });
  expect(await ofAddress(sourceIp)).toMatchObject({ class: "misconfigured" });
  const created = await organization.ask<{ readonly data: { readonly id: string } }>({ method: "POST", url, body });
  expect(await ofAddress(sourceIp)).toMatchObject({ class: "spoofed", cause: "override_not_ours" });
  await organization.ask({ method: "DELETE", url: `${url}/${created.body.data.id}` });
  expect(await ofAddress(sourceIp)).toMatchObject({ class: "misconfigured" });
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
  const policyEvaluated = { disposition: "none", dkim: "fail", spf: "fail", reasons } as const;
  const record = sampleRecord(0, { authResults, identifiers, policyEvaluated });
  await owner.storeReport({ domain, day: PERIOD.startDate, records: [record] });
  const row = await ofAddress(record.sourceIp, owner);
  expect(row?.class).toEqual(expect.any(String));
  expect(`${row?.explanation}${row?.next_step}`.length).toBeLessThan(1_500);
  expect(row?.explanation).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const [line] = readCsv((await owner.ask({ url: `/api/v1/reports/sources?${query}&format=csv` })).text);
  expect(line?.explanation).toBe(row?.explanation);
  for (const cell of Object.values(line ?? {})) expect(String(cell)).not.toMatch(/^[=+@\t\r-]/);
});

test("a source with more groups than are told apart keeps the sums of its classes, and one class", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("many.example");
  const records = Array.from({ length: 90 }, (_, ordinal) => {
    const dkim = [{ domain: `${ordinal}.forger.example`, selector: "s", result: "pass", humanResult: "" }];
    return sampleRecord(ordinal, { count: ordinal + 1, authResults: { dkim, spf: [] } });
  });
  await owner.storeReport({ domain, day: PERIOD.startDate, records });
  const row = await ofAddress(records[0]?.sourceIp ?? "", owner);
  expect(row).toMatchObject({ total_count: (90 * 91) / 2, also: [] });
});
