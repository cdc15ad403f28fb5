import { expect, test } from "vitest";
import { explainFailure } from "./explain-failure.ts";

test.each([
  ["KAFKA_TLS_CA", "Connection error: self-signed certificate in certificate chain"],
  ["KAFKA_TLS_CA", "Connection error: unable to verify the first certificate"],
  ["KAFKA_TLS_CA", "Connection error: certificate has expired"],
  ["KAFKA_BROKERS", "Connection error: Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in"],
  ["KAFKA_TLS_CERT", "Connection error: ssl3_read_bytes:tlsv13 alert certificate required"],
  ["KAFKA_TLS=false", "Connection error: write EPROTO ...:ssl3_get_record:wrong version number:"],
  ["KAFKA_TLS=true", "metadata failed: Broker requires TLS"],
  ["KAFKA_SASL_MECHANISM", "SASL SCRAM-SHA-256 mechanism is not supported by the server"],
  ["KAFKA_SASL_MECHANISM", "The broker does not support the requested SASL mechanism"],
  ["KAFKA_SASL_PASSWORD", "SASL PLAIN authentication failed: Authentication failed: Invalid username or password"],
])("%s explains: %s", (setting, message) => {
  const explanation = explainFailure(message);
  expect(explanation?.advice).toContain(setting);
  expect(explanation?.isMisconfiguration).toBe(true);
});

test.each([
  ["KAFKA_BROKERS", "Connection error: connect ECONNREFUSED 127.0.0.1:9092"],
  ["KAFKA_BROKERS", "Connection error: getaddrinfo ENOTFOUND kafka.example"],
  ["KAFKA_TLS", "Closed connection"],
  [
    "KAFKA_TLS=false",
    "Connection error: Client network socket disconnected before secure TLS connection was established",
  ],
])("%s may explain, and waiting may help: %s", (setting, message) => {
  const explanation = explainFailure(message);
  expect(explanation?.advice).toContain(setting);
  expect(explanation?.isMisconfiguration).toBe(false);
});

test("an error of the group has no setting", () => {
  expect(explainFailure("The coordinator is not aware of this member")).toBeNull();
});
