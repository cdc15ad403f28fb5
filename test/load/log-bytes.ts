import { setTimeout as sleep } from "node:timers/promises";
import { createEventLog, eventLogSettings, reportsTopic } from "@ruaflow/event-log";
import { readSettings } from "@ruaflow/runtime/settings";

const GROUP = "bench";

/** Reads the whole topic of reports and sums the bytes of keys, headers and values as transmitted. */
export async function readLogBytes(databaseUrl: string): Promise<number> {
  const log = await createEventLog(readSettings(eventLogSettings, {}), { databaseUrl, onRetry: () => undefined });
  let bytes = 0;
  const subscription = await log.subscribe({
    topic: reportsTopic,
    group: GROUP,
    batchMessagesMax: 1000,
    batchBytesMax: 8_000_000,
    onFatal: (error) => {
      throw error;
    },
    async onBatch({ messages, commit }) {
      for (const { key, headers, value } of messages)
        bytes += key.length + JSON.stringify(headers).length + value.length;
      const last = messages.at(-1);
      if (last) await commit(last.offset);
    },
  });
  let left = true;
  while (left) {
    await sleep(200);
    left = (await log.readLag(reportsTopic, GROUP)).some(({ lagMessages }) => lagMessages > 0);
  }
  await subscription.stop();
  await log.close();
  return bytes;
}
