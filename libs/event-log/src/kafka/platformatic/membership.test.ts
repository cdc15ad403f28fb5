import { type ConsumerEvents, TypedEventEmitter } from "@platformatic/kafka";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followMembership, type Generation } from "./membership.ts";

const SESSION_TIMEOUT_MS = 3000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

function start() {
  const consumer = new TypedEventEmitter<ConsumerEvents>();
  const changes: (Generation | null)[] = [];
  const membership = followMembership(consumer, {
    topic: "reports",
    sessionTimeoutMs: SESSION_TIMEOUT_MS,
    onChange: (generation) => changes.push(generation),
  });
  const current = (): Generation => changes.at(-1) ?? { id: -1, memberId: "", partitions: [] };
  return {
    changes,
    consumer,
    current,
    isCurrent: (generation: Generation) => membership.isCurrent(generation),
    join: (generationId: number) =>
      consumer.emit("consumer:group:join", {
        groupId: "group",
        memberId: "member",
        generationId,
        assignments: [
          { topic: "other", partitions: [9] },
          { topic: "reports", partitions: [0, 2] },
        ],
      }),
    beat(answeredAfterMs = 0) {
      consumer.emit("consumer:heartbeat:start");
      vi.advanceTimersByTime(answeredAfterMs);
      consumer.emit("consumer:heartbeat:end");
    },
  };
}

test("a generation has the partitions of the topic, until the group has another one", () => {
  const { changes, consumer, current, isCurrent, join } = start();
  join(1);
  const first = current();
  expect(first).toEqual({ id: 1, memberId: "member", partitions: [0, 2] });
  expect(isCurrent(first)).toBe(true);
  consumer.emit("consumer:group:rebalance", { groupId: "group" });
  expect([isCurrent(first), changes.at(-1)]).toEqual([false, null]);
  join(2);
  expect([isCurrent(first), isCurrent(current())]).toEqual([false, true]);
});

test("without an answered heartbeat, a generation is over after the session timeout", () => {
  const { current, isCurrent, join, beat } = start();
  join(1);
  const generation = current();
  vi.advanceTimersByTime(2000);
  beat();
  vi.advanceTimersByTime(2000);
  expect(isCurrent(generation)).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(isCurrent(generation)).toBe(false);
});

test("the session begins when the heartbeat was sent, not when the answer came", () => {
  const { current, isCurrent, join, beat } = start();
  join(1);
  beat(2000);
  vi.advanceTimersByTime(1000);
  expect(isCurrent(current())).toBe(false);
});

test("a member that was not dropped during a long silence begins again", () => {
  const { changes, current, isCurrent, join, beat } = start();
  join(1);
  const before = current();
  vi.advanceTimersByTime(SESSION_TIMEOUT_MS);
  beat();
  expect(changes).toHaveLength(2);
  expect([isCurrent(before), isCurrent(current())]).toEqual([false, true]);
  beat();
  expect(changes).toHaveLength(2);
});
