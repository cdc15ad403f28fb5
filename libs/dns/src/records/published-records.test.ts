import { afterAll, beforeAll, expect, test } from "vitest";
import { inspectProof } from "../claims/index.ts";
import { startDnsServer, type TestDnsServer } from "../testing/index.ts";
import { createDns, type Dns } from "../txt-lookup.ts";
import { lookUpWatchedRecords, summarizeCheck } from "../watched-records/index.ts";
import { compareRecord } from "./inspect-claim.ts";
import type { Claim } from "./required-records.ts";

let server: TestDnsServer;
let dns: Dns;
let unique = 0;

beforeAll(async () => {
  server = await startDnsServer();
  dns = createDns({ servers: [server.address], timeoutMs: 200 });
});

afterAll(() => server.stop());

function makeClaim(domain = `zone${unique + 1}.test`): Claim {
  unique += 1;
  const tokens = { verificationToken: `token${unique}`, mailboxToken: `box${unique}` };
  return { domain, ...tokens, createdAt: new Date("2026-10-01T00:00:00Z"), reportDomain: "reports.ruaflow.example" };
}

const mailboxOf = (token: string) => `mailto:d-${token}@reports.ruaflow.example`;
const summarize = async (claim: Claim) => summarizeCheck(claim, await lookUpWatchedRecords(dns, claim), 2048);

async function inspect(claim: Claim, record: string) {
  const seen = (await lookUpWatchedRecords(dns, claim)).find((one) => one.record === record);
  if (seen === undefined) throw new Error(`${record} was not looked up`);
  return compareRecord(claim, seen);
}

const readDmarc = (claim: Claim) => inspect(claim, "dmarc");

test.for(["V=DMARC1; P=None", "v = DMARC1;p=NONE", "v=DMARC1; p=none; ADKIM=R"])(
  "%j is a record with a policy: names of tags and all values but DMARC1 may be written in either case",
  async (text) => {
    const claim = makeClaim();
    server.setTxt(`_dmarc.${claim.domain}`, `${text}; rua=${mailboxOf(claim.mailboxToken).toUpperCase()}`);
    const { records, policy } = await summarize(claim);
    expect([records.find(({ record }) => record === "dmarc")?.state, policy]).toEqual(["ok", "none"]);
  },
);

test.for([
  ["v=dmarc1; p=none", "in capitals"],
  ["v=DMARC1: p=none", "semicolon"],
  ["v=DMARC1, p=none", "semicolon"],
  ["v=DMARC1 p=none", "semicolon"],
  ["v=DMARC2; p=none", "version is not DMARC1"],
  ["p=none; v=DMARC1", "must be its first tag"],
  ["p=none; rua=mailto:a@example.com", "does not begin with v=DMARC1"],
  ['"v=DMARC1; p=none"', "quotation mark"],
  ["“v=DMARC1; p=none”", "typographic quotation mark"],
  ["v=DMARC1\u00a0; p=none", "not plain ASCII"],
  ["v=DMARC1; p=bogus", '"bogus"'],
  ["v=DMARC1; p=reject; sp=bogus", "receivers ignore the record, because its rua has no valid address"],
  ["v=DMARC1; rua=a@example.com", '"p" at'],
] as const)("the near miss %j is shown as found, with its fault", async ([text, fault]) => {
  const claim = makeClaim();
  server.setTxt(`_dmarc.${claim.domain}`, text);
  const { state, found, detail } = await readDmarc(claim);
  // Texts arrive byte by byte.
  expect([state, found]).toEqual(["different", [Buffer.from(text).toString("latin1")]]);
  expect(detail).toContain(fault);
});

