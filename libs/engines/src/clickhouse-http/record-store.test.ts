import { describeRecordStore } from "@ruaflow/record-store/testing";
import { expect } from "vitest";
import { type ClickHouseProcess, startClickHouseProcess } from "../testing/clickhouse-process.ts";

let clickhouse: ClickHouseProcess | undefined;

describeRecordStore("ClickHouse's HTTP interface, from a process of its own", {
  open: async () => {
    clickhouse = await startClickHouseProcess("päss w/rd:1");
    return { url: clickhouse.url };
  },
  close: async () => {
    expect(await clickhouse?.stop()).toBe(0);
  },
});
