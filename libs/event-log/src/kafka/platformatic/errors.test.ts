import { AuthenticationError, MultipleErrors, NetworkError, ProtocolError, UserError } from "@platformatic/kafka";
import { expect, test } from "vitest";
import { describeCauses, hasApiError, isKafkaNotReady, isKafkaOutage, KafkaError, toKafkaError } from "./errors.ts";

const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9092"), { code: "ECONNREFUSED" });
const unreachable = new MultipleErrors("metadata failed 2 times.", [
  new NetworkError("Connection closed"),
  new MultipleErrors("Cannot connect to any broker.", [
    new NetworkError("Connection to 127.0.0.1:9092 failed.", { cause: refused }),
  ]),
]);
const loading = new MultipleErrors("offsetFetch failed 3 times.", [new ProtocolError("COORDINATOR_LOAD_IN_PROGRESS")]);
const wrongPassword = new NetworkError("Connection to 127.0.0.1:9092 failed.", {
  cause: new UserError("SASL authentication failed."),
});
const lostBeforeLogin = new NetworkError("Connection to 127.0.0.1:9092 failed.", {
  cause: new AuthenticationError("Cannot find a suitable SASL mechanism.", {
    cause: new NetworkError("Connection closed"),
  }),
});
const brokenHandshake = new NetworkError("TLS handshake failed.", {
  canRetry: false,
  cause: Object.assign(new Error("Client network socket disconnected"), { code: "ECONNRESET" }),
});
const outOfRange = new MultipleErrors("Received response with error", [new ProtocolError("OFFSET_OUT_OF_RANGE")]);
const noLeader = new NetworkError("Cannot get a connection.", { hasStaleMetadata: true });

test("an error is described with its causes; of several attempts, the last one counts", () => {
  expect(describeCauses(unreachable)).toBe(
    "metadata failed 2 times: Cannot connect to any broker: Connection to 127.0.0.1:9092 failed: connect ECONNREFUSED 127.0.0.1:9092",
  );
  expect(() => toKafkaError(unreachable)).toThrow(KafkaError);
  expect(describeCauses(new KafkaError("all causes", { cause: unreachable }))).toBe("all causes");
});

test.each([
  ["a broker that cannot be reached", unreachable, true, false],
  ["a coordinator that loads", loading, true, true],
  ["a partition without a leader", noLeader, true, true],
  ["a connection that is lost before the login", lostBeforeLogin, true, false],
  ["a handshake that the broker breaks off", brokenHandshake, true, false],
  ["a wrong password", wrongPassword, false, false],
  ["a deleted message", outOfRange, false, false],
  ["an error of Node", new TypeError("x is undefined"), false, false],
])("%s is recognized, also in a KafkaError", (_, error, isOutage, isNotReady) => {
  for (const each of [error, new KafkaError("all causes", { cause: error })]) {
    expect([isKafkaOutage(each), isKafkaNotReady(each)]).toEqual([isOutage, isNotReady]);
  }
});

test("Kafka's error is found by its name", () => {
  expect(hasApiError(new KafkaError("x", { cause: outOfRange }), "OFFSET_OUT_OF_RANGE")).toBe(true);
  expect(hasApiError(loading, "OFFSET_OUT_OF_RANGE")).toBe(false);
});
