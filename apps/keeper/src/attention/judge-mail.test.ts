import { randomUUID } from "node:crypto";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { createJudging } from "@ruaflow/verdicts/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { toDay } from "../alerts/finding.ts";
import { type Stores, startStores } from "../testing/start-stores.ts";
import { judgeMail } from "./judge-mail.ts";

const now = new Date("2026-10-20T12:00:00Z");

let stores: Stores;
let organizationId: string;
let id: string;
let name: string;

beforeAll(async () => {
  stores = await startStores();
  const { metadata } = stores;
  organizationId = (await metadata.tenants.createOrganization({ name: "Example", plan: "enterprise" })).id;
});

afterAll(() => stores.stop());

beforeEach(async () => {
  name = `${randomUUID()}.example`;
  const { verified } = await stores.metadata.domains.saveVerifiedDomains(organizationId, [name]);
  id = verified[0]?.domainId ?? expect.fail("nothing was saved");
});

interface Mail {
  readonly count: number;
  readonly sourceIp: string;
  readonly dkim?: readonly [domain: string, result: string];
  readonly spf: readonly [domain: string, result: string];
  readonly aligned?: boolean;
  readonly disposition?: string;
}

const own = (count: number): Mail => ({
  ...{ count, sourceIp: "192.0.2.1", dkim: [name, "pass"], spf: [name, "pass"], aligned: true },
});
/** A server that passes the domain's mail on, with its own envelope. */
const passedOn = (count: number, result: "pass" | "fail", disposition = "none"): Mail => ({
  ...{ count, sourceIp: "203.0.113.50", dkim: [name, result], spf: ["relay.example", "pass"] },
  ...{ aligned: result === "pass", disposition },
});
const unsigned = (count: number, disposition = "reject"): Mail => ({
  ...{ count, sourceIp: "203.0.113.50", spf: ["relay.example", "fail"], disposition },
});
const spoofed = (count: number, sourceIp = "198.51.100.9", disposition = "reject"): Mail => ({
  ...{ count, sourceIp, spf: [name, "fail"], disposition },
});

/** Stores a report about each of some days, all with the same mail. */
async function report(daysBefore: readonly number[], ...mails: readonly Mail[]): Promise<void> {
  const records = mails.map(({ count, sourceIp, dkim, spf, aligned = false, disposition = "none" }, ordinal) =>
    aRecord({
      ...{ ordinal, count, sourceIp, identifiers: { headerFrom: name, envelopeFrom: spf[0] } },
      policyEvaluated: { disposition, dkim: aligned ? "pass" : "fail", spf: "fail" },
      authResults: {
        dkim: dkim ? [{ domain: dkim[0], selector: "s", result: dkim[1] }] : [],
        spf: [{ domain: spf[0], scope: "mfrom", result: spf[1] }],
      },
    }),
  );
  const reports = daysBefore.map((days) => {
    const day = toDay(now, days);
    const one = sampleReport({ organizationId, reportId: `rpt_${randomUUID()}`, day, records });
    return { ...one, row: { ...one.row, domainId: id } };
  });
  await storeReports(stores.records, reports);
  await executeSql(
    stores.url,
    `INSERT INTO verdict_queue (organization_id, domain_id) VALUES ('${organizationId}', '${id}')`,
  );
}

function judge({ asksNothing = false, records = stores.records } = {}) {
  const counts = { messages: 1, failed: 1, isNew: true, countUnauthenticated: false };
  const domain = { organizationId, id, name, fails: true, asksNothing, ...counts };
  return judgeMail({ records, ...createJudging({ ...stores, records }) }, domain, now);
}

const days = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, place) => from - place);
const withReasons = (...reasons: readonly string[]) => ({ reasons: reasons.map((reason) => ({ reason })) });

