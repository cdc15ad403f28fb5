import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { awaitRoom, cancel, countDone, countSent, createFlow } from "./flow.ts";

const MIB = 1024 * 1024;

test("entries in flight are bounded in number and bytes, and a single one is always allowed", async () => {
  for (const { bytes, entriesMax } of [
    { bytes: 10, entriesMax: 512 },
    { bytes: MIB, entriesMax: 4 },
    { bytes: 100 * MIB, entriesMax: 1 },
  ]) {
    const flow = createFlow();
    let sent = 0;
    const sending = (async () => {
      while (await awaitRoom(flow)) {
        countSent(flow, bytes);
        sent += 1;
      }
    })();
    await sleep(20);
    expect(sent).toBe(entriesMax);
    countDone(flow, bytes);
    await sleep(20);
    expect(sent).toBe(entriesMax + 1);
    cancel(flow);
    await sending;
  }
});
