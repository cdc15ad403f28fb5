import { expect, test } from "vitest";
import type { Manifest } from "./folder/manifest-schema.ts";
import { describeRestored } from "./run-restore.ts";

const takenAt = "2026-10-01T00:00:00.000Z";
const kafka: Manifest["log"] = { driver: "kafka", topic: "reports", group: "record-writer", partitions: [] };

test("a restore speaks of Kafka's offsets only where Kafka is", () => {
  const describe = (log: Manifest["log"], hasKafka: boolean) =>
    describeRestored({ takenAt, log }, { folder: "/backup", hasKafka });
  expect(describe(kafka, true)).toContain("set the offsets of record-writer back: /backup/kafka-offsets.csv");
  expect(describe(kafka, false)).toBe(`Restored as of ${takenAt}.`);
  expect(describe({ ...kafka, driver: "postgres" }, true)).toBe(`Restored as of ${takenAt}.`);
});
