import { randomUUID } from "node:crypto";
import { describeRecordStore } from "./testing/describe-record-store.ts";
import { createTemporaryFolder, type TemporaryFolder } from "./testing/temporary-folder.ts";

let folder: TemporaryFolder | undefined;

describeRecordStore("the embedded engine", {
  open: async () => {
    folder = await createTemporaryFolder();
    return { path: folder.path };
  },
  close: async () => folder?.remove(),
});

const server = process.env.RUAFLOW_TEST_CLICKHOUSE_URL;
if (server !== undefined) {
  const url = new URL(server);
  url.pathname = `/ruaflow_test_${randomUUID().replaceAll("-", "")}`;
  const cluster = process.env.RUAFLOW_TEST_CLICKHOUSE_CLUSTER;
  const open = async () => ({ url: url.href, cluster });
  describeRecordStore(`a ClickHouse ${cluster ?? "server"}`, { open, close: async () => undefined });
}
