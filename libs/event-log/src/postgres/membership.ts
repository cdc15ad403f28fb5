import { type LockSession, toApplicationName } from "./lock-session.ts";
import { notify } from "./notifications.ts";

export interface Membership {
  readonly topic: string;
  readonly group: string;
  readonly sessionTimeoutMs: number;
}

/** Sends a heartbeat and returns how many of `partitions` this member should own among the live members. */
export async function beat(session: LockSession, membership: Membership, partitions: number): Promise<number> {
  const sentAt = performance.now();
  await saveHeartbeat(session, membership);
  session.confirm(sentAt);
  const members = await listLiveMembers(session, membership);
  const rank = members.indexOf(session.memberId);
  return rank === -1 ? 0 : countFairShare(partitions, members.length, rank);
}

async function saveHeartbeat(session: LockSession, { topic, group }: Membership): Promise<void> {
  const { rows } = await session.query<{ joined: boolean }>({
    name: "event_log_heartbeat",
    text: `insert into event_log.members (id, topic, consumer_group, backend_pid, heartbeat_at)
           values ($1, $2, $3, pg_backend_pid(), statement_timestamp())
           on conflict (id) do update set heartbeat_at = statement_timestamp()
           returning xmax = 0 as joined`,
    values: [session.memberId, topic, group],
  });
  if (rows[0]?.joined) await notify(session, { kind: "members", topic, group });
}

/** A member is live while its session is: a killed process drops out at once, without a timeout. */
async function listLiveMembers(session: LockSession, membership: Membership): Promise<readonly string[]> {
  const { rows } = await session.query<{ id: string }>({
    name: "event_log_live_members",
    text: `select id from event_log.members
           where topic = $1 and consumer_group = $2
             and heartbeat_at > statement_timestamp() - $3 * interval '1 millisecond'
             and backend_pid in (select pid from pg_stat_activity)
           order by id`,
    values: [membership.topic, membership.group, membership.sessionTimeoutMs],
  });
  return rows.map((row) => row.id);
}

/**
 * Ends the sessions of members that send no heartbeats although they are connected (a frozen process, a network that
 * drops packets), which frees their locks, and removes members whose session has ended.
 */
export async function evictSilentMembers(session: LockSession, membership: Membership): Promise<void> {
  await session.query({
    name: "event_log_evict_members",
    text: `with silent as (
             delete from event_log.members
             where topic = $1 and consumer_group = $2
               and heartbeat_at < statement_timestamp() - $3 * interval '1 millisecond'
             returning id)
           select pg_terminate_backend(pid) from pg_stat_activity join silent on application_name = $4 || silent.id`,
    values: [membership.topic, membership.group, membership.sessionTimeoutMs, toApplicationName("")],
  });
}

export async function leave(session: LockSession, { topic, group }: Membership): Promise<void> {
  await session.query({ text: "delete from event_log.members where id = $1", values: [session.memberId] });
  await notify(session, { kind: "members", topic, group });
}

/** The number of partitions for the member of this rank (from 0). Shares of two members differ by at most one. */
export function countFairShare(partitions: number, members: number, rank: number): number {
  return Math.floor(partitions / members) + (rank < partitions % members ? 1 : 0);
}
