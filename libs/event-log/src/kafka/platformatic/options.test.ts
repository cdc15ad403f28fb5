import type { Socket } from "node:net";
import { Base, Connection, NetworkError } from "@platformatic/kafka";
import { expect, test } from "vitest";
import { createClientContext, guard } from "./options.ts";

test.each(["client:broker:connect", "client:broker:failed"] as const)(
  "a second error of a connection after %s does not end the process",
  (event) => {
    const context = createClientContext({ brokers: ["127.0.0.1:1"] });
    const client = guard(new Base(context.options), context);
    const connection = new Connection("test");
    client.emit(event, { broker: { host: "127.0.0.1", port: 1 }, connection });
    expect(() => connection.emit("error", new NetworkError("Connection closed"))).not.toThrow();
  },
);

test("a closed connection is explained by its error", () => {
  const { watch, explain } = createClientContext({ brokers: ["127.0.0.1:1"] });
  const connection = new Connection("test");
  watch(connection);
  connection.emit("error", new NetworkError("Connection error", { cause: new Error("alert certificate required") }));
  expect(explain(new NetworkError("Connection closed")).message).toBe(
    "Connection closed: Connection error: alert certificate required",
  );
  expect(explain(new NetworkError("Request timed out")).message).toBe("Request timed out");
});

test("an address is not used as the server name of TLS", () => {
  const tlsServerNames = ["127.0.0.1:9093", "[::1]:9093", "kafka.example:9093"].map(
    (broker) => createClientContext({ brokers: [broker], tls: {} }).options.tlsServerName,
  );
  expect(tlsServerNames).toEqual([false, false, true]);
});

test("the settings become the library's options", () => {
  const watched: Socket[] = [];
  const { options } = createClientContext({
    brokers: ["kafka.example:9093"],
    tls: { ca: "PEM" },
    sasl: { mechanism: "scram-sha-512", username: "u", password: "p" },
    requestTimeoutMs: 500,
    onSocket: (socket) => watched.push(socket),
  });
  expect(options).toMatchObject({
    bootstrapBrokers: ["kafka.example:9093"],
    tls: { ca: "PEM" },
    tlsServerName: true,
    sasl: { mechanism: "SCRAM-SHA-512", username: "u", password: "p" },
    requestTimeout: 500,
  });
});
