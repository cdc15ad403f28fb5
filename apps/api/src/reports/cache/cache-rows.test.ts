import { randomBytes } from "node:crypto";
import type { RecordStore } from "@ruaflow/record-store";
import type { ListSourcesOptions, Source } from "@ruaflow/record-store/questions";
import { beforeEach, expect, test } from "vitest";
import { cacheRows } from "./cache-rows.ts";

const options: ListSourcesOptions = { startDate: "2026-10-01", endDate: "2026-10-02", page: 1, perPage: 10_000 };
const firstSeen = new Date("2026-10-01T00:00:00Z");

let state: { version: string; isSettled: boolean };
/** Questions that reached the store. */
let asked: unknown[];
let length: number;
let toAddress: (index: number) => string;

beforeEach(() => {
  state = { version: "1", isSettled: true };
  asked = [];
  length = 3;
  toAddress = String;
});

async function* listItems(): AsyncGenerator<Source, void, undefined> {
  for (let index = 0; index < length; index += 1) yield { sourceIp: toAddress(index), firstSeen } as Source;
}

const rest = async () => undefined;

function open(whileRead: () => Promise<void> = rest) {
  const answers: Partial<RecordStore> = {
    async listSources(organizationId, of) {
      asked.push([organizationId, of]);
      await whileRead();
      return { sources: listItems(), total: length };
    },
    async readPolicies(_, reports) {
      asked.push(reports);
      return new Map([["rpt_1", null]]);
    },
  };
  return cacheRows(answers as RecordStore, { ofRows: async () => ({ ...state, rowChanges: "0", isChanging: false }) });
}

async function readAll(store: RecordStore, of = options, organizationId = "org_a") {
  const { sources, total } = await store.listSources(organizationId, of);
  return { rows: await Array.fromAsync(sources), total };
}

test("a list is read once while no row has changed, with all that it has", async () => {
  const store = open();
  const first = await readAll(store);
  expect(first).toEqual({ total: 3, rows: ["0", "1", "2"].map((sourceIp) => ({ sourceIp, firstSeen })) });
  expect(await readAll(store)).toEqual(first);
  expect(asked).toHaveLength(1);
});

test("another organization, another question and another version are read by themselves", async () => {
  const store = open();
  await readAll(store);
  await readAll(store, options, "org_b");
  await readAll(store, { ...options, counted: "all" });
  state.version = "2";
  await readAll(store);
  expect(asked).toHaveLength(4);
});

test("what was read while rows changed is not cached", async () => {
  const changing = open(async () => {
    state.version += "+";
  });
  await readAll(changing);
  await readAll(changing);
  expect(asked).toHaveLength(2);
  const unsettled = open();
  state.isSettled = false;
  await readAll(unsettled);
  state.isSettled = true;
  await readAll(unsettled);
  expect(asked).toHaveLength(4);
});

test("a condition on facts about sources is asked each time: they change without the rows", async () => {
  const store = open();
  for (const records of [{ country: "CH" }, { sourceOrganization: "A" }]) {
    await readAll(store, { ...options, records });
    await readAll(store, { ...options, records });
  }
  expect(asked).toHaveLength(4);
});

test("a long list is cached as it was, piece by piece", async () => {
  length = 1001;
  const store = open();
  const first = await readAll(store);
  expect(first.rows).toHaveLength(1001);
  expect(await readAll(store)).toEqual(first);
  expect(asked).toHaveLength(1);
});

test("a list of more than a MiB, compressed, passes through and is not cached", async () => {
  length = 3000;
  toAddress = () => randomBytes(500).toString("hex");
  const store = open();
  for (const _ of [1, 2]) expect((await readAll(store)).rows).toHaveLength(3000);
  expect(asked).toHaveLength(2);
});

test("a list that its reader leaves before the end is not cached", async () => {
  const store = open();
  const { sources } = await store.listSources("org_a", options);
  for await (const _ of sources) break;
  expect((await readAll(store)).rows).toHaveLength(3);
});

test("stated policies are cached by the ids of their reports, with those that are unknown", async () => {
  const store = open();
  const reports = [{ reportId: "rpt_1", domainId: "dom_1", day: "2026-10-01" }];
  for (const _ of [1, 2]) expect(await store.readPolicies("org_a", reports)).toEqual(new Map([["rpt_1", null]]));
  expect(asked).toEqual([reports]);
});
