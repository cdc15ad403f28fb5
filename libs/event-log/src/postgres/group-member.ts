import type { Pool } from "pg";
import { toError } from "../errors.ts";
import type { SubscribeOptions, Subscription } from "../event-log.ts";
import { createSignal, sleep } from "../signal.ts";
import { type LockSession, type LockSessionOptions, openLockSession } from "./lock-session.ts";
import { beat, evictSilentMembers, leave, type Membership } from "./membership.ts";
import { listen } from "./notifications.ts";
import { createOwnedPartitions, type OwnedPartitions } from "./owned-partitions.ts";

const HEARTBEAT_EVERY_MS = 1000;
const RECONNECT_AFTER_MS = 1000;

export interface GroupMemberOptions extends LockSessionOptions {
  readonly pool: Pool;
  readonly partitionIds: readonly number[];
  readonly subscription: SubscribeOptions;
}

/** Joins the group and stays in it until stopped, opening a new session whenever one is lost. */
export function startGroupMember(options: GroupMemberOptions): Subscription {
  const { subscription, sessionTimeoutMs } = options;
  const membership = { topic: subscription.topic, group: subscription.group, sessionTimeoutMs };
  const stopping = new AbortController();
  let owned: OwnedPartitions | undefined;
  const finished = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await runSession(await openLockSession(options));
      } catch (thrown) {
        subscription.onRetry?.(toError(thrown));
        await sleep(RECONNECT_AFTER_MS, stopping.signal);
      }
    }
  }

  async function runSession(session: LockSession): Promise<void> {
    owned = createOwnedPartitions({ ...options, session });
    try {
      await shareWork(session, { owned, membership, options, stopping: stopping.signal });
    } finally {
      await endWork(session, owned, membership);
      owned = undefined;
    }
  }

  const assignedPartitions = () => owned?.list() ?? [];
  return {
    assignedPartitions,
    assignedShare: () => assignedPartitions().length / options.partitionIds.length,
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

interface Share {
  readonly owned: OwnedPartitions;
  readonly membership: Membership;
  readonly options: GroupMemberOptions;
  readonly stopping: AbortSignal;
}

/** Returns when stopping; rejects when the session is lost. */
async function shareWork(session: LockSession, { owned, membership, options, stopping }: Share): Promise<void> {
  const due = createSignal();
  session.lost.addEventListener("abort", () => due.raise());
  await listen(session, (notice) => {
    if (notice.kind === "appended") owned.wake(notice.partitionIds);
    else if (notice.topic === membership.topic && notice.group === membership.group) due.raise();
  });
  while (!stopping.aborted) {
    if (session.isLost()) throw new Error("The session with Postgres was lost; the partitions are given up.");
    const target = await beat(session, membership, options.partitionIds.length);
    await evictSilentMembers(session, membership);
    await owned.moveToward(target);
    await due.wait(HEARTBEAT_EVERY_MS, stopping);
  }
}

/** Waits for the batches in progress, sending heartbeats while the session lasts, then gives everything up. */
async function endWork(session: LockSession, owned: OwnedPartitions, membership: Membership): Promise<void> {
  const ended = new AbortController();
  const end = owned.end().then(() => ended.abort());
  try {
    while (!ended.signal.aborted && !session.isLost()) {
      await beat(session, membership, 0);
      await sleep(HEARTBEAT_EVERY_MS, ended.signal);
    }
    await leave(session, membership);
  } catch {
    // The session is lost, and its locks with it.
  }
  await end;
  await session.close();
}
