import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Answer {
  readonly data: { readonly final: boolean; readonly entries: readonly Record<string, unknown>[] };
  readonly code?: string;
}

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization("free");
});

afterAll(() => api.stop());

const read = (id: string, asking = organization) => asking.ask<Answer>({ url: `/api/v1/submissions/${id}` });

test("an upload is accepted at first and later shows its outcome", async () => {
  const id = await organization.addSubmission({}, {});
  const { status, body } = await read(id);
  expect(status).toBe(200);
  const entry = {
    path: "r.xml",
    reason: null,
    detail: null,
    report_id: "rpt_a",
    domain_id: "dom_a",
    domain: null,
    proof: null,
  };
  expect(body.data).toEqual({
    id,
    state: "accepted",
    channel: "upload",
    name: "r.xml",
    received_at: expect.any(String),
    size_bytes: 11,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    raw_url: `/api/v1/submissions/${id}/raw`,
    created_at: expect.any(String),
    final: false,
    entries: [
      { ...entry, entry: 0, outcome: "accepted", final: false },
      { ...entry, entry: 1, outcome: "accepted", final: false },
    ],
  });
  const [first, second] = await api.metadata.intake.readArrivals([id]);
  if (first) await api.metadata.intake.saveArrivals([{ ...first, outcome: "stored" }]);
  expect((await read(id)).body.data).toMatchObject({ final: false, entries: [{ final: true }, { final: false }] });
  if (second) await api.metadata.intake.saveArrivals([{ ...second, outcome: "conflict", reason: "other-content" }]);
  const entries = [{ outcome: "stored" }, { outcome: "conflict", reason: "other-content" }];
  expect((await read(id)).body.data).toMatchObject({ final: true, entries });
});

test("a report from a mail has its proof, and why it is believed or not", async () => {
  const id = await organization.addSubmission({}, {});
  const [first, second] = await api.metadata.intake.readArrivals([id]);
  if (!first || !second) throw new Error("there are no entries");
  const signed = { kind: "dkim" as const, domain: "small.example", selector: "s1", signedFields: ["from", "to\0"] };
  const proven = { from: "dmarc@small.example", reporterDomain: "small.example", evidence: signed };
  await api.metadata.intake.saveArrivals([{ ...first, outcome: "stored" }]);
  // Ingest may be slower than the record-writer.
  await api.metadata.intake.saveArrivals([
    { ...first, outcome: "accepted", proof: { ...proven, trust: "dmarc", reason: null } },
    { ...second, proof: { ...proven, trust: "none", reason: "reporter-mismatch", evidence: null } },
  ]);
  const evidence = { kind: "dkim", domain: "small.example", selector: "s1", signed_fields: ["from", "to\ufffd"] };
  const facts = { from: "dmarc@small.example", reporter_domain: "small.example" };
  const explained = (text: string) => expect.stringContaining(text);
  const believed = {
    ...facts,
    trust: "dmarc",
    reason: null,
    evidence,
    explanation: explained("DMARC passes for small"),
  };
  const forged = { ...facts, trust: "none", reason: "reporter-mismatch", explanation: explained("may not speak for") };
  expect((await read(id)).body.data).toMatchObject({
    entries: [
      { outcome: "stored", proof: believed },
      { outcome: "accepted", proof: forged },
    ],
  });
});

test("a held report is not final", async () => {
  const id = await organization.addSubmission(
    { outcome: "held", reason: "domain-pending" },
    { outcome: "refused", reason: "x" },
  );
  expect((await read(id)).body.data).toMatchObject({ final: false, entries: [{ final: false }, { final: true }] });
});

test("an unknown submission and another organization's are the same 404", async () => {
  const id = await organization.addSubmission({});
  const otherOrganization = await api.createOrganization("free");
  const [foreign, unknown] = [await read(id, otherOrganization), await read("sub_unknown", otherOrganization)];
  expect([foreign.status, foreign.body.code]).toEqual([404, "not_found"]);
  expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
});

test("only keys that upload or read reports may read a submission", async () => {
  const url = `/api/v1/submissions/${await organization.addSubmission({})}`;
  const ask = async (scope: "ingest:write" | "reports:read" | "domains:read") =>
    organization.ask<Answer>({ url, key: await organization.createKey([scope]) });
  expect((await ask("ingest:write")).status).toBe(200);
  expect((await ask("reports:read")).status).toBe(200);
  const refused = await ask("domains:read");
  expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"]);
});
