import { describeRecordStore } from "@ruaflow/record-store/testing";
import { expect } from "vitest";
import { type ClickHouseProcess, startClickHouseProcess } from "../testing/clickhouse-process.ts";

/** What the statements say is compared without HTTP, over more filters: here, whether they and their values arrive. */
const FILTERS = 10;

let clickhouse: ClickHouseProcess | undefined;

describeRecordStore("ClickHouse's HTTP interface, in a separate process", {
  open: async () => {
    clickhouse = await startClickHouseProcess("päss w/rd:1");
    return { url: clickhouse.url };
  },
  close: async () => {
    expect(await clickhouse?.stop()).toBe(0);
  },
  filters: FILTERS,
});
