import { randomUUID } from "node:crypto";
import pg from "pg";

/**
 * One connection whose advisory locks mark the partitions that this member owns. Locks, commits and heartbeats all use
 * it: when the session ends so do the locks, and a member that lost them cannot commit.
 */
export interface LockSession {
  readonly memberId: string;
  /** Runs queries one at a time, in the order of the calls. */
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  onNotification(listener: (payload: string) => void): void;
  /** Aborts when the connection is lost. */
  readonly lost: AbortSignal;
  /**
   * True when the connection is lost, or when the last heartbeat is old enough for other members to have ended this
   * session, so that a process that was frozen notices with its first step.
   */
  isLost(): boolean;
  /** Records that the server has confirmed a heartbeat sent at this time (`performance.now()`). */
  confirm(sentAt: number): void;
  /** Ends the session and its locks. Never rejects. */
  close(): Promise<void>;
}

export interface LockSessionOptions {
  readonly connectionString: string;
  /** After this long without a heartbeat, other members may take a member's partitions. */
  readonly sessionTimeoutMs: number;
}

export function toApplicationName(memberId: string): string {
  return `ruaflow-${memberId}`;
}

export async function openLockSession({
  connectionString,
  sessionTimeoutMs,
}: LockSessionOptions): Promise<LockSession> {
  const memberId = randomUUID();
  const client = new pg.Client({
    connectionString,
    application_name: toApplicationName(memberId),
    connectionTimeoutMillis: 5000,
    query_timeout: sessionTimeoutMs / 2,
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  let confirmedAt = performance.now();
  await client.connect();
  let last: Promise<unknown> = Promise.resolve();
  return {
    memberId,
    query<Row extends pg.QueryResultRow>(query: pg.QueryConfig) {
      const result = last.then(() => client.query<Row>(query));
      last = result.catch(() => {});
      return result;
    },
    onNotification: (listener) => client.on("notification", ({ payload = "" }) => listener(payload)),
    lost: lost.signal,
    isLost: () => lost.signal.aborted || performance.now() - confirmedAt >= sessionTimeoutMs,
    confirm(sentAt) {
      confirmedAt = sentAt;
    },
    async close() {
      lost.abort();
      await client.end().catch(() => {});
    },
  };
}