test("mail that was passed on intact and breaks since a day is lost mail under a policy, since that day", async () => {
  await report(days(40, 4), own(50), passedOn(5, "pass"));
  await report(days(3, 0), own(50), passedOn(5, "fail", "reject"));
  const { reasons } = await judge();
  expect(reasons).toMatchObject([{ reason: "own_mail_lost", value: 20, since: toDay(now, 3) }]);
  expect(reasons[0]?.summary).toContain("203.0.113.50 in 7 days: the DKIM signature does not pass.");
  const [verdict] = await stores.records.readVerdicts(organizationId, [{ domainId: id, sourceIp: "203.0.113.50" }]);
  expect(verdict).toMatchObject({ class: "misconfigured", rule: "signature_broke_at_once" });
});

test("under p=none the same mail is delivered, so that its sender is to be set up", async () => {
  await report(days(40, 4), own(50), passedOn(5, "pass"));
  await report(days(3, 0), own(50), passedOn(5, "fail"));
  expect(await judge({ asksNothing: true })).toMatchObject(withReasons("misconfigured_sender"));
});

test("a server that breaks some mail every day is a forwarder", async () => {
  await report(days(40, 0), own(50), passedOn(5, "pass"), passedOn(5, "fail", "reject"));
  expect(await judge()).toMatchObject(withReasons());
});

test("a server without earlier mail is a forwarder", async () => {
  await report(days(40, 4), own(50), passedOn(1, "pass"));
  await report(days(3, 0), own(50));
  await report(days(3, 0), { ...passedOn(5, "fail", "reject"), sourceIp: "203.0.113.51" });
  expect(await judge()).toMatchObject(withReasons());
});

test("broken mail of a single day may be a burst, and unsigned mail says nothing of a key", async () => {
  await report(days(40, 4), own(50), passedOn(5, "pass"));
  await report([1], own(50), passedOn(40, "fail", "reject"));
  expect(await judge()).toMatchObject(withReasons());
  await report(days(3, 0), own(50), unsigned(100));
  expect((await judge()).reasons.map(({ reason }) => reason)).not.toContain("own_mail_lost");
});

test("only the mail of the domain that is judged counts", async () => {
  await report(days(20, 0), own(50), { ...passedOn(100, "fail"), dkim: ["sendgrid.net", "pass"] });
  const first = await judge();
  name = `${randomUUID()}.example`;
  const { verified } = await stores.metadata.domains.saveVerifiedDomains(organizationId, [name]);
  id = verified[0]?.domainId ?? expect.fail("nothing was saved");
  await report(days(20, 0), own(50));
  expect([first, await judge()]).toMatchObject([withReasons("misconfigured_sender"), withReasons()]);
});

test("forged mail that p=none lets through leads to reject, once nothing of one's own would be lost", async () => {
  await report(days(20, 0), own(50), spoofed(10, "198.51.100.9", "none"));
  const { reasons, forgedRefused } = await judge({ asksNothing: true });
  expect(reasons[0]).toMatchObject({ reason: "spoofed_mail_delivered", value: 70, since: toDay(now, 20) });
  expect(reasons[0]?.summary).toContain("Move to p=reject: it would lose none of your own mail.");
  expect(forgedRefused).toBe(0);
  await report(days(20, 0), { ...passedOn(100, "fail"), dkim: ["sendgrid.net", "pass"] });
  const spoofedReason = (await judge({ asksNothing: true })).reasons.find(
    ({ reason }) => reason === "spoofed_mail_delivered",
  );
  expect(spoofedReason?.summary).toContain("Set your own senders up, then move to p=reject.");
});

/** A generator of the same numbers below 1 for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test.for([1, 2, 3, 4, 5, 6])(
  "any mix of passing mail and refused forgeries has no reason, and its sum is good news (seed %d)",
  async (seed) => {
    const random = createRandom(1000 * seed);
    const upTo = (most: number) => 1 + Math.floor(most * random());
    let forged = 0;
    for (let place = 0; place < 8; place += 1) {
      const [day, count] = [upTo(20), upTo(5000)];
      const disposition = random() < 0.5 ? "reject" : " Quarantine";
      await report([day], own(upTo(200)), spoofed(count, `198.51.100.${upTo(200)}`, disposition));
      if (day < 7) forged += count;
    }
    expect(await judge()).toEqual({ reasons: [], forgedRefused: forged });
  },
);
