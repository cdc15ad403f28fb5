import type { ConsumerEvents, TypedEventEmitter } from "@platformatic/kafka";

/** A membership from one rebalance to the next. */
export interface Generation {
  readonly id: number;
  readonly memberId: string;
  readonly partitions: readonly number[];
}

export interface Membership {
  /** False once the group has a new generation, or when no heartbeat was answered for the session timeout. */
  isCurrent(generation: Generation): boolean;
  /** The member has lost its partitions, and must join again. */
  lose(): void;
}

export interface MembershipOptions {
  readonly topic: string;
  readonly sessionTimeoutMs: number;
  /** Called with each new generation, and with `null` when the member may have lost its partitions. */
  readonly onChange: (generation: Generation | null) => void;
}

/** Follows the events of a consumer that joins the group by itself. */
export function followMembership(
  consumer: TypedEventEmitter<ConsumerEvents>,
  { topic, sessionTimeoutMs, onChange }: MembershipOptions,
): Membership {
  let generation: Generation | null = null;
  let sentAt = performance.now();
  let aliveAt = sentAt;
  const hasLapsed = () => performance.now() - aliveAt >= sessionTimeoutMs;
  const change = (next: Generation | null) => {
    generation = next;
    onChange(next);
  };
  consumer.on("consumer:group:rebalance", () => change(null));
  consumer.on("consumer:group:join", ({ memberId, generationId = 0, assignments = [] }) => {
    aliveAt = performance.now();
    const assigned = assignments.find((each) => each.topic === topic);
    change({ id: generationId, memberId, partitions: assigned?.partitions ?? [] });
  });
  consumer.on("consumer:heartbeat:start", () => {
    sentAt = performance.now();
  });
  consumer.on("consumer:heartbeat:end", () => {
    const isBack = hasLapsed();
    // The broker's clock began when it received the heartbeat, which was after it was sent.
    aliveAt = sentAt;
    // The group did not drop the member after all, so the work that ended meanwhile begins again.
    if (isBack && generation) change({ ...generation });
  });
  return {
    isCurrent: (begun) => begun === generation && !hasLapsed(),
    lose: () => change(null),
  };
}
