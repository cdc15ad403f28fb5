import { openPrivatePort, openSqlPort } from "@ruaflow/engines/clickhouse-http";
import { defaultDatabase, openFolder, requireChdb, sqlView, toRowsFile } from "@ruaflow/record-store/folder";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import { keepHeapSmall, returnFreedPages } from "@ruaflow/runtime/heap";
import type { Asker, FromEngine, ToEngine } from "./messages.ts";

// The process of the embedded ClickHouse: its arguments are the folder of the engine and the folder of its socket. Nothing inside a
// process can end a thread of the engine that waits, so the engine has a process that can be killed.

const [path = "", socketFolder = ""] = process.argv.slice(2);

/** Much more than a person needs to recognize a statement. */
const SHOWN_CHARACTERS = 300;

function send(message: FromEngine): void {
  if (process.connected) process.send?.(message);
}

function fail(id: number | null, error: unknown): void {
  send({ kind: "failed", id, message: describeError(error), isUsage: error instanceof UsageError });
}

function refuseFolder(error: unknown): never {
  if (!(error instanceof Error) || error.name !== "ChdbConnectionError") throw error;
  const ways = "start that release again, or restore a backup into an empty folder";
  throw new UsageError(
    `ClickHouse cannot open ${path}; it has printed the reason. If another release wrote it, ${ways}.`,
    { cause: error },
  );
}

const endAtOnce = () => process.kill(process.pid, "SIGKILL");

/** Time for the answer that says why. */
const LAST_ANSWER_MS = 200;

/** Statements that wait for its locks are tried again with the next process. */
function endBecauseOf(asker: Asker) {
  return ({ query }: { readonly query: string }): void => {
    send({ kind: "overdue", asker, query: query.slice(0, SHOWN_CHARACTERS) });
    setTimeout(endAtOnce, LAST_ANSWER_MS);
  };
}

// A signal for the whole group comes from a terminal or a supervisor: the service decides when its ClickHouse ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
// The service is gone. Its next start needs the folder.
process.once("disconnect", endAtOnce);

try {
  keepHeapSmall();
  returnFreedPages();
  requireChdb();
  const started = new AsyncDisposableStack();
  const engine = await openFolder(path).catch(refuseFolder);
  started.defer(() => engine.close());
  const rowsFile = toRowsFile(path);
  const onOverdue = endBecauseOf("service");
  const full = await openPrivatePort({ path, database: defaultDatabase, socketFolder, rowsFile, onOverdue });
  started.defer(() => full.close());
  process.on("message", async (message: ToEngine) => {
    if (message.kind === "stop") {
      await started.disposeAsync();
      process.exit(0);
    }
    const { id, port, key, pause } = message;
    try {
      const sql = await openSqlPort({ path, port, key, pause, onOverdue: endBecauseOf("sql"), ...sqlView });
      started.defer(() => sql.close());
      send({ kind: "sql-opened", id, url: sql.url });
    } catch (error) {
      fail(id, error);
    }
  });
  send({ kind: "ready", url: full.url });
} catch (error) {
  fail(null, error);
  process.disconnect();
}
