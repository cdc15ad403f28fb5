import type { ChdbResult, Session } from "chdb";
import { endAtOnceOnFatalSignals } from "./fatal-signals.ts";

/** One statement with its settings and parameters. */
export interface Statement {
  readonly query: string;
  /** The database of names without a database. */
  readonly database: string;
  /** The role that the session takes before anything else; absent: all that its user has. */
  readonly role?: string;
  /** Applied in this order before the query; a `readonly` among them restricts all that follow. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Values of `{name:Type}` placeholders, escaped as in the HTTP interface (`\t`, `\\`, `\N` for NULL). */
  readonly params: readonly (readonly [name: string, value: string])[];
  /** Format of the answer when the query does not name one. */
  readonly format: string;
  /** The session that the client named. */
  readonly sessionId?: string;
}

export interface StatementResult {
  /** The complete answer: the embedded engine cannot stream it. */
  readonly bytes: Uint8Array;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedSeconds: number;
}

/** What a session has before its first statement. */
export type SessionState = Pick<Statement, "role" | "database" | "settings" | "params">;

/**
 * Runs one statement in a separate session (1 ms): a query never sees settings, the current database or temporary
 * tables of another query, and a read-only session is never reused.
 *
 * @throws chdb's error with `clickhouseCode`; UNKNOWN_ROLE (511) when the engine was opened without the roles
 */
export async function runStatement(path: string, statement: Statement): Promise<StatementResult> {
  const { query, format } = statement;
  return withSession(path, statement, async (session) => toResult(await session.queryAsync(query, { format })));
}

/** Runs statements of ours in a separate session, which is closed behind them. */
export async function withSession<Result>(
  path: string,
  { role, database, settings, params }: SessionState,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(path);
  try {
    if (role !== undefined) await session.queryAsync(`SET ROLE ${quoteIdentifier(role)}`);
    await session.queryAsync(`USE ${quoteIdentifier(database)}`);
    // One statement for all up to a `readonly`, which takes effect behind it.
    const end = settings.findIndex(([name]) => name === "readonly") + 1 || settings.length;
    const restricted = [...settings.slice(end), ...params.map(([name, value]) => [`param_${name}`, value] as const)];
    for (const group of [settings.slice(0, end), ...restricted.map((setting) => [setting])]) {
      const changes = group.map(([name, value]) => `${name} = ${quoteText(value)}`);
      if (changes.length > 0) await session.queryAsync(`SET ${changes.join(", ")}`);
    }
    return await work(session);
  } finally {
    session.close();
  }
}

/** Opens a session. The first one loads the library of half a gigabyte. */
export async function openSession(path: string): Promise<Session> {
  const chdb = await import("chdb");
  const session = new chdb.Session(path);
  endAtOnceOnFatalSignals();
  return session;
}

/** What the engine answered. */
export function toResult(result: ChdbResult): StatementResult {
  const { rowsRead, bytesRead, elapsed } = result;
  return { bytes: result.bytes(), rowsRead, bytesRead, elapsedSeconds: elapsed };
}

/** A text as an SQL literal. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** A name as an SQL identifier. */
export function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}
