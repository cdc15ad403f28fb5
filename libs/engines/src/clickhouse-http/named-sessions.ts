import type { Session } from "chdb";
import {
  openSession,
  quoteIdentifier,
  quoteText,
  type Statement,
  type StatementResult,
  toResult,
} from "./chdb-session.ts";
import { ClickHouseRefusal } from "./refusal.ts";

/** A client that invents ids would otherwise open sessions without end. */
const SESSIONS_MAX = 16;

/** Values of a question about thousands of domains are longer than the engine expects of a text. */
const STATEMENT_BYTES_MAX = 2 ** 26;

interface NamedSession {
  session: Session | undefined;
  /** Settles when the last statement that was given to the session has ended. */
  idle: Promise<unknown>;
}

/**
 * Sessions that stay open between requests, by `session_id`: opening one for each statement costs 1 ms. Each runs one statement at
 * a time. Only for an interface whose clients may do everything, because a session keeps its values and temporary tables.
 */
export class NamedSessions {
  readonly #path: string;
  readonly #sessions = new Map<string, NamedSession>();

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws chdb's error with `clickhouseCode`, or a refusal of settings, which would stay with the session */
  async run(id: string, statement: Statement): Promise<StatementResult> {
    if (statement.settings.length > 0)
      throw new ClickHouseRefusal("BAD_ARGUMENTS", "A statement of a named session takes its settings in its text.");
    const named = this.#get(id);
    const result = named.idle.then(async () => {
      named.session ??= await openNamed(this.#path, statement.database);
      return runIn(named.session, statement);
    });
    named.idle = result.catch(() => end(named));
    return result;
  }

  /** Call it when no statement is running. */
  close(): void {
    for (const named of this.#sessions.values()) end(named);
    this.#sessions.clear();
  }

  #get(id: string): NamedSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    if (this.#sessions.size >= SESSIONS_MAX)
      throw new ClickHouseRefusal("TOO_MANY_SIMULTANEOUS_QUERIES", "Too many sessions at once.");
    const named = { session: undefined, idle: Promise.resolve() };
    this.#sessions.set(id, named);
    return named;
  }
}

/**
 * A session keeps the rows that it had answered when a statement failed, and would begin its next answer with them: rows of
 * another tenant. The next statement opens another one.
 */
function end(named: NamedSession): void {
  named.session?.close();
  named.session = undefined;
}

async function openNamed(path: string, database: string): Promise<Session> {
  const session = await openSession(path);
  try {
    await session.queryAsync(`USE ${quoteIdentifier(database)}`);
    await session.queryAsync(`SET max_query_size = ${STATEMENT_BYTES_MAX}`);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

/**
 * Values are set in the session. chdb's own binding is one chain for the whole process, in which a short question waits for
 * the end of every long one.
 */
async function runIn(session: Session, { query, params, format }: Statement): Promise<StatementResult> {
  const values = params.map(([name, value]) => `param_${name} = ${quoteText(value)}`);
  if (values.length > 0) await session.queryAsync(`SET ${values.join(", ")}`);
  return toResult(await session.queryAsync(query, { format }));
}
