import { afterAll, beforeAll, expect, test } from "vitest";
import { parseReportDomain } from "../settings.ts";
import { startDnsServer, type TestDnsServer } from "../testing/index.ts";
import { createDns, type Dns } from "../txt-lookup.ts";
import type { RecordComparison } from "./compare-records.ts";
import { compareRecord, inspectProof } from "./inspect-claim.ts";
import { toAuthorizationName } from "./report-authorization.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import type { WatchedRecord } from "./seen-record.ts";
import { lookUpWatchedRecords } from "./watched-records.ts";

let server: TestDnsServer;
let dns: Dns;
let unique = 0;

beforeAll(async () => {
  server = await startDnsServer();
  dns = createDns({ servers: [server.address], timeoutMs: 100 });
});

afterAll(() => server.stop());

function makeClaim(): Claim {
  unique += 1;
  return {
    domain: `domain-${unique}.example`,
    verificationToken: `token${unique}`,
    mailboxToken: `box${unique}`,
    createdAt: new Date("2026-10-01T08:30:00Z"),
    reportDomain: "reports.ruaflow.example",
  };
}

/** Publishes records below a claim's domain. */
function publish({ domain }: Claim, records: Readonly<Record<string, string>>): void {
  for (const [label, text] of Object.entries(records)) server.setTxt(`${label}.${domain}`, text);
}

const required = "v=DMARC1; p=none; rua=mailto:d-box1@reports.ruaflow.example";

test("the three records match the contract", () => {
  const claim = makeClaim();
  expect(listRequiredRecords(claim)).toEqual({
    dmarc: { host: "_dmarc", name: "_dmarc.domain-1.example", type: "TXT", value: required },
    mtaSts: { host: "_mta-sts", name: "_mta-sts.domain-1.example", type: "TXT", value: "v=STSv1; id=20261001083000" },
    verification: {
      host: "_ruaflow-verification",
      name: "_ruaflow-verification.domain-1.example",
      type: "TXT",
      value: "token1",
    },
  });
});

/** What is found of each record, looked up as the keeper does. */
async function inspectRecords(claim: Claim): Promise<Partial<Record<WatchedRecord, RecordComparison>>> {
  const seen = await lookUpWatchedRecords(dns, claim);
  return Object.fromEntries(seen.map((each) => [each.record, compareRecord(claim, each)]));
}

const toState = (state: string) => expect.objectContaining({ state });

test("publishing the records as given is enough", async () => {
  const claim = makeClaim();
  for (const { name, value } of Object.values(listRequiredRecords(claim))) server.setTxt(name, value);
  server.setTxt(`${claim.domain}._report._dmarc.reports.ruaflow.example`, "v=DMARC1;");
  const { dmarc, mta_sts, verification, report_authorization } = await inspectRecords(claim);
  expect([dmarc, mta_sts, verification, report_authorization]).toEqual(["ok", "ok", "ok", "ok"].map(toState));
  expect((await inspectProof(dns, claim)).proof).toBe("token");
});

test("unpublished records are missing, with a sentence for each, and prove nothing", async () => {
  const claim = makeClaim();
  expect((await inspectProof(dns, claim)).proof).toBe(null);
  const records = await inspectRecords(claim);
  expect(Object.keys(records)).toHaveLength(4);
  for (const record of Object.values(records)) {
    expect(record).toMatchObject({ state: "missing", found: [], detail: expect.stringContaining(record?.name ?? "?") });
  }
});

test("the claim's mailbox in the rua proves the claim without the token", async () => {
  const claim = makeClaim();
  publish(claim, {
    _dmarc: `v=DMARC1; p=reject; rua=mailto:x@example.com,mailto:d-${claim.mailboxToken}@reports.ruaflow.example`,
  });
  expect(await inspectProof(dns, claim)).toMatchObject({ proof: "mailbox", dmarc: { record: { policy: "reject" } } });
});

test("the token proves a claim with any DMARC record, and not without one", async () => {
  const claim = makeClaim();
  publish(claim, { "_ruaflow-verification": claim.verificationToken });
  expect((await inspectProof(dns, claim)).proof).toBe(null);
  publish(claim, { _dmarc: "v=DMARC1; p=none" });
  const { proof, dmarc } = await inspectProof(dns, claim);
  expect([proof, dmarc.state]).toEqual(["token", "different"]);
  expect(dmarc.detail).toContain(`add mailto:d-${claim.mailboxToken}@reports.ruaflow.example`);
});

test("another claim's token or mailbox proves nothing, and does no harm beside the claim's own", async () => {
  const claim = makeClaim();
  publish(claim, {
    _dmarc: "v=DMARC1; p=none; rua=mailto:d-other@reports.ruaflow.example",
    "_ruaflow-verification": "other",
  });
  expect(await inspectProof(dns, claim)).toMatchObject({
    proof: null,
    verification: { state: "different", found: ["other"] },
  });
  server.setTxt(`_ruaflow-verification.${claim.domain}`, "other", claim.verificationToken);
  expect((await inspectProof(dns, claim)).proof).toBe("token");
});

test("two DMARC records count as no record, as for receivers", async () => {
  const claim = makeClaim();
  publish(claim, { "_ruaflow-verification": claim.verificationToken });
  server.setTxt(`_dmarc.${claim.domain}`, "v=DMARC1; p=none", "v=DMARC1; p=reject", "something else");
  const { dmarc, proof } = await inspectProof(dns, claim);
  expect([dmarc.state, dmarc.found.length, dmarc.record, proof]).toEqual(["different", 2, null, null]);
});

test("a record that receivers cannot parse is reported", async () => {
  const claim = makeClaim();
  publish(claim, { _dmarc: "v=DMARC1; p=bogus", "_mta-sts": "v=STSv1" });
  const { dmarc, mta_sts } = await inspectRecords(claim);
  expect([dmarc, mta_sts]).toEqual(["different", "different"].map(toState));
  expect(dmarc?.detail).toContain("no valid policy");
});

test("a failed lookup means unknown, not missing", async () => {
  const claim = makeClaim();
  for (const label of ["_dmarc", "_mta-sts", "_ruaflow-verification"])
    server.fail(`${label}.${claim.domain}`, "servfail");
  const { dmarc, mta_sts, verification } = await inspectRecords(claim);
  expect([dmarc, mta_sts, verification]).toEqual(["unknown", "unknown", "unknown"].map(toState));
  const inspection = await inspectProof(dns, claim);
  expect([inspection.dmarc.record, inspection.proof]).toEqual([null, null]);
});

test.for([
  ["example.com", "reports.ruaflow.example", "example.com._report._dmarc.reports.ruaflow.example"],
  ["a.github.io", "b.github.io", "a.github.io._report._dmarc.b.github.io"],
  ["mail.example.com", "reports.example.com", null],
  ["example.co.uk", "other.co.uk", "example.co.uk._report._dmarc.other.co.uk"],
] as const)("reports of %s to %s need an authorization at %s", ([domain, reportDomain, name]) => {
  expect(toAuthorizationName({ domain, reportDomain })).toBe(name);
});

test("the domain of the mailboxes must be a valid domain", () => {
  expect(parseReportDomain("Reports.Example.")).toBe("reports.example");
  expect(() => parseReportDomain("not a domain")).toThrow("RUAFLOW_REPORT_DOMAIN");
});
