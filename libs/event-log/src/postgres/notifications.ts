import type { QueryConfig } from "pg";
import type { LockSession } from "./lock-session.ts";

/** Notices between processes. They only reduce latency: each process also polls. */
export type Notice =
  | { readonly kind: "appended"; readonly partitionIds: readonly number[] }
  | { readonly kind: "members"; readonly topic: string; readonly group: string };

export const channel = "event_log";

export const toPayload = (notice: Notice): string => JSON.stringify(notice);

interface Queryable {
  query(query: QueryConfig): Promise<unknown>;
}

/** Sent when the transaction commits, or at once outside a transaction. */
export async function notify(client: Queryable, notice: Notice): Promise<void> {
  await client.query({
    name: "event_log_notify",
    text: "select pg_notify($1, $2)",
    values: [channel, toPayload(notice)],
  });
}

export async function listen(session: LockSession, onNotice: (notice: Notice) => void): Promise<void> {
  session.onNotification((payload) => onNotice(JSON.parse(payload) as Notice));
  await session.query({ text: `listen ${channel}` });
}
