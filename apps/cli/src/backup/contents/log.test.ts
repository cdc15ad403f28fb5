import { deadLettersTopic, type EventLog, eventsTopic, recordWriterGroup, reportsTopic } from "@ruaflow/event-log";
import { bulkLaneGroup, bulkReportsTopic } from "@ruaflow/event-log/lanes";
import { startTestLog } from "@ruaflow/event-log/testing";
import { expect, test } from "vitest";
import { copyMessages } from "./log.ts";

const message = (text: string) => ({ key: text, value: Buffer.from(text), headers: { own: text } });

/** Reads and commits what the topic holds now. */
async function readAll(log: EventLog, topic: string, group: string): Promise<void> {
  const subscription = await log.subscribe({
    topic,
    group,
    batchMessagesMax: 10,
    batchBytesMax: 1000,
    onBatch: (batch) => batch.commit(batch.messages.at(-1)?.offset ?? 0n),
    onFatal(error) {
      throw error;
    },
  });
  const readUncommitted = async () =>
    (await log.readPositions(topic, group)).filter(({ end, committed }) => committed < end);
  await expect.poll(readUncommitted).toEqual([]);
  await subscription.stop();
}

async function listTexts(log: EventLog, topic: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const { value, headers } of log.readTopic(topic)) texts.push(`${Buffer.from(value)} ${headers.own}`);
  return texts.sort();
}

test("what is not written yet is copied in its lane, with all dead letters; what is written and events are not", async () => {
  const [from, to] = [await startTestLog({ partitions: 3 }), await startTestLog({ partitions: 2 })];
  await from.prepare();
  await from.append(reportsTopic, [message("written")]);
  await from.append(bulkReportsTopic, [message("forwarded")]);
  await readAll(from, reportsTopic, recordWriterGroup);
  await readAll(from, bulkReportsTopic, bulkLaneGroup);
  await from.append(reportsTopic, [message("live 1"), message("live 2")]);
  await from.append(bulkReportsTopic, [message("bulk 1"), message("bulk 2"), message("bulk 3")]);
  await from.append(deadLettersTopic, [message("letter")]);
  await from.append(eventsTopic, [message("event")]);
  expect(await copyMessages(from, to)).toBe(6);
  expect(await listTexts(to, reportsTopic)).toEqual(["live 1 live 1", "live 2 live 2"]);
  expect(await listTexts(to, bulkReportsTopic)).toEqual(["bulk 1 bulk 1", "bulk 2 bulk 2", "bulk 3 bulk 3"]);
  expect(await listTexts(to, deadLettersTopic)).toEqual(["letter letter"]);
  expect(await listTexts(to, eventsTopic)).toEqual([]);
  await from.close();
  await to.close();
});
