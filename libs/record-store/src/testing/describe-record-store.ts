import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRecordStore, type RecordStore, type RecordStoreOptions } from "../record-store.ts";
import { describeAddresses } from "./describe-addresses.ts";
import { describeExports } from "./describe-exports.ts";
import { describeFailingSources } from "./describe-failing-sources.ts";
import { describeGroups } from "./describe-groups.ts";
import { describeMail } from "./describe-mail.ts";
import { describeQuestions } from "./describe-questions.ts";
import { describeRecords } from "./describe-records.ts";
import { describeReporters } from "./describe-reporters.ts";
import { describeRows } from "./describe-rows.ts";
import { describeWatchedDomains } from "./describe-watched-domains.ts";

/** What an engine provides to run the suite. */
export interface RecordStoreHarness {
  /** The location of the engine; its database may contain rows of earlier runs. */
  open(): Promise<RecordStoreOptions>;
  close(): Promise<void>;
  /** So many generated filters are asked for by each question; default: 25. */
  readonly filters?: number;
}

/** The promises of the record store, the same for every engine. */
export function describeRecordStore(name: string, harness: RecordStoreHarness): void {
  let store: RecordStore | undefined;
  const readStore = () => store ?? expect.fail("the store is not open");

  describe(`record store on ${name}`, () => {
    beforeAll(async () => {
      store = await createRecordStore(await harness.open());
      await store.migrate();
    });
    afterAll(async () => {
      await store?.close();
      await harness.close();
    });

    it("answers a ping", async () => {
      await expect(readStore().ping()).resolves.toBeUndefined();
    });

    it("has no pending migrations, and can migrate again", async () => {
      await readStore().migrate();
      expect((await readStore().readMigrationStatus()).pending).toEqual([]);
    });

    promisesAbout.oneOrganization(readStore, harness.filters);
    promisesAbout.manyDomains(readStore);
  });
}

/** The promises by whose rows they are about: those of one organization at a time, or of domains of any. */
export const promisesAbout = {
  oneOrganization(readStore: () => RecordStore, filters?: number): void {
    describeRows(readStore);
    describeQuestions(readStore, filters);
    describeRecords(readStore, filters);
    describeGroups(readStore);
    describeMail(readStore);
    describeReporters(readStore);
    describeExports(readStore);
    describeFailingSources(readStore);
    describeAddresses(readStore);
  },
  manyDomains: describeWatchedDomains,
};
