import { setTimeout as sleep } from "node:timers/promises";
import { recordWriterGroup, reportsTopic } from "@ruaflow/event-log";
import { startTestLog } from "@ruaflow/event-log/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLaneChooser } from "./choose-lane.ts";

const LIMIT = 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A lane chooser whose log has these positions, and the number of times that they were read. */
function start(driver: "kafka" | "postgres" = "kafka") {
  const position = { partition: 0, end: 0n, committed: 0n };
  let reads = 0;
  let isDown = false;
  const choose = createLaneChooser({
    driver,
    async readPositions(topic, group) {
      reads += 1;
      expect([topic, group]).toEqual([reportsTopic, recordWriterGroup]);
      if (isDown) throw new Error("down");
      return [{ ...position }];
    },
  });
  const chooseFor = (organizationId: string) => choose({ organizationId, channel: "upload" }, 1);
  return {
    position,
    choose,
    chooseFor,
    countReads: () => reads,
    setDown(value: boolean) {
      isDown = value;
    },
    /** Uploads of one organization that are appended; returns how many were live. */
    async upload(organizationId: string, reports: number): Promise<number> {
      let live = 0;
      for (let sent = 0; sent < reports; sent += 1) {
        const lane = await chooseFor(organizationId);
        if (lane === "live") position.end += 1n;
        if (lane === "live") live += 1;
      }
      return live;
    },
  };
}

test("an import is bulk, and an upload or a mail live", async () => {
  const { choose } = start();
  expect(await choose({ organizationId: "a", channel: "import" }, 1)).toBe("bulk");
  expect(await choose({ organizationId: "a", channel: "upload" }, 1)).toBe("live");
  expect(await choose({ organizationId: "a", channel: "smtp" }, 1)).toBe("live");
});

test("with a log in PostgreSQL an import is live, however many of its reports wait, unless a report is large", async () => {
  const { choose } = start("postgres");
  for (let sent = 0; sent <= LIMIT; sent += 1) {
    expect(await choose({ organizationId: "a", channel: "import" }, 1)).toBe("live");
  }
  expect(await choose({ organizationId: "a", channel: "import" }, 5)).toBe("bulk");
  expect(await choose({ organizationId: "a", channel: "upload" }, 1)).toBe("live");
});

test("a report of more than four messages is bulk", async () => {
  const { choose } = start();
  expect(await choose({ organizationId: "a", channel: "upload" }, 4)).toBe("live");
  expect(await choose({ organizationId: "a", channel: "upload" }, 5)).toBe("bulk");
});

test("beyond a thousand reports that are not written, an organization's reports are bulk, and others' stay live", async () => {
  const { upload, chooseFor } = start();
  expect(await upload("flood", LIMIT + 500)).toBe(LIMIT);
  expect(await chooseFor("other")).toBe("live");
});

test("what the record-writers have written no longer counts", async () => {
  const { upload, position } = start();
  await upload("flood", LIMIT);
  for (let second = 0; second < 5; second += 1) {
    vi.advanceTimersByTime(1000);
    position.committed += 100n;
    expect(await upload("flood", 1)).toBe(0);
  }
  position.committed = position.end;
  expect(await upload("flood", 1)).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(await upload("flood", 1)).toBe(1);
});

test("an organization whose reports are written as fast as they arrive stays live", async () => {
  const { upload, position } = start();
  let live = 0;
  for (let second = 0; second < 20; second += 1) {
    live += await upload("busy", 300);
    vi.advanceTimersByTime(1000);
    position.committed = position.end - 300n;
    await sleep(0);
  }
  expect(live).toBe(20 * 300);
});

test("the log is asked at most once a second in a flood, and once in ten seconds otherwise", async () => {
  const { upload, countReads } = start();
  await upload("calm", 100);
  vi.advanceTimersByTime(9000);
  await upload("calm", 100);
  expect(countReads()).toBe(0);
  vi.advanceTimersByTime(1000);
  await upload("calm", 100);
  expect(countReads()).toBe(1);
  await upload("flood", 2 * LIMIT);
  expect(countReads()).toBe(1);
  vi.advanceTimersByTime(1000);
  await upload("flood", LIMIT);
  expect(countReads()).toBe(2);
});

test("while the log cannot be read, reports count as not written", async () => {
  const { upload, position, setDown } = start();
  setDown(true);
  await upload("flood", LIMIT);
  position.committed = position.end;
  vi.advanceTimersByTime(1000);
  expect(await upload("flood", 1)).toBe(0);
  setDown(false);
  vi.advanceTimersByTime(1000);
  expect(await upload("flood", 1)).toBe(1);
});

test("all of this with a real log: its positions say what is written", async () => {
  const log = await startTestLog({ partitions: 2 });
  await log.prepare();
  const choose = createLaneChooser(log);
  const send = async () => {
    const lane = await choose({ organizationId: "a", channel: "upload" }, 1);
    if (lane === "live")
      await log.append(reportsTopic, [{ key: String(Math.random()), value: Buffer.from("1"), headers: {} }]);
    return lane;
  };
  for (let sent = 0; sent < LIMIT; sent += 1) expect(await send()).toBe("live");
  expect(await send()).toBe("bulk");
  const subscription = await log.subscribe({
    topic: reportsTopic,
    group: recordWriterGroup,
    batchMessagesMax: 10_000,
    batchBytesMax: 1_000_000,
    onBatch: (batch) => batch.commit(batch.messages.at(-1)?.offset ?? 0n),
    onFatal(error) {
      throw error;
    },
  });
  const requireCommitted = async () => {
    const positions = await log.readPositions(reportsTopic, recordWriterGroup);
    expect(positions.every(({ end, committed }) => end === committed)).toBe(true);
  };
  await vi.waitFor(requireCommitted, { timeout: 20_000 });
  await subscription.stop();
  vi.advanceTimersByTime(1000);
  await send();
  expect(await send()).toBe("live");
  await log.close();
});
