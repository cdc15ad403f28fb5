import type { Consumer } from "kafkajs";

/** What a consumer may know of its standing in its group. */
export interface Membership {
  assignedPartitions(): readonly number[];
  /**
   * A token of the present generation. kafkajs's own `isStale` knows only of seeks, and its commits always carry the
   * newest generation, so work begun in an older one has to be told apart here.
   */
  getGeneration(): number;
  /** False once the group has moved on, or when no heartbeat has been answered for as long as a session lasts. */
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
