import { join } from "node:path";
import { openFolder, toRowsFile } from "@ruaflow/record-store/folder";
import { createTemporaryFolder, describeRecordStore } from "@ruaflow/record-store/testing";
import { openPrivatePort } from "./private-port.ts";
import type { ClickHouseHttpServer } from "./server.ts";

/** What the statements say is compared without a connection, over more filters: here, whether they and their values arrive. */
const FILTERS = 10;

const folder = await createTemporaryFolder();
const path = join(folder.path, "clickhouse {a,b}*");
let engine: Awaited<ReturnType<typeof openFolder>> | undefined;
let port: ClickHouseHttpServer | undefined;

describeRecordStore("the embedded engine, through its private port", {
  open: async () => {
    engine = await openFolder(path);
    const socketFolder = join(folder.path, "private");
    port = await openPrivatePort({ path, database: "ruaflow", socketFolder, rowsFile: toRowsFile(path) });
    return { path, servedAt: port.url };
  },
  close: async () => {
    await port?.close();
    engine?.close();
    await folder.remove();
  },
  filters: FILTERS,
});
