import type { LogEntry } from "kafkajs";
import { expect, test } from "vitest";
import { describeEntry } from "./kafkajs/client.ts";
import { reportFailures } from "./report-failures.ts";

function start() {
  const reported: string[] = [];
  let now = 0;
  const report = reportFailures(
    ({ message }) => reported.push(message),
    () => now,
  );
  return {
    reported,
    fail(message: string, more: object = {}) {
      const entry: LogEntry = { namespace: "Connection", level: 1, label: "ERROR", log: toLog(message, more) };
      report(describeEntry(entry));
    },
    wait(seconds: number) {
      now += seconds * 1000;
    },
  };
}

function toLog(message: string, more: object): LogEntry["log"] {
  return { timestamp: "", message, ...more };
}

const REFUSED = "Connection error: connect ECONNREFUSED 127.0.0.1:9092";

test("an outage is reported once, with the broker's error and the setting", () => {
  const { reported, fail, wait } = start();
  for (let second = 0; second < 300; second += 1) {
    fail(REFUSED, { broker: "127.0.0.1:9092" });
    fail("Connection error: read ECONNRESET", { broker: "127.0.0.1:9092" });
    fail("Connection timeout", { broker: "127.0.0.1:9092" });
    wait(1);
  }
  expect(reported).toEqual([
    `Kafka at 127.0.0.1:9092: ${REFUSED}. Check that the brokers run; then KAFKA_BROKERS, KAFKA_TLS and KAFKA_SASL_MECHANISM.`,
  ]);
});

test("the next outage is reported again", () => {
  const { reported, fail, wait } = start();
  fail(REFUSED);
  wait(61);
  fail(REFUSED);
  expect(reported).toHaveLength(2);
});

test("a failure with another way out is reported in the same outage", () => {
  const { reported, fail } = start();
  fail(REFUSED);
  fail("Connection error: self-signed certificate in certificate chain");
  expect(reported).toEqual([expect.stringContaining("KAFKA_BROKERS"), expect.stringContaining("KAFKA_TLS_CA")]);
});

test.each([
  "The coordinator is loading and hence can't process requests for this group",
  "The group coordinator is not available",
])("what a broker says while it starts is a failure only when it lasts: %s", (error) => {
  const { reported, fail, wait } = start();
  const failFor = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      fail("Response GroupCoordinator(key: 10, version: 2)", { error });
      wait(1);
    }
  };
  failFor(10);
  wait(61);
  failFor(10);
  expect(reported).toEqual([]);
  failFor(10);
  expect(reported).toEqual([expect.stringContaining(error)]);
});

test("the broker's error is part of the message, and a rebalance is no failure", () => {
  const { reported, fail } = start();
  fail("Response Heartbeat(key: 12, version: 3)", { error: "The group is rebalancing, so a rejoin is needed" });
  fail("Response Fetch(key: 1, version: 11)", { error: "There is no leader for this partition" });
  expect(reported).toEqual(["Kafka: Response Fetch(key: 1, version: 11): There is no leader for this partition"]);
});
