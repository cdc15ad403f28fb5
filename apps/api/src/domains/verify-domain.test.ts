import type { Dns } from "@ruaflow/dns";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface CreatedBody {
  readonly data: { readonly id: string; readonly verification_token: string };
}
interface DnsEntry {
  readonly host: string;
  readonly type: string;
  readonly value: string;
}
interface Published {
  readonly name: string;
  readonly state: string;
}
interface DnsBody {
  readonly data: Readonly<Record<"dmarc" | "mta_sts" | "verification", DnsEntry>>;
  readonly meta: {
    readonly published: Readonly<Record<"dmarc" | "mta_sts" | "verification", Published>> & {
      readonly report_authorization: Published | null;
    };
    readonly missing: readonly string[];
    readonly warnings: readonly string[];
  };
}
interface VerifyBody {
  readonly data: { readonly status: string; readonly verified_at: string };
  readonly message: string;
  readonly code: string;
  readonly detail: string;
  readonly checks: readonly { readonly record: string; readonly state: string }[];
}

let api: TestApi;
let organization: TestOrganization;
let rival: TestOrganization;
let unique = 0;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
  rival = await api.createOrganization();
});

afterAll(() => api.stop());

/** A claim with its records and functions to use it. */
async function claim(owner: TestOrganization, name: string) {
  const created = await owner.ask<CreatedBody>({ method: "POST", url: "/api/v1/domains", body: { domain: name } });
  const { id } = created.body.data;
  const url = `/api/v1/domains/${id}`;
  const readDns = async () => (await owner.ask<DnsBody>({ url: `${url}/dns?check=now` })).body;
  const { data: required, meta } = await readDns();
  const nameOf = (entry: keyof typeof required) => `${required[entry].host}.${name}`;
  return {
    id,
    required,
    meta,
    nameOf,
    readDns,
    verify: (headers = {}) => owner.ask<VerifyBody>({ method: "POST", url: `${url}/verify`, headers }),
    readStatus: async () => (await owner.ask<VerifyBody>({ url })).body.data.status,
    publish(...entries: ("dmarc" | "mta_sts" | "verification")[]) {
      for (const entry of entries) api.dnsServer.setTxt(nameOf(entry), required[entry].value);
    },
  };
}

const newName = () => `verify-${unique++}.example`;

test("the record set matches the contract, with what is published and what is missing", async () => {
  const name = newName();
  const { required, meta, nameOf, publish, readDns } = await claim(organization, name);
  const rua = /^v=DMARC1; p=none; rua=mailto:d-[0-9a-z]{20}@reports\.ruaflow\.example$/;
  expect(required).toEqual({
    dmarc: { host: "_dmarc", type: "TXT", value: expect.stringMatching(rua) },
    mta_sts: { host: "_mta-sts", type: "TXT", value: expect.stringMatching(/^v=STSv1; id=\d{14}$/) },
    verification: {
      host: "_ruaflow-verification",
      type: "TXT",
      value: expect.stringMatching(/^[0-9a-z]{32}$/),
    },
  });
  expect(meta).toMatchObject({
    published: {
      dmarc: { name: `_dmarc.${name}`, state: "missing", found: [] },
      report_authorization: { state: "missing", name: `${name}._report._dmarc.reports.ruaflow.example` },
    },
    missing: ["dmarc", "mta_sts", "verification"],
  });
  publish("dmarc", "verification");
  api.dnsServer.fail(nameOf("mta_sts"), "servfail");
  api.dnsServer.setTxt(`${name}._report._dmarc.reports.ruaflow.example`, "v=DMARC1");
  const { published, missing } = (await readDns()).meta;
  const { dmarc, mta_sts, verification, report_authorization } = published;
  expect([dmarc.state, mta_sts.state, verification.state]).toEqual(["ok", "unknown", "ok"]);
  expect([report_authorization?.state, missing]).toEqual(["ok", []]);
});

