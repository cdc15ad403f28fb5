import type { Readable } from "node:stream";
import { ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import { toViewsDatabase } from "./engine/engine.ts";
import { explainConnection } from "./engine/explain-connection.ts";
import { readServerAddress, toAgent } from "./engine/server-address.ts";

/** One statement of a reader. */
export interface SqlQuestion {
  readonly query: string;
  /** ClickHouse's name of the output format, if the query does not name one. */
  readonly format: string;
  /** Values of the query's `{name:Type}`, as text. */
  readonly params: Readonly<Record<string, string>>;
}

/** Reads what the views show, and writes nothing. */
export interface SqlReader {
  /**
   * The answer in the format, as a stream.
   * @throws UsageError with ClickHouse's message, or when it does not answer
   */
  ask(question: SqlQuestion): Promise<Readable>;
  close(): Promise<void>;
}

/** Limits of one query: seconds, bytes. The same as those of the embedded engine's read-only port. */
const LIMITS = { max_execution_time: 30, max_memory_usage: String(2 ** 30) } as const;

/** Above the limit of the query, which also waits for others. */
const REQUEST_TIMEOUT_MS = 120_000;

/** ClickHouse refuses limits, as any setting, from a user who may only read; such a user has limits of its own. */
const READONLY_CODE = "164";

const UNKNOWN_DATABASE_CODE = "81";

/**
 * Connects to the views beside the tables that the URL of a ClickHouse server names, see `CLICKHOUSE_URL`.
 * @throws UsageError when the URL is wrong
 */
export function createSqlReader(url: string): SqlReader {
  const { database, tlsFiles, socket, ...address } = readServerAddress(url);
  const agent = toAgent({ ...address, tlsFiles, socket }, 1);
  const client = createClient({
    ...address,
    database: toViewsDatabase(database),
    request_timeout: REQUEST_TIMEOUT_MS,
    // Errors reach the caller; the client would print each of them as well.
    log: { level: ClickHouseLogLevel.OFF },
    ...(agent && { http_agent: agent }),
  });

  async function run({ query, format, params }: SqlQuestion, limits: object): Promise<Readable> {
    const { stream } = await client.exec({
      query,
      query_params: params,
      // Read-only last: the embedded engine accepts no setting after it.
      clickhouse_settings: { ...limits, readonly: "1" },
      http_headers: { "X-ClickHouse-Format": format },
    });
    return stream;
  }

  async function ask(question: SqlQuestion): Promise<Readable> {
    try {
      return await run(question, LIMITS);
    } catch (error) {
      if (!(error instanceof ClickHouseError) || error.code !== READONLY_CODE) throw error;
      return await run(question, {});
    }
  }

  const toAdvice = ({ code, message }: ClickHouseError) =>
    code === UNKNOWN_DATABASE_CODE
      ? `This ClickHouse has no views: ${message.trim()} Start the service once, or run ruaflow migrate up.`
      : message.trim();

  return {
    ask: (question) =>
      ask(question).catch((error: unknown) => {
        if (error instanceof ClickHouseError) throw new UsageError(toAdvice(error));
        const explained = explainConnection(error);
        if (explained instanceof UsageError) throw explained;
        throw new UsageError(`ClickHouse does not answer at ${address.url}: ${describeError(error)}`);
      }),
    close: () => client.close(),
  };
}
