import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClickHouseProcess, startClickHouseProcess } from "../testing/clickhouse-process.ts";

let clickhouse: ClickHouseProcess;

beforeAll(async () => {
  clickhouse = await startClickHouseProcess("a password");
});
afterAll(() => clickhouse.stop());

test("a client that sends hundreds of requests ahead is disconnected, not answered", async () => {
  const socket = connect(Number(new URL(clickhouse.url).port), "127.0.0.1").on("error", () => undefined);
  socket.write("GET /ping HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1000));
  let answers = "";
  socket.on("data", (chunk) => {
    answers += chunk;
  });
  const closed = once(socket, "close", { signal: AbortSignal.timeout(10_000) });
  await closed.catch((error: NodeJS.ErrnoException) => expect(error.code).toBe("ECONNRESET"));
  expect(answers.match(/Ok\./g)?.length ?? 0).toBeLessThan(10);
});
