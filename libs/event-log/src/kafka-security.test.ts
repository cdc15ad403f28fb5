import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecurity } from "./kafka-security.ts";
import { eventLogSettings } from "./settings.ts";

let folder: string;
const certificates = createTestCertificates();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-kafka-"));
  const { ca, client } = certificates;
  const files = { "ca.pem": ca, "client.pem": client.cert, "client.key": client.key };
  for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem);
});
afterAll(() => rm(folder, { recursive: true }));

const read = (environment: Environment) => readSecurity(readSettings(eventLogSettings, environment));

test("an authority, a client certificate and its key may be given as files", () => {
  const { ca, client } = certificates;
  const path = (name: string) => join(folder, name);
  const files = {
    KAFKA_TLS_CA_FILE: path("ca.pem"),
    KAFKA_TLS_CERT_FILE: path("client.pem"),
    KAFKA_TLS_KEY_FILE: path("client.key"),
  };
  const expected = { ca: ca.trim(), cert: client.cert.trim(), key: client.key.trim() };
  expect(read({ KAFKA_TLS: "true", ...files })).toEqual({ tls: expected });
  expect(read({ KAFKA_TLS: "true" })).toEqual({ tls: {} });
  expect(read({})).toEqual({});
});

test("SCRAM-SHA-512 may be written as Kafka writes it", () => {
  const login = { KAFKA_SASL_USERNAME: "u", KAFKA_SASL_PASSWORD: "p" };
  const sasl = { mechanism: "scram-sha-512", username: "u", password: "p" };
  expect(read({ KAFKA_SASL_MECHANISM: "SCRAM-SHA-512", ...login })).toEqual({ sasl });
  expect(() => read({ KAFKA_SASL_MECHANISM: "plain" })).toThrow(/KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD/);
});

test("settings that do not fit together are refused with their names", () => {
  const { ca, key, client } = certificates;
  const tls = { KAFKA_TLS: "true" };
  expect(() => read({ KAFKA_TLS_CA: ca })).toThrow("KAFKA_TLS_CA is set, so KAFKA_TLS=true is required.");
  expect(() => read({ ...tls, KAFKA_TLS_CERT: client.cert })).toThrow("KAFKA_TLS_CERT and KAFKA_TLS_KEY");
  expect(() => read({ ...tls, KAFKA_TLS_CERT: client.cert, KAFKA_TLS_KEY: key })).toThrow(
    "KAFKA_TLS_KEY is not the private key of KAFKA_TLS_CERT.",
  );
  expect(() => read({ ...tls, KAFKA_TLS_CA: "/etc/ca.pem" })).toThrow(/KAFKA_TLS_CA: is not a certificate in PEM/);
  expect(() => read({ ...tls, KAFKA_TLS_KEY: "secret" })).toThrow(/KAFKA_TLS_KEY: is not a private key in PEM/);
});
