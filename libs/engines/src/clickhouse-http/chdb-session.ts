import type { ChdbResult, Session } from "chdb";

/** One statement with everything that goes with it. */
export interface Statement {
  readonly query: string;
  /** Database of names without one. */
  readonly database: string;
  /** Applied in this order before the query; a `readonly` among them binds all that follow. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Values of `{name:Type}` placeholders, escaped as the HTTP interface has them (`\t`, `\\`, `\N` for NULL). */
  readonly params: readonly (readonly [name: string, value: string])[];
  /** Format of the answer when the query names none. */
  readonly format: string;
}

export interface StatementResult {
  /** The whole answer: the engine inside the process gives no earlier part of it. */
  readonly bytes: Uint8Array;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedSeconds: number;
}

/**
 * Runs one statement in a session of its own (1 ms): no setting, current database or temporary table of one query is
 * ever seen by another, and a session that went read-only cannot come back.
 *
 * @throws Error of chdb with `clickhouseCode`
 */
export async function runStatement(path: string, statement: Statement): Promise<StatementResult> {
  const session = await openSession(path);
  try {
    await session.queryAsync(`USE ${quoteIdentifier(statement.database)}`);
    const params = statement.params.map(([name, value]) => [`param_${name}`, value] as const);
    for (const [name, value] of [...statement.settings, ...params])
      await session.queryAsync(`SET ${name} = ${quoteText(value)}`);
    return toResult(await session.queryAsync(statement.query, { format: statement.format }));
  } finally {
    session.close();
  }
}

/** Opens a session; the library of half a gigabyte is loaded by the first one alone. */
export async function openSession(path: string): Promise<Session> {
  const chdb = await import("chdb");
  return new chdb.Session(path);
}

function toResult(result: ChdbResult): StatementResult {
  const { rowsRead, bytesRead, elapsed } = result;
  return { bytes: result.bytes(), rowsRead, bytesRead, elapsedSeconds: elapsed };
}

/** A text as a literal of SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}