test("the records are answered from the last check, with its time, and DNS is not asked", async () => {
  const owner = await api.createOrganization();
  const body = { domain: newName() };
  const created = await owner.ask<CreatedBody>({ method: "POST", url: "/api/v1/domains", body });
  const url = `/api/v1/domains/${created.body.data.id}/dns`;
  const asked = api.dnsServer.asked.length;
  const first = (await owner.ask<DnsBody>({ url })).body;
  expect(first.meta).toMatchObject({
    checked_at: null,
    missing: [],
    published: { dmarc: { state: "unknown", found: [] } },
  });
  expect(api.dnsServer.asked.length).toBe(asked);
  api.dnsServer.setTxt(`_dmarc.${body.domain}`, first.data.dmarc.value);
  const now = (await owner.ask<DnsBody>({ url: `${url}?check=now` })).body;
  expect(now.meta).toMatchObject({ checked_at: expect.stringMatching(/Z$/), published: { dmarc: { state: "ok" } } });
  api.dnsServer.remove(`_dmarc.${body.domain}`);
  expect((await owner.ask<DnsBody>({ url })).body).toEqual(now);
  expect((await owner.ask({ url: `${url}?check=later` })).status).toBe(400);
});

test("with check=now, what does not answer in time is unknown, and the other records are as they are", async () => {
  const name = newName();
  const { id } = await claim(organization, name);
  api.dnsServer.setTxt(`_dmarc.${name}`, "v=DMARC1; p=reject");
  const dns: Dns = {
    lookUpTxt: (host) =>
      host === `_mta-sts.${name}` ? new Promise(() => undefined) : Promise.resolve({ kind: "answered", texts: [] }),
  };
  const server = await api.createServer({ dns });
  const { body } = await organization.ask<DnsBody>({ url: `/api/v1/domains/${id}/dns?check=now`, server });
  expect(body.meta.published).toMatchObject({ dmarc: { state: "missing" }, mta_sts: { state: "unknown" } });
});

test("until the domain of the mailboxes is set, the record set has a warning, and the log one line", async () => {
  const { id, meta } = await claim(organization, newName());
  expect(meta.warnings).toEqual([expect.stringContaining("(RUAFLOW_REPORT_DOMAIN)")]);
  const lines: string[] = [];
  const logger = createLogger({ app: "api", level: "silent" });
  logger.warn = (line: unknown) => void lines.push(String(line));
  await api.createServer({ logger });
  expect(lines).toEqual([expect.stringContaining("RUAFLOW_REPORT_DOMAIN is not set")]);
  const server = await api.createServer({ logger, reportDomain: "reports.example.net" });
  const { body } = await organization.ask<DnsBody>({ url: `/api/v1/domains/${id}/dns`, server });
  expect([body.meta.warnings, lines.length]).toEqual([[], 1]);
  expect(body.data.dmarc.value).toMatch(/@reports\.example\.net$/);
});

test.for([
  ["the token", ["dmarc", "verification"], "dns_token"],
  ["the mailbox alone", ["dmarc"], "report_mailbox"],
] as const)("%s proves a claim: status, time, message and event", async ([, entries, method]) => {
  const name = newName();
  const { id, publish, verify, readStatus } = await claim(organization, name);
  publish(...entries);
  const { status, body } = await verify();
  expect(status).toBe(200);
  const data = { id, domain: name, status: "verified", verified_at: expect.stringMatching(/Z$/) };
  expect(body).toEqual({ data, message: `${name} is verified.` });
  expect(await readStatus()).toBe("verified");
  const sql = `SELECT convert_from(body, 'utf8') AS body FROM events WHERE domain_id = '${id}'`;
  const events = await executeSql(api.databaseUrl, sql);
  expect(events).toHaveLength(1);
  expect(JSON.parse(String(events[0]?.body))).toMatchObject({
    type: "domain.verified",
    data: { domain_id: id, domain: name, method, verified_at: body.data.verified_at },
  });
});

