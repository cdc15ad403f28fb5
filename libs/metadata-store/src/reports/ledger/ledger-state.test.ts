import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MetadataStore } from "../../metadata-store.ts";
import { aClaim } from "../../testing/a-claim.ts";
import { startMetadataStore } from "../../testing/index.ts";
import { drawAttempt, LedgerReplacedError } from "./ledger-state.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let database: Database;
let organizationId: string;
let domainId: string;

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
  database = openDatabase(running.url, 4);
  organizationId = (await store.tenants.createOrganization({ name: "Example", plan: "free" })).id;
  domainId = (await store.domains.saveVerifiedDomains(organizationId, ["example.com"])).verified[0]?.domainId ?? "";
});

afterAll(async () => {
  await database.close();
  await running.stop();
});

const newClaim = () => aClaim({ organizationId, domainId });
const claimOne = async (claim = newClaim()) => (await store.reports.claimReports([claim])).results[0];

test("attempts are committed in the order of their numbers, so a backup has what its last attempt says", async () => {
  const order: string[] = [];
  let second: Promise<bigint> | undefined;
  const first = await database.transaction(async (transaction) => {
    const { attempt } = await drawAttempt(transaction, null);
    second = store.reports.claimReports([newClaim()]).then((claimed) => {
      order.push("second");
      return claimed.attempt;
    });
    await sleep(200);
    order.push("first");
    return attempt;
  });
  expect([await second, order]).toEqual([first + 1n, ["first", "second"]]);
});

test("an attempt that is rolled back leaves neither its number nor its reports", async () => {
  const last = await store.reports.createAttempt();
  const claim = { ...newClaim(), entry: 2 ** 40 };
  await expect(store.reports.claimReports([claim])).rejects.toThrow();
  expect(await store.reports.createAttempt()).toBe(last + 1n);
});

test("a claim is refused in a ledger whose attempts are older than those that the writer knows", async () => {
  const claim = newClaim();
  const instance = await store.reports.readLedgerInstance();
  const { attempt } = await store.reports.claimReports([], { instance, lastAttempt: 0n });
  const older = { instance, lastAttempt: attempt + 1n };
  await expect(store.reports.claimReports([claim], older)).rejects.toThrow(LedgerReplacedError);
  expect((await store.reports.findKnownReports([claim.reportKey])).size).toBe(0);
  expect((await store.reports.claimReports([claim], { instance, lastAttempt: attempt })).results).toEqual(["new"]);
});

test("a claim is refused in another database, also a copy or a table that was restored", async () => {
  const compared = { instance: "1 2 3", lastAttempt: 0n };
  await expect(store.reports.claimReports([newClaim()], compared)).rejects.toThrow(LedgerReplacedError);
  const before = await store.reports.readLedgerInstance();
  expect(await store.reports.readLedgerInstance()).toBe(before);
  await database.query("CREATE TABLE copied (LIKE ledger_state INCLUDING ALL)");
  await database.query("INSERT INTO copied SELECT * FROM ledger_state");
  await database.query("DROP TABLE ledger_state");
  await database.query("ALTER TABLE copied RENAME TO ledger_state");
  expect(await store.reports.readLedgerInstance()).not.toBe(before);
});

test("a set-back ledger is found once; it forgets reports until that ends, and then those of that time only", async () => {
  const last = await store.reports.createAttempt();
  expect(await store.reports.compareLedger(last)).toBe(false);
  expect([await claimOne(), await store.reports.readSetBack()]).toEqual(["new", null]);

  const seen = last + 100n;
  expect([await store.reports.compareLedger(seen), await store.reports.compareLedger(seen)]).toEqual([true, false]);
  const forgotten = newClaim();
  const claimed = await store.reports.claimReports([forgotten]);
  expect(claimed).toEqual({ attempt: seen + 1n, setBackAttempt: seen, results: ["forgotten"] });
  const setBack = await store.reports.readSetBack();
  expect(setBack).toEqual({ attempt: seen, at: expect.any(Date) });

  if (setBack === null) throw new Error("a set-back was expected");
  await store.reports.endReadingBack({ ...setBack, attempt: seen - 1n });
  expect(await claimOne()).toBe("forgotten");
  await store.reports.endReadingBack(setBack);
  expect([await claimOne(), await store.reports.readSetBack()]).toEqual(["new", null]);
  const again = await store.reports.claimReports([forgotten]);
  expect([again.results, again.setBackAttempt]).toEqual([["forgotten"], seen]);
});

test("while work on unknown reports is under way, no report is claimed", async () => {
  const [known, unknown] = [newClaim(), newClaim()];
  await store.reports.claimReports([known]);
  const order: string[] = [];
  let claiming: Promise<unknown> | undefined;
  await store.reports.whileUnclaimed([known, unknown], async (reports) => {
    order.push(...reports.map(({ reportId }) => reportId));
    claiming = claimOne(unknown).then(() => order.push("claimed"));
    await sleep(200);
    order.push("done");
  });
  await claiming;
  expect(order).toEqual([unknown.reportId, "done", "claimed"]);
  const elsewhere = { ...known, domainId: "dom_lost" };
  expect(await store.reports.listUnknownReports([known, unknown, elsewhere])).toEqual([elsewhere]);
});
