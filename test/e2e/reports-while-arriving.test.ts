import { afterAll, beforeAll, expect, test } from "vitest";
import { joinService, type Tenant } from "../support/join-service.ts";
import { generateReport } from "../support/report-generator.ts";
import { ask } from "../support/service.ts";
import { upload, writeTar } from "../support/upload.ts";

interface Listed {
  readonly id: string;
}
interface PageBody {
  readonly data: readonly Listed[];
  readonly meta: {
    readonly total: number;
    readonly page: number;
    readonly per_page: number;
    readonly total_pages: number;
  };
}
interface FeedBody {
  readonly data: readonly Listed[];
  readonly meta: { readonly next: string; readonly has_more: boolean };
}

const NAMES = ["one-arriving.example", "two-arriving.example"];
const ARCHIVES = 24;
const REPORTS_PER_ARCHIVE = 25;
const REPORTS = ARCHIVES * REPORTS_PER_ARCHIVE;

let service: Tenant;
let key: string;

beforeAll(async () => {
  service = await joinService();
  key = service.key;
  await service.run("domains", "add", ...NAMES, "--org", service.organization);
});

afterAll(() => service.leave());

let seed = 0;

function makeArchive(): Buffer {
  const files = Array.from({ length: REPORTS_PER_ARCHIVE }, () => {
    const domain = NAMES[++seed % NAMES.length] ?? "";
    const begin = 1_767_225_600 + (seed % 9) * 86_400;
    return [`${seed}.xml`, [...generateReport({ seed, domain, begin, records: 3 }).xml()].join("")] as const;
  });
  return writeTar(Object.fromEntries(files));
}

/** Runs several uploads at once, so that writes do not end in the order in which they begin. */
async function uploadAll(): Promise<void> {
  const uploadSome = async () => {
    for (let archive = 0; archive < ARCHIVES / 4; archive += 1) {
      await upload(service, key, { name: "reports.tar", body: makeArchive() });
    }
  };
  await Promise.all(Array.from({ length: 4 }, uploadSome));
}

const readPage = async (query: string) => (await ask<PageBody>(service, key, `/api/v1/reports?${query}`)).body;

/** Describes the fault of a page whose length does not match its own total; `null` without a fault. */
function findFault({ data, meta }: PageBody): string | null {
  const { total, page, per_page, total_pages } = meta;
  const rows = Math.min(per_page, Math.max(0, total - (page - 1) * per_page));
  const isCorrect = data.length === rows && total_pages === Math.ceil(total / per_page);
  return isCorrect ? null : `page ${page} of ${total_pages}: total ${total}, ${data.length} rows instead of ${rows}`;
}

async function watchPages(isOver: () => boolean): Promise<string[]> {
  const faults: string[] = [];
  const queries = [
    "per_page=100",
    "per_page=7&page=3",
    "per_page=100&sort=received_at",
    "per_page=50&page=2&sort=reporter",
  ];
  while (!isOver()) {
    for (const query of queries) {
      const fault = findFault(await readPage(query));
      if (fault !== null) faults.push(`${query}: ${fault}`);
    }
  }
  return faults;
}

/** Follows the cursor until every report was seen; returns the ids in order. */
async function sync(isOver: () => boolean): Promise<string[]> {
  const ids: string[] = [];
  for (let after = "", isLast = false, hasMore = false; !isLast || hasMore; ) {
    isLast = isOver();
    const { status, body } = await ask<FeedBody>(service, key, `/api/v1/reports?per_page=10&after=${after}`);
    expect(status).toBe(200);
    ids.push(...body.data.map(({ id }) => id));
    after = body.meta.next;
    hasMore = body.meta.has_more;
  }
  return ids;
}

test("while reports arrive, the length of each page matches its total, and a cursor returns every report once", async () => {
  let isStored = false;
  const watching = watchPages(() => isStored);
  const syncing = sync(() => isStored);
  await uploadAll();
  await expect.poll(async () => (await readPage("per_page=1")).meta.total, { timeout: 60_000 }).toBe(REPORTS);
  isStored = true;
  expect((await watching).slice(0, 5)).toEqual([]);
  const ids = await syncing;
  const listed: string[] = [];
  for (let page = 1; page <= REPORTS / 100; page += 1) {
    listed.push(...(await readPage(`per_page=100&page=${page}`)).data.map(({ id }) => id));
  }
  expect(ids.length).toBe(REPORTS);
  expect(ids.toSorted()).toEqual(listed.toSorted());
}, 120_000);
