import { aRecord } from "@ruaflow/report/testing";
import { addSourceFacts, createFactsReader, streamSourceFacts } from "@ruaflow/verdicts/facts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv, startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

const DAY = "2026-10-01";
const KNOWN = "8.8.8.8";
const CLAIMED = "9.9.9.9";
/** In the offline data sets, but not in the table of sources. */
const NEW = "1.1.1.1";
const FOREIGN = "8.8.4.4";

let api: TestApi;
let organization: TestOrganization;
let reportId: string;

beforeAll(async () => {
  api = await startApi({ now: () => new Date(`${DAY}T12:00:00Z`) });
  organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain("example.com");
  const records = [KNOWN, CLAIMED, NEW].map((sourceIp, ordinal) => aRecord({ ordinal, sourceIp }));
  reportId = await organization.storeReport({ domain, day: DAY, records });
  const { sources } = api.metadata;
  await sources.saveAddresses([KNOWN, CLAIMED, NEW, FOREIGN]);
  const own = { organization: "Table", country: "CH", asn: 64_500, dataSets: "own 2026-11-01" };
  const plan = { hostname: "mail.example.net", attempts: 0, dueAfterMs: null, expiresAfterMs: 1000, ...own };
  await sources.saveEnrichments([
    { address: KNOWN, state: "confirmed", ...plan },
    { address: CLAIMED, state: "unconfirmed", ...plan },
    { address: FOREIGN, state: "confirmed", ...plan },
  ]);
});

afterAll(() => api.stop());

const table = { organization: "Table", country: "CH", asn: 64_500 };
const dataSet = { organization: "Cloudflare, Inc.", country: "US", asn: 13_335 };

interface Body {
  readonly data: readonly { readonly source_ip: string }[] & { readonly records?: readonly { source_ip: string }[] };
}

const expectedFacts = (unknown: string | null) => ({
  [KNOWN]: { hostname: "mail.example.net", ...table },
  [CLAIMED]: { hostname: unknown, ...table },
  [NEW]: { hostname: unknown, ...dataSet },
});

test.each([
  ["sources", "reports/sources", null],
  ["failures", "reports/failures", "unknown"],
  ["one report", "reports/:id", null],
])(
  "%s: facts come from the table, until then from the data sets; a claimed name is not shown",
  async (_, path, unknown) => {
    const url = `/api/v1/${path.replace(":id", reportId)}`;
    const { data } = (await organization.ask<Body>({ url })).body;
    const rows = data.records ?? data;
    const expected = expectedFacts(unknown);
    expect(Object.fromEntries(rows.map((row) => [row.source_ip, row]))).toMatchObject(expected);
    expect(rows).toHaveLength(3);
    const lines = readCsv((await organization.ask({ url: `${url}?format=csv` })).text);
    const found = lines.map(({ source_ip, hostname, organization: owner, country, asn }) => [
      source_ip,
      { hostname, organization: owner, country, asn: Number(asn) },
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  },
);

test("one query reads the facts of a page, and each address once", async () => {
  const asked: (readonly string[])[] = [];
  const { sources } = api.metadata;
  const readSources = (addresses: readonly string[]) => {
    asked.push(addresses);
    return sources.readSources(addresses);
  };
  const ipData = { lookup: () => ({ organization: null, country: null, asn: null }) };
  const context = { readFacts: createFactsReader({ metadata: { sources: { readSources } }, ipData }) };
  await addSourceFacts(context, [{ sourceIp: KNOWN }, { sourceIp: NEW }, { sourceIp: KNOWN }]);
  expect(asked).toEqual([[KNOWN, NEW]]);
  expect(await addSourceFacts(context, [])).toEqual([]);
  expect(asked).toHaveLength(1);
  const streamed: string[] = [];
  const items = Array.from({ length: 1001 }, (_, index) => ({ sourceIp: `10.0.${index >> 8}.${index & 255}` }));
  for await (const { item } of streamSourceFacts(context, toStream(items))) streamed.push(item.sourceIp);
  expect(streamed).toEqual(items.map(({ sourceIp }) => sourceIp));
  expect(asked.slice(1).map(({ length }) => length)).toEqual([500, 500, 1]);
});

async function* toStream<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