test.for([
  ["p=bogus", '"p"', '"bogus", and must be none, quarantine or reject', "treat the record as p=none"],
  ["sp=none", '"p"', "is missing", "treat the record as p=none"],
  ["p=reject; sp=bogus", '"sp"', '"bogus"', "treat the record as p=none"],
  ["p=reject; np=", '"np"', '""', "treat the record as p=none"],
  ["p=reject; adkim=strict", '"adkim"', '"strict", and must be r or s', "use r (relaxed)"],
  ["p=reject; aspf=x", '"aspf"', '"x"', "use r (relaxed)"],
  ["p=reject; pct=101", '"pct"', '"101", and must be a whole number from 0 to 100', "use 100"],
  ["p=reject; fo=2", '"fo"', '"2"', "use 0"],
  ["p=reject; t=yes", '"t"', '"yes", and must be y or n', "use n"],
  ["p=reject; psd=x", '"psd"', '"x", and must be y, n or u', "use u"],
  ["p=reject; ri=daily", '"ri"', '"daily"', "use 86400"],
  ["p=reject; rf=iodef", '"rf"', '"iodef"', "use afrf"],
  ["p=reject; ruf=a@example.com", '"ruf"', '"a@example.com"', "send no reports there"],
  ["p=reject; p=none", '"p"', "more than once", "may ignore the record"],
] as const)(
  "the fault of %j is a warning that names the tag and what receivers do",
  async ([tags, tag, wrong, effect]) => {
    const claim = makeClaim();
    const rua = `rua=${mailboxOf(claim.mailboxToken)}`;
    server.setTxt(`_dmarc.${claim.domain}`, `v=DMARC1; ${tags}; ${rua}`);
    const { records, policy } = await summarize(claim);
    const { state, warnings, detail } = records[0] ?? expect.fail("nothing was looked up");
    expect([state, policy, warnings?.length]).toEqual(["ok", effect.includes("p=none") ? "none" : "reject", 1]);
    for (const text of [tag, wrong, effect]) expect(warnings?.[0]).toContain(text);
    expect(detail).toBe(`The record at _dmarc.${claim.domain} sends reports to us. ${warnings?.[0]}`);
  },
);

test("a valid record has no warning, whatever its case and unknown tags; that of a parent has those of the parent", async () => {
  const parent = makeClaim();
  const rua = `rua=${mailboxOf(parent.mailboxToken)}!10m`;
  const all = "P=Reject; SP=none; np=Quarantine; adkim=S; aspf=r; pct=0; fo=1:d:s; t=Y; psd=u; ri=3600; rf=AFRF; x=1";
  server.setTxt(`_dmarc.${parent.domain}`, `v=DMARC1; ${all}; ${rua}`);
  expect((await readDmarc(parent)).warnings).toBeUndefined();
  server.setTxt(`_dmarc.${parent.domain}`, `v=DMARC1; p=reject; sp=all; ${rua}`);
  const child = { ...makeClaim(`mail.${parent.domain}`), parents: [parent] };
  const { records, policy } = await summarize(child);
  expect([policy, records[0]?.warnings]).toEqual([
    "none",
    [expect.stringContaining(`"sp" at _dmarc.${parent.domain}`)],
  ]);
});

test("a record that was split into two TXT records is found, and the fault is named", async () => {
  const claim = makeClaim();
  server.setTxt(`_dmarc.${claim.domain}`, "v=DMARC1; p=none;", `rua=${mailboxOf(claim.mailboxToken)}`);
  expect(await readDmarc(claim)).toMatchObject({
    state: "different",
    detail: expect.stringContaining("split into two TXT records"),
  });
});

test("a text of another purpose is not a DMARC record, and is shown", async () => {
  const claim = makeClaim();
  server.setTxt(`_dmarc.${claim.domain}`, "v=spf1 -all");
  expect(await readDmarc(claim)).toMatchObject({ state: "missing", found: ["v=spf1 -all"] });
});

test("a record at a wrong name is found there: with the domain twice, or at the domain itself", async () => {
  const twice = makeClaim();
  const { domain, verificationToken } = twice;
  server.setTxt(`_dmarc.${domain}.${domain}`, "v=DMARC1; p=none");
  server.setTxt(`_ruaflow-verification.${domain}.${domain}`, verificationToken);
  server.setTxt(`_mta-sts.${domain}.${domain}`, "v=STSv1; id=1");
  server.setTxt(`${domain}._report._dmarc.reports.ruaflow.example.reports.ruaflow.example`, "v=DMARC1;");
  for (const { record, state, host, detail } of (await summarize(twice)).records) {
    expect([record, state]).toEqual([record, "different"]);
    expect(detail).toContain(`move it to ${host}`);
  }
  const apex = makeClaim();
  server.setTxt(apex.domain, "v=spf1 -all", "v=DMARC1; p=none");
  expect(await readDmarc(apex)).toMatchObject({ state: "different", found: ["v=DMARC1; p=none"] });
});

test("near misses of the token and of the authorization are found, with their faults", async () => {
  const claim = makeClaim();
  server.setTxt(`_ruaflow-verification.${claim.domain}`, `"${claim.verificationToken}"`);
  server.setTxt(`${claim.domain}._report._dmarc.reports.ruaflow.example`, "v=dmarc1");
  expect((await inspect(claim, "verification")).detail).toContain("without quotation marks");
  const authorization = await inspect(claim, "report_authorization");
  expect([authorization.state, authorization.detail]).toEqual(["different", expect.stringContaining("in capitals")]);
});

