import type { Consumer } from "kafkajs";

/** A consumer's membership in its group. */
export interface Membership {
  assignedPartitions(): readonly number[];
  /**
   * A token of the current generation. kafkajs's `isStale` covers only seeks, and its commits always carry the newest
   * generation, so work begun in an older generation must be recognized here.
   */
  getGeneration(): number;
  /** False once the group has a new generation, or when no heartbeat was answered for the session timeout. */
  isCurrent(generation: number): boolean;
}

export function followMembership(consumer: Consumer, topic: string, sessionTimeoutMs: number): Membership {
  const { GROUP_JOIN, REBALANCING, HEARTBEAT, CRASH, DISCONNECT } = consumer.events;
  let generation = 0;
  let assigned: readonly number[] = [];
  let aliveAt = performance.now();
  const moveOn = () => {
    generation += 1;
  };
  consumer.on(REBALANCING, moveOn);
  consumer.on(CRASH, moveOn);
  consumer.on(DISCONNECT, moveOn);
  consumer.on(HEARTBEAT, () => {
    aliveAt = performance.now();
  });
  consumer.on(GROUP_JOIN, ({ payload }) => {
    moveOn();
    aliveAt = performance.now();
    assigned = payload.memberAssignment[topic] ?? [];
  });
  return {
    assignedPartitions: () => assigned,
    getGeneration: () => generation,
    isCurrent: (begun) => begun === generation && performance.now() - aliveAt < sessionTimeoutMs,
  };
}
