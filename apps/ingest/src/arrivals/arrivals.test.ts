import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createByteBudget } from "../byte-budget.ts";
import { UNTRUSTED_LIMITS } from "../limits.ts";
import type { Spool } from "../spool.ts";
import type { Party } from "../turns.ts";
import type { ReceivedBody } from "./arrival.ts";
import { type Arrivals, createArrivals } from "./arrivals.ts";
import { NoRoomError, TooSlowError } from "./errors.ts";

const KIB = 1024;

let folder: string;
let arrivals: Arrivals;
let nowMs: number;
let metrics: ReturnType<typeof createMetrics>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-arrivals-"));
  nowMs = 0;
  metrics = createMetrics();
  const limits = { ...UNTRUSTED_LIMITS, arrivingBytesMax: 2000 * KIB, turnMsMax: 50 };
  const budget = createByteBudget(1000 * KIB);
  arrivals = createArrivals({ limits, folder, budget, metrics, now: () => nowMs });
});

afterEach(async () => {
  arrivals.stop();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

const open = (name: string, kind: "mail" | "upload" = "mail") => arrivals.open({ kind, id: name, names: [name] });
const party = { organization: "org", kind: "mail", id: "a" } as const;

async function* body(kibibytes: number) {
  for (let sent = 0; sent < kibibytes; sent += 10) yield Buffer.alloc(10 * KIB);
}

/** Sends so much, and then nothing. */
async function* stall(kibibytes: number) {
  yield* body(kibibytes);
  await new Promise(() => undefined);
}

/** Runs `work` with a body when it is the party's turn. */
async function readWith<Result>(received: ReceivedBody, whose: Party, work: (spool: Spool) => Promise<Result>) {
  const opened = (await received.open(whose)) ?? expect.fail("the body was not kept");
  return work(opened.spool).finally(opened.close);
}

/** Lets what has begun go on until it waits. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Lets time pass, second by second. */
function pass(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    nowMs += 1000;
    arrivals.sweep();
  }
}

test("64 KiB of a body are in memory; a larger one lies in a file, and is in memory again when it is read", async () => {
  const arrival = open("a");
  const [small, large] = [await arrival.receive(body(60)), await arrival.receive(body(70))];
  expect([small.spool?.path, large.spool?.bytes]).toEqual([null, null]);
  expect(await readdir(folder)).toHaveLength(1);
  expect(await readWith(large, party, async ({ bytes }) => bytes?.length)).toBe(70 * KIB);
  await arrival.close();
});

test("a sender that stalls is ended within twenty seconds of its last byte, and its file is removed", async () => {
  const arrival = open("a");
  const received = arrival.receive(stall(70));
  received.catch(() => undefined);
  const isEnded = () =>
    Promise.race([
      received.then(
        () => true,
        () => true,
      ),
      settle().then(() => false),
    ]);
  await expect.poll(() => metrics.render()).toMatch(/^ruaflow_arriving_bytes 71680$/m);
  pass(19);
  expect(await isEnded()).toBe(false);
  // A busy machine may still write them when the clock goes on.
  for (let second = 0; second < 100 && !(await isEnded()); second += 1) pass(1);
  await expect(received).rejects.toThrow(TooSlowError);
  await arrival.close();
  expect(await metrics.render()).toContain('ruaflow_arrivals_ended_total{kind="mail",reason="too-slow"} 1');
});

test("a source that the operator has set is not measured", async () => {
  const arrival = arrivals.open({ kind: "mail", id: "imap", names: ["imap"], isPaced: false });
  const received = arrival.receive(stall(70));
  received.catch(() => undefined);
  await settle();
  pass(600);
  await expect(Promise.race([received, settle().then(() => "waits")])).resolves.toBe("waits");
  arrival.end(new NoRoomError("closed"));
  await expect(received).rejects.toThrow(NoRoomError);
  await arrival.close();
});

test("a body whose turn does not come in time is ended, and leaves the queue", async () => {
  const [first, second] = [open("a"), open("b")];
  const large = await first.receive(body(900));
  const waiting = await second.receive(body(90));
  const reading = Promise.withResolvers<void>();
  const read = readWith(large, { ...party, id: "a" }, () => reading.promise);
  const late = readWith(waiting, { ...party, organization: "org-b", id: "b" }, async () => "read");
  await expect(late.catch((error) => error.reason)).resolves.toBe("turn");
  reading.resolve();
  await read;
  await first.close();
  await second.close();
});

test("what is being read is not sent back, however much it holds; what only arrives is", async () => {
  const [read, stalled, next] = [open("read"), open("stalled"), open("next")];
  const large = await read.receive(body(600));
  const reading = Promise.withResolvers<void>();
  const done = readWith(large, party, () => reading.promise);
  const sentBack = stalled.receive(stall(390));
  sentBack.catch(() => undefined);
  await settle();
  await next.receive(body(100));
  await expect(sentBack).rejects.toThrow(NoRoomError);
  reading.resolve();
  await done;
  for (const arrival of [read, stalled, next]) await arrival.close();
});

test("mail and uploads have rooms of their own, and what is done gives its room back", async () => {
  const [mail, upload] = [open("a", "mail"), open("a", "upload")];
  const first = await mail.receive(body(900));
  await upload.receive(body(900));
  await expect(mail.receive(body(1100))).rejects.toThrow(NoRoomError);
  await mail.close();
  await first.remove();
  const again = open("a", "mail");
  for (let round = 0; round < 3; round += 1) await (await again.receive(body(900))).remove();
  expect(await metrics.render()).toMatch(/^ruaflow_arriving_bytes 921600$/m);
  await Promise.all([upload.close(), again.close()]);
});

test("of 512 arrivals, one of the sender with most of them makes room, and that sender is refused more", async () => {
  const crowd = Array.from({ length: 512 }, (_, index) => open(`crowd-${index & 1}`));
  const waiting = crowd.map((arrival) => arrival.wait(new Promise(() => undefined)).catch(() => "ended"));
  expect(() => open("crowd-0")).toThrow(NoRoomError);
  const other = open("other");
  expect(await Promise.race(waiting)).toBe("ended");
  await Promise.all([...crowd, other].map((arrival) => arrival.close()));
  expect(await metrics.render()).toMatch(/^ruaflow_arriving_mails 0$/m);
});

test("a body beyond the limit is not kept, and says so", async () => {
  const arrival = open("a");
  const limit = UNTRUSTED_LIMITS.bodyBytesMax / KIB;
  const rooms = createArrivals({
    limits: { ...UNTRUSTED_LIMITS },
    folder,
    budget: createByteBudget(KIB),
    metrics: createMetrics(),
  });
  const large = rooms.open({ kind: "mail", id: "a", names: ["a"] });
  expect((await large.receive(body(limit + 10))).spool).toBeNull();
  rooms.stop();
  await Promise.all([arrival.close(), large.close()]);
});
