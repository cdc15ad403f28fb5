import { openFilledSqlPort } from "./filled-sql-port.ts";

// A read-only SQL port in a process of its own, which a test can kill: a thread of the engine that opens a pipe never returns.
const { url, key, folder } = await openFilledSqlPort();
process.send?.({ url, key, path: folder.path });
