import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv, startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";
import { writeCursor } from "./cursor.ts";

interface FeedBody {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly per_page: number; readonly next: string; readonly has_more: boolean };
}
interface FeedOrList {
  readonly data: readonly object[];
  readonly meta: { readonly total?: number };
}
interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string }[];
}
type Domain = Awaited<ReturnType<TestOrganization["addVerifiedDomain"]>>;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

async function createOwner(name: string) {
  const organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain(name);
  const read = (query: string) => organization.ask<FeedBody>({ url: `/api/v1/reports?${query}` });
  const refuse = (query: string) => organization.ask<ProblemBody>({ url: `/api/v1/reports?${query}` });
  return { organization, domain, read, refuse };
}

const toIds = ({ data }: FeedBody) => data.map(({ id }) => id);

/** Follows the cursor to the end; ids in the order of arrival. */
async function follow({ read }: Awaited<ReturnType<typeof createOwner>>, query = "", from = "") {
  const ids: string[] = [];
  for (let after = from; ; ) {
    const { body } = await read(`after=${after}${query}`);
    ids.push(...toIds(body));
    after = body.meta.next;
    if (!body.meta.has_more) return { ids, next: after };
  }
}

describe("the list of reports after a cursor", () => {
  test("lists reports in the order in which they became visible, with a link while more follow", async () => {
    const owner = await createOwner("order.example");
    const ids: string[] = [];
    for (const day of ["2026-03-03", "2026-03-01", "2026-03-02"]) {
      ids.push(await owner.organization.storeReport({ domain: owner.domain, day }));
    }
    const first = await owner.read("after=&per_page=2");
    expect(first.body).toMatchObject({ meta: { per_page: 2, has_more: true } });
    expect(toIds(first.body)).toEqual(ids.slice(0, 2));
    expect(first.headers.link).toBe(`</api/v1/reports?after=${first.body.meta.next}&per_page=2>; rel="next"`);
    const second = await owner.read(`after=${first.body.meta.next}&per_page=2`);
    expect(toIds(second.body)).toEqual(ids.slice(2));
    expect([second.body.meta.has_more, second.headers.link]).toEqual([false, undefined]);
  });

  test("continues from an empty answer with reports that arrived since", async () => {
    const owner = await createOwner("later.example");
    const empty = await owner.read("after=");
    expect(empty.body).toMatchObject({ data: [], meta: { has_more: false } });
    const id = await owner.organization.storeReport({ domain: owner.domain });
    expect(toIds((await owner.read(`after=${empty.body.meta.next}`)).body)).toEqual([id]);
  });

  test("accepts the filters of the list", async () => {
    const owner = await createOwner("filter.example");
    const other = await owner.organization.addVerifiedDomain("other-filter.example");
    const store = (facts: { domain?: Domain; day?: string; reporter?: string }) =>
      owner.organization.storeReport({ domain: owner.domain, ...facts });
    const [plain, ofOther, early, yahoo] = [
      await store({}),
      await store({ domain: other }),
      await store({ day: "2026-01-01" }),
      await store({ reporter: "Yahoo" }),
    ];
    expect((await follow(owner, `&domain_id=${other.id}`)).ids).toEqual([ofOther]);
    expect((await follow(owner, "&end_date=2026-01-31")).ids).toEqual([early]);
    expect((await follow(owner, "&start_date=2026-02-01&per_page=1")).ids).toEqual([plain, ofOther, yahoo]);
    expect((await follow(owner, "&reporter=Yahoo")).ids).toEqual([yahoo]);
  });

  test("lists every report once while two writers store at the same time", async () => {
    const owner = await createOwner("busy.example");
    const write = async (days: number) => {
      const ids: string[] = [];
      for (let day = 1; day <= days; day += 1) {
        const facts = { domain: owner.domain, day: `2026-0${(day % 9) + 1}-01` };
        ids.push(await owner.organization.storeReport(facts));
      }
      return ids;
    };
    const writing = Promise.all([write(8), write(8)]);
    let isOver = false;
    void writing.then(() => {
      isOver = true;
    });
    const seen: string[] = [];
    let after = "";
    while (!isOver) {
      const part = await follow(owner, "&per_page=3", after);
      seen.push(...part.ids);
      after = part.next;
    }
    seen.push(...(await follow(owner, "", after)).ids);
    expect(seen.toSorted()).toEqual((await writing).flat().toSorted());
  }, 60_000);
});

describe("a cursor is refused with its parameter's name", () => {
  test("if it is damaged or another organization's", async () => {
    const owner = await createOwner("cursor.example");
    const other = await createOwner("foreign.example");
    await owner.organization.storeReport({ domain: owner.domain });
    const { next } = (await owner.read("after=")).body.meta;
    const { next: foreign } = (await other.read("after=")).body.meta;
    const flipped = `${next.startsWith("M") ? "N" : "M"}${next.slice(1)}`;
    for (const cursor of ["1", "banana", `${next}A`, `${next}!`, next.slice(0, -3), flipped, foreign]) {
      const { status, body } = await owner.refuse(`after=${cursor}`);
      expect([cursor, status, body.code, body.errors?.[0]?.pointer]).toEqual([
        cursor,
        400,
        "invalid_request",
        "/query/after",
      ]);
      expect(body.detail).toContain("start again");
    }
  });

  test("if it is ahead of the data, as after a restored backup", async () => {
    const owner = await createOwner("restored.example");
    const { status, body } = await owner.refuse(`after=${writeCursor(owner.organization.id, 1)}`);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, "/query/after"]);
  });

  test("and so are pages, an order and CSV combined with it", async () => {
    const owner = await createOwner("mixed.example");
    for (const name of ["page=1", "sort=received_at"]) {
      const { status, body } = await owner.refuse(`after=&${name}`);
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, `/query/${name.split("=")[0]}`]);
      expect(body.detail).toContain("after");
    }
    expect((await owner.refuse("after=&format=csv")).status).toBe(400);
  });
});

test("a report whose rows are written before its T2 appears in no list", async () => {
  const owner = await createOwner("pending.example");
  const { organization, domain } = owner;
  await organization.storeReport({ domain });
  const { completeReports } = api.metadata.reports;
  const answers: { readonly rows: number; readonly total: number | undefined }[] = [];
  api.metadata.reports.completeReports = async (...batch) => {
    for (const query of ["", "sort=received_at", "sort=-reporter", "reporter=google.com", "after="]) {
      const { body } = await organization.ask<FeedOrList>({ url: `/api/v1/reports?${query}` });
      answers.push({ rows: body.data.length, total: body.meta.total });
    }
    return completeReports(...batch);
  };
  await organization.storeReport({ domain }).finally(() => {
    api.metadata.reports.completeReports = completeReports;
  });
  const one = { rows: 1, total: 1 };
  expect(answers).toEqual([one, one, one, one, { rows: 1, total: undefined }]);
  const csv = await organization.ask({ url: "/api/v1/reports?format=csv" });
  expect(readCsv(csv.text).length).toBe(2);
});
