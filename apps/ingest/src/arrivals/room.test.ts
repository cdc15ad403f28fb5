import { expect, test } from "vitest";
import { createRoom, type Room } from "./room.ts";

function enter(room: Room, amount: number, ...names: string[]) {
  const state = { isBack: false, isFixed: false };
  const place = room.enter(amount, {
    names,
    canLeave: () => !state.isFixed,
    sendBack: () => {
      state.isBack = true;
    },
  });
  return Object.assign(state, { place });
}

test("a room that is full makes room for a smaller one at the cost of the sender that holds most, largest arrival first", () => {
  const room = createRoom(100);
  const small = enter(room, 30, "a");
  const large = enter(room, 40, "a");
  const other = enter(room, 30, "b");
  const next = enter(room, 10, "c");
  expect(next.place).not.toBeNull();
  expect([small.isBack, large.isBack, other.isBack]).toEqual([false, true, false]);
  expect(room.held).toBe(70);
});

test("the sender that holds most is refused, and no one makes room for it", () => {
  const room = createRoom(100);
  const first = enter(room, 60, "a");
  const second = enter(room, 40, "b");
  expect(enter(room, 1, "a").place).toBeNull();
  expect(first.place?.hold(61)).toBe(false);
  expect(second.place?.hold(60)).toBe(false);
  expect([first.isBack, second.isBack, room.held]).toEqual([false, false, 100]);
  expect(second.place?.hold(59)).toBe(true);
  expect([first.isBack, room.held]).toEqual([true, 59]);
});

test("a hundred others that fill the room keep no small one out", () => {
  const room = createRoom(1000);
  const crowd = Array.from({ length: 100 }, (_, index) => enter(room, 10, `crowd-${index}`));
  expect(Array.from({ length: 9 }, (_, index) => enter(room, 1, `new-${index}`).place)).not.toContain(null);
  expect(crowd.filter(({ isBack }) => isBack)).toHaveLength(1);
});

test("where everyone holds as much, the one that has stayed longest makes room after ten seconds, and not before", () => {
  let nowMs = 0;
  const room = createRoom(3, () => nowMs);
  const crowd = ["a", "b", "c"].map((name) => {
    nowMs += 1000;
    return enter(room, 1, name);
  });
  nowMs = 10_500;
  expect(enter(room, 1, "d").place).toBeNull();
  nowMs = 11_500;
  expect(enter(room, 1, "d").place).not.toBeNull();
  expect(enter(room, 1, "e").place).toBeNull();
  expect(crowd.map(({ isBack }) => isBack)).toEqual([true, false, false]);
});

test("within an organization its greediest key, and within a key the greediest network, makes room", () => {
  const room = createRoom(100);
  const greedy = enter(room, 40, "org", "key-1", "net-1");
  const busy = enter(room, 30, "org", "key-1", "net-2");
  const modest = enter(room, 30, "org", "key-2", "net-1");
  expect(enter(room, 10, "org", "key-2", "net-1").place).not.toBeNull();
  expect([greedy.isBack, busy.isBack, modest.isBack]).toEqual([true, false, false]);
  expect(enter(room, 30, "org", "key-1", "net-1").place).not.toBeNull();
  expect(enter(room, 1, "org", "key-1", "net-3").place).not.toBeNull();
  expect([busy.isBack, modest.isBack]).toEqual([true, false]);
});

test("an arrival that is being read stays, and the next largest goes instead", () => {
  const room = createRoom(100);
  const read = enter(room, 50, "a");
  const waits = enter(room, 50, "b");
  read.isFixed = true;
  expect(enter(room, 10, "c").place).not.toBeNull();
  expect([read.isBack, waits.isBack]).toEqual([false, true]);
  waits.isFixed = true;
  expect(enter(room, 60, "d").place).toBeNull();
});

test("what leaves, or was sent back, holds nothing and gives back once", () => {
  const room = createRoom(100);
  const one = enter(room, 100, "a");
  one.place?.leave();
  one.place?.leave();
  expect(room.held).toBe(0);
  expect(one.place?.hold(10)).toBe(false);
  expect(enter(room, 100, "b").place?.hold(40)).toBe(true);
  expect(room.held).toBe(40);
});