test.for([
  ["v=DMARC1; p=reject", "reject"],
  ["v=DMARC1; p=reject; sp=quarantine", "quarantine"],
] as const)("a subdomain without a record inherits the policy of %j: %s", async ([text, policy]) => {
  const parent = makeClaim();
  const claim = { ...makeClaim(`deep.mail.${parent.domain}`), parents: [parent] };
  server.setTxt(`_dmarc.${parent.domain}`, `${text}; rua=${mailboxOf(parent.mailboxToken)}`);
  const { records, ...summary } = await summarize(claim);
  expect([summary.policy, summary.policyFrom, summary.isProven]).toEqual([policy, parent.domain, true]);
  const dmarc = records.find(({ record }) => record === "dmarc");
  expect(dmarc).toMatchObject({ state: "ok", inheritedFrom: parent.domain, found: [] });
  expect((await inspectProof(dns, claim)).proof).toBe("parent");
});

test("a parent that the organization has not verified proves nothing, though its policy counts", async () => {
  const parent = makeClaim();
  const claim = makeClaim(`mail.${parent.domain}`);
  server.setTxt(`_dmarc.${parent.domain}`, `v=DMARC1; p=reject; rua=${mailboxOf(parent.mailboxToken)}`);
  const summary = await summarize(claim);
  expect([summary.policy, summary.policyFrom, summary.isProven]).toEqual(["reject", parent.domain, false]);
  expect(summary.records.find(({ record }) => record === "dmarc")).toMatchObject({ state: "different" });
});

test("the record of the organizational domain counts, which psd=n and psd=y mark (RFC 9989, section 4.10)", async () => {
  const root = makeClaim();
  const claim = makeClaim(`a.b.c.${root.domain}`);
  const readFrom = async () => (await summarize(claim)).policyFrom;
  server.setTxt(`_dmarc.${root.domain}`, "v=DMARC1; p=none");
  server.setTxt(`_dmarc.c.${root.domain}`, "v=DMARC1; p=none");
  expect(await readFrom()).toBe(root.domain);
  server.setTxt(`_dmarc.b.c.${root.domain}`, "v=DMARC1; p=none; psd=n");
  expect(await readFrom()).toBe(`b.c.${root.domain}`);
  server.setTxt(`_dmarc.b.c.${root.domain}`, "v=DMARC1; p=none");
  server.setTxt(`_dmarc.c.${root.domain}`, "v=DMARC1; p=none; psd=y");
  expect(await readFrom()).toBe(`b.c.${root.domain}`);
  server.remove(`_dmarc.b.c.${root.domain}`);
  expect(await readFrom()).toBe(`c.${root.domain}`);
});

test("a domain that DNS separates with psd=n is not proven by the names above it", async () => {
  const parent = makeClaim();
  const claim = { ...makeClaim(`mail.${parent.domain}`), parents: [parent] };
  server.setTxt(`_dmarc.${parent.domain}`, "v=DMARC1; p=none");
  server.setTxt(`_dmarc.${claim.domain}`, "v=DMARC1; p=none");
  expect((await inspectProof(dns, claim)).proof).toBe("parent");
  server.setTxt(`_dmarc.${claim.domain}`, "v=DMARC1; p=none; psd=n");
  expect((await inspectProof(dns, claim)).proof).toBe(null);
});

test("parents that cannot be looked up leave the record unknown, never missing", async () => {
  const parent = makeClaim();
  const claim = makeClaim(`mail.${parent.domain}`);
  server.fail(`_dmarc.${parent.domain}`, "servfail");
  const summary = await summarize(claim);
  expect([summary.records[0]?.state, summary.isProven, summary.policy]).toEqual(["unknown", null, undefined]);
});

test("only resolvers on this machine are asked for reserved names; otherwise nothing is said about their records", async () => {
  const claim = { ...makeClaim("shop.example"), reportDomain: "reports.example.com" };
  const system = createDns();
  for (const one of [system, createDns({ servers: ["192.0.2.53"] }), createDns({ servers: ["[2001:db8::1]:5353"] })])
    expect(await one.lookUpTxt("_dmarc.shop.example")).toMatchObject({ kind: "failed", isReserved: true });
  const seen = await lookUpWatchedRecords(
    { lookUpTxt: (name) => (name.endsWith("example.com") ? dns.lookUpTxt(name) : system.lookUpTxt(name)) },
    claim,
  );
  expect(seen.map(({ record }) => record)).toEqual(["report_authorization"]);
});
