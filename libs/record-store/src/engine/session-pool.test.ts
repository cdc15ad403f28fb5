import { describe, expect, it } from "vitest";
import { SessionPool } from "./session-pool.ts";

describe("a session pool", () => {
  it("lends a session to one user at a time, in the order of the requests", async () => {
    const pool = new SessionPool(["only"], async (failed) => failed);
    const order: string[] = [];
    const user = (name: string) =>
      pool.use(async () => {
        order.push(`${name} begins`);
        await new Promise(setImmediate);
        order.push(`${name} ends`);
      });
    await Promise.all([user("a"), user("b"), user("c")]);
    expect(order).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("allows as many concurrent users as it has sessions", async () => {
    const pool = new SessionPool([1, 2], async (failed) => failed);
    const busy = new Set<number>();
    let busyMax = 0;
    const user = () =>
      pool.use(async (session) => {
        expect(busy.has(session)).toBe(false);
        busy.add(session);
        busyMax = Math.max(busyMax, busy.size);
        await new Promise(setImmediate);
        busy.delete(session);
      });
    await Promise.all([user(), user(), user(), user(), user()]);
    expect(busyMax).toBe(2);
  });

  it("lends another session in place of one whose user failed, and tries that again until there is one", async () => {
    let renewals = 0;
    const renew = async (failed: string) => {
      renewals += 1;
      if (renewals === 1) throw new Error("too many open files");
      return `after ${failed}`;
    };
    const pool = new SessionPool(["first"], renew);
    const fail = (session: string) => Promise.reject(new Error(session));
    await expect(pool.use(fail)).rejects.toThrow("first");
    await expect(pool.use(fail)).rejects.toThrow("first");
    expect(await pool.use(async (session) => session)).toBe("after first");
    expect(pool.idle).toEqual(["after first"]);
  });

  it("releases a session when its user fails", async () => {
    const pool = new SessionPool(["only"], async (failed) => failed);
    const failing = pool.use(() => Promise.reject(new Error("broken")));
    const next = pool.use(async (session) => session);
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("only");
  });
});