test("verifying again changes nothing and sends no second event", async () => {
  const { id, publish, verify } = await claim(organization, newName());
  publish("dmarc");
  const first = await verify();
  expect((await verify()).body).toEqual(first.body);
  expect(await executeSql(api.databaseUrl, `SELECT id FROM events WHERE domain_id = '${id}'`)).toHaveLength(1);
});

test("without its records a claim fails with each check, and succeeds once they are published", async () => {
  const name = newName();
  const { publish, verify, readStatus, required } = await claim(organization, name);
  const refused = await verify();
  expect([refused.status, refused.body.code]).toEqual([422, "verification_failed"]);
  expect(refused.body.checks).toEqual([
    {
      record: "dmarc",
      name: `_dmarc.${name}`,
      state: "missing",
      expected: required.dmarc.value,
      found: [],
      detail: `No DMARC record is published at _dmarc.${name}.`,
    },
    expect.objectContaining({ record: "verification", state: "missing", expected: required.verification.value }),
  ]);
  expect(await readStatus()).toBe("failed");
  publish("dmarc");
  expect((await verify()).status).toBe(200);
});

test("the token without any DMARC record is not enough", async () => {
  const { publish, verify } = await claim(organization, newName());
  publish("verification");
  expect((await verify()).body.checks.map(({ state }) => state)).toEqual(["missing", "ok"]);
});

test.for(["servfail", "silence"] as const)(
  "while DNS fails (%s) the answer is 503, the claim does not change, and no idempotency key keeps the answer",
  { timeout: 60_000 },
  async (how) => {
    const name = newName();
    const { nameOf, publish, verify, readStatus } = await claim(organization, name);
    const headers = { "idempotency-key": `outage-${how}` };
    const fail = () => {
      for (const entry of ["dmarc", "verification"] as const) api.dnsServer.fail(nameOf(entry), how);
    };
    fail();
    const { status, body, headers: answered } = await verify(headers);
    expect([status, body.code, answered["retry-after"]]).toEqual([503, "dns_unavailable", "5"]);
    expect(body.detail).toContain(`_dmarc.${name} could not be looked up`);
    expect(await readStatus()).toBe("pending");
    publish("dmarc", "verification");
    const again = await verify(headers);
    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([200, undefined]);
    fail();
    expect([(await verify()).status, await readStatus()]).toEqual([503, "verified"]);
  },
);

test("a failed claim stays failed while DNS fails", async () => {
  const { nameOf, verify, readStatus } = await claim(organization, newName());
  await verify();
  api.dnsServer.fail(nameOf("verification"), "servfail");
  api.dnsServer.setTxt(nameOf("dmarc"), "v=DMARC1; p=none");
  expect([(await verify()).status, await readStatus()]).toEqual([503, "failed"]);
});

test("a verified claim without its proof stays verified, and the message says what is missing", async () => {
  const name = newName();
  const { id, nameOf, publish, verify, readStatus } = await claim(organization, name);
  publish("dmarc");
  const first = await verify();
  api.dnsServer.remove(nameOf("dmarc"));
  const { status, body } = await verify();
  expect([status, body.data]).toEqual([200, first.body.data]);
  expect(body.message).toContain(`${name} is verified, and stays verified unless the daily check finds no proof`);
  expect(body.message).toContain(`No DMARC record is published at _dmarc.${name}.`);
  expect(await readStatus()).toBe("verified");
  expect(await executeSql(api.databaseUrl, `SELECT id FROM events WHERE domain_id = '${id}'`)).toHaveLength(1);
});

