import { hash } from "node:crypto";
import type { Arrival, SubmissionFacts } from "@ruaflow/metadata-store/intake";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Item {
  readonly id: string;
  readonly state: string;
  readonly channel: string | null;
  readonly sha256: string | null;
  readonly raw_url: string | null;
  readonly outcomes: readonly unknown[];
}
interface List {
  readonly data: readonly Item[];
  readonly meta: { readonly total: number };
  readonly code?: string;
}

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization("free");
});

afterAll(() => api.stop());

const list = (query = "", asking = organization) => asking.ask<List>({ url: `/api/v1/submissions${query}` });

interface Sent extends Partial<SubmissionFacts> {
  readonly body?: string;
}

/** A submission with an entry for each of `entries`. */
async function send(sent: Sent, ...entries: readonly Partial<Arrival>[]): Promise<string> {
  const { body, ...given } = sent;
  const id = createSubmissionId();
  const facts = {
    id,
    organizationId: organization.id,
    channel: "smtp",
    name: "Report Domain: a.example",
    receivedAt: new Date(),
    ...given,
  } as const;
  const { intake } = api.metadata;
  if (body === undefined) await intake.recordSubmissions([{ ...facts, sizeBytes: 3, sha256: hash("sha256", "abc") }]);
  else await intake.archiveSubmissions([{ ...facts, body: Buffer.from(body) }]);
  const none = { domainId: null, reportId: null, reason: null, detail: null, path: null };
  await intake.saveArrivals(
    entries.map((entry, index) => ({
      submissionId: id,
      entry: index,
      organizationId: facts.organizationId,
      outcome: "stored",
      ...none,
      ...entry,
    })),
  );
  return id;
}

test("every submission is listed with its state, its digest and its outcomes, newest first", async () => {
  const kept = await send({ body: "abc" }, {}, { outcome: "duplicate", reason: "same-report" }, {});
  const bare = await send({ channel: "upload", name: "a.zip" }, { outcome: "duplicate", reason: "same-report" });
  const { body } = await list();
  expect(body.data.map(({ id }) => id)).toEqual([bare, kept]);
  const sha256 = hash("sha256", "abc");
  expect(body.data[0]).toMatchObject({ state: "duplicate", channel: "upload", size_bytes: 3, sha256, raw_url: null });
  expect(body.data[1]).toMatchObject({
    state: "accepted",
    channel: "smtp",
    name: "Report Domain: a.example",
    size_bytes: 3,
    sha256,
    raw_url: `/api/v1/submissions/${kept}/raw`,
    outcomes: [
      { outcome: "stored", reason: null, entries: 2 },
      { outcome: "duplicate", reason: "same-report", entries: 1 },
    ],
  });
});

test("the list is limited by state, channel, domain and time of receipt", async () => {
  const asking = await api.createOrganization("free");
  const organizationId = asking.id;
  const domain = await asking.addVerifiedDomain("filtered.example");
  const day = (text: string) => new Date(`2026-03-${text}T12:00:00Z`);
  const accepted = await send({ organizationId, receivedAt: day("01") }, { domainId: domain.id, domain: domain.name });
  const broken = await send({ organizationId, channel: "imap" }, {}, { outcome: "refused", reason: "not-well-formed" });
  const conflict = await send({ organizationId }, { outcome: "conflict", reason: "other-content" });
  const held = await send({ organizationId }, { outcome: "held", domain: "held.example" });
  const other = await send({ organizationId }, { outcome: "not-aggregate", reason: "tls-report" });
  const find = async (query: string) => (await list(query, asking)).body.data.map(({ id }) => id);
  expect(await find("?state=refused")).toEqual([conflict, broken]);
  expect(await find("?state=accepted")).toEqual([accepted]);
  expect(await find("?state=held")).toEqual([held]);
  expect(await find("?state=other")).toEqual([other]);
  expect(await find("?state=duplicate")).toEqual([]);
  expect(await find("?reason=tls-report")).toEqual([other]);
  expect(await find("?channel=imap")).toEqual([broken]);
  expect(await find(`?domain_id=${domain.id}`)).toEqual([accepted]);
  expect(await find("?domain=HELD.example")).toEqual([held]);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect(await find(`?since=${later}`)).toEqual([]);
  expect(await find(`?until=${later}&per_page=2`)).toEqual([other, held]);
  expect((await list("?per_page=2", asking)).body.meta).toMatchObject({ total: 5, total_pages: 3 });
  for (const wrong of ["state=lost", "channel=fax", "since=yesterday", "colour=red"]) {
    expect((await list(`?${wrong}`, asking)).status).toBe(400);
  }
});

test("an organization sees its own entries only, and downloads only what is wholly its own", async () => {
  const asking = await api.createOrganization("free");
  const mixed = await send(
    { organizationId: null, body: "two reports" },
    { organizationId: asking.id },
    { organizationId: organization.id, outcome: "refused", reason: "x" },
  );
  const own = await send({ organizationId: asking.id, body: "its report", name: "r.XML\r\nset-cookie: a" }, {});
  const foreign = await send({ body: "another's" }, {});
  const { body } = await list("", asking);
  expect(body.data.map(({ id, state }) => [id, state])).toEqual([
    [own, "accepted"],
    [mixed, "accepted"],
  ]);
  const download = (id: string) => asking.ask<string>({ url: `/api/v1/submissions/${id}/raw` });
  const answer = await download(own);
  expect([answer.status, answer.text]).toEqual([200, "its report"]);
  expect(answer.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${own}.eml"`,
    "x-content-type-options": "nosniff",
  });
  expect((await download(mixed)).status).toBe(404);
  expect((await download(foreign)).status).toBe(404);
  expect((await download(await send({ organizationId: asking.id }, {}))).status).toBe(404);
});