test("a domain that the operator assigned stays with its owner, whatever DNS proves, and the rival learns who decides", async () => {
  const name = newName();
  const { id } = await organization.addVerifiedDomain(name);
  const second = await claim(rival, name);
  second.publish("dmarc", "verification");
  const { status, body } = await second.verify();
  expect([status, body.code, await second.readStatus()]).toEqual([409, "domain_owned", "pending"]);
  expect(body.detail).toContain("The operator of this service has assigned");
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${organization.id}|${id}`));
  const repeated = await organization.ask<VerifyBody>({ method: "POST", url: `/api/v1/domains/${id}/verify` });
  expect([repeated.status, repeated.body.data.status]).toEqual([200, "verified"]);
  expect(repeated.body.message).toContain(`The operator of this service has confirmed ${name}.`);
});

test("a claim proven by DNS is safe from rivals once the operator confirms it too", async () => {
  const name = newName();
  const first = await claim(organization, name);
  const second = await claim(rival, name);
  first.publish("dmarc", "verification");
  await first.verify();
  await organization.addVerifiedDomain(name);
  second.publish("dmarc", "verification");
  expect([(await second.verify()).status, await first.readStatus()]).toEqual([409, "verified"]);
});

test("a name has one owner: a second proven claim is refused while the first proof is published", async () => {
  const name = newName();
  const first = await claim(organization, name);
  const second = await claim(rival, name);
  api.dnsServer.setTxt(`_dmarc.${name}`, "v=DMARC1; p=none");
  const { value } = first.required.verification;
  api.dnsServer.setTxt(`_ruaflow-verification.${name}`, value, second.required.verification.value);
  expect((await first.verify()).status).toBe(200);
  const refused = await second.verify();
  expect([refused.status, refused.body.code]).toEqual([409, "domain_owned"]);
  expect([await first.readStatus(), await second.readStatus()]).toEqual(["verified", "pending"]);
});

test("the second claim takes over once the first proof is removed, and the history stays with the first owner", async () => {
  const name = newName();
  const first = await claim(organization, name);
  const second = await claim(rival, name);
  first.publish("dmarc", "verification");
  await first.verify();
  const reportId = await organization.storeReport({ domain: { id: first.id, name } });
  second.publish("dmarc", "verification");
  expect((await second.verify()).status).toBe(200);
  expect([await first.readStatus(), await second.readStatus()]).toEqual(["failed", "verified"]);
  expect((await organization.ask({ url: `/api/v1/reports/${reportId}` })).status).toBe(200);
  expect((await rival.ask({ url: `/api/v1/reports/${reportId}` })).status).toBe(404);
});

test("while the lookup of the first owner's proof fails, the first owner stays", async () => {
  const name = newName();
  const first = await claim(organization, name);
  const second = await claim(rival, name);
  first.publish("dmarc");
  await first.verify();
  // The second mailbox is proven; the name that may still hold the first owner's token cannot be looked up.
  second.publish("dmarc");
  api.dnsServer.fail(`_ruaflow-verification.${name}`, "servfail");
  expect((await second.verify()).status).toBe(409);
  expect(await first.readStatus()).toBe("verified");
});

test("of two claims proven at the same moment one becomes the owner", async () => {
  for (let round = 0; round < 10; round += 1) {
    const name = newName();
    const [one, two] = [await claim(organization, name), await claim(rival, name)];
    api.dnsServer.setTxt(`_dmarc.${name}`, "v=DMARC1; p=none");
    const tokens = [one.required.verification.value, two.required.verification.value];
    api.dnsServer.setTxt(`_ruaflow-verification.${name}`, ...tokens);
    const statuses = await Promise.all([one.verify(), two.verify()]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test("a verified parent proves a subdomain without a record of its own, and its policy is shown with its source", async () => {
  const name = newName();
  const parent = await claim(organization, name);
  parent.publish("dmarc");
  await parent.verify();
  api.dnsServer.setTxt(parent.nameOf("dmarc"), `${parent.required.dmarc.value}; sp=reject`);
  const child = await claim(organization, `news.${name}`);
  const { status, body } = await child.verify();
  expect([status, body.data.status]).toEqual([200, "verified"]);
  const url = `/api/v1/domains/${child.id}`;
  const { data } = (await organization.ask<{ data: object }>({ url })).body;
  expect(data).toMatchObject({
    dmarc_policy: "reject",
    dmarc_policy_inherited_from: name,
    dns_state: "ok",
    report_mailbox: "service",
  });
  expect((await child.readDns()).meta.published.dmarc).toMatchObject({
    state: "ok",
    mailbox: "service",
    inherited_from: name,
    found: [],
  });
  const foreign = await claim(rival, `theirs.${name}`);
  expect((await foreign.verify()).status).toBe(422);
});

test("a proof at the name itself displaces one by a parent, and not the other way round", async () => {
  const name = newName();
  const parent = await claim(organization, name);
  parent.publish("dmarc");
  await parent.verify();
  const [ours, theirs] = [await claim(organization, `shop.${name}`), await claim(rival, `shop.${name}`)];
  await ours.verify();
  theirs.publish("verification");
  expect([(await theirs.verify()).status, await ours.readStatus()]).toEqual([200, "failed"]);
  expect([(await ours.verify()).status, await theirs.readStatus()]).toEqual([409, "verified"]);
  api.dnsServer.remove(theirs.nameOf("verification"));
  expect([(await ours.verify()).status, await theirs.readStatus()]).toEqual([409, "verified"]);
});

test("a fault of the DMARC record is a warning, also where its reports come to a mailbox of one's own", async () => {
  const name = newName();
  const { nameOf, publish, verify, readDns, id } = await claim(organization, name);
  publish("dmarc", "verification");
  await verify();
  await organization.ask({
    method: "PUT",
    url: `/api/v1/domains/${id}`,
    body: { report_addresses: ["dmarc@corp.example"] },
  });
  api.dnsServer.setTxt(nameOf("dmarc"), "v=DMARC1; p=bogus; rua=mailto:dmarc@corp.example");
  const { warnings, published } = (await readDns()).meta;
  expect([warnings, published.dmarc]).toMatchObject([
    [
      expect.stringContaining("(RUAFLOW_REPORT_DOMAIN)"),
      `The tag "p" at _dmarc.${name} is "bogus", and must be none, quarantine or reject: receivers treat the record as p=none.`,
    ],
    { state: "ok", mailbox: "own", found: ["v=DMARC1; p=bogus; rua=mailto:dmarc@corp.example"] },
  ]);
  api.dnsServer.setTxt(nameOf("dmarc"), "v=DMARC1; p=none; rua=mailto:dmarc@corp.example");
  expect((await readDns()).meta.warnings).toHaveLength(1);
});

test("an address that the domain accepts in its rua is ok, and another text is refused", async () => {
  const name = newName();
  const { id, nameOf, publish, verify, readDns } = await claim(organization, name);
  publish("dmarc", "verification");
  await verify();
  api.dnsServer.setTxt(nameOf("dmarc"), "v=DMARC1; p=none; rua=mailto:dmarc@corp.example");
  expect((await readDns()).meta.missing).toContain("dmarc");
  const put = (report_addresses: readonly string[]) =>
    organization.ask({ method: "PUT", url: `/api/v1/domains/${id}`, body: { report_addresses } });
  for (const wrong of ["corp.example", "a b@corp.example", "mailto:a@corp.example", "a@localhost", "a@b.c,d@e.f"])
    expect([wrong, (await put([wrong])).status]).toEqual([wrong, 400]);
  expect((await put(Array.from({ length: 21 }, (_, index) => `a${index}@corp.example`))).status).toBe(400);
  const { status, body } = await put(["DMARC@Corp.example"]);
  expect([status, body]).toMatchObject([
    200,
    { data: { dns_state: "ok", report_mailbox: "own", settings: { report_addresses: ["dmarc@corp.example"] } } },
  ]);
  expect((await readDns()).meta).toMatchObject({ missing: ["mta_sts"], published: { dmarc: { mailbox: "own" } } });
});
