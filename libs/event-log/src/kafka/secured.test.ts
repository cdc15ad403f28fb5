import { isOutage, UsageError } from "@ruaflow/runtime/errors";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findTestBroker } from "../../../../infra/kafka/test-broker.ts";
import { createEventLog } from "../create-event-log.ts";
import type { EventLog } from "../event-log.ts";
import { eventLogSettings } from "../settings.ts";
import { message, readNow, toText } from "../testing/fixture.ts";
import { type SecuredBroker, startSecuredBroker, user } from "../testing/secured-broker.ts";
import { reportsTopic } from "../topics.ts";

const found = await findTestBroker();

const login = { KAFKA_SASL_USERNAME: user.name, KAFKA_SASL_PASSWORD: user.password };
const plain = { KAFKA_SASL_MECHANISM: "PLAIN", ...login };
const scram = { KAFKA_SASL_MECHANISM: "SCRAM-SHA-512", ...login };

/** As the start of an app does: it waits while the broker seems to be away, and ends with a mistake in the settings. */
async function waitForRefusal(log: EventLog): Promise<unknown> {
  const error = await log.prepare().catch((thrown: unknown) => thrown);
  return isOutage(error) ? waitForRefusal(log) : error;
}

describe.skipIf(found.kind !== "own")("a broker that asks for TLS, a login or a client certificate", () => {
  let broker: SecuredBroker;

  beforeAll(async () => {
    broker = await startSecuredBroker();
  });
  afterAll(() => broker?.stop());

  async function connect(listener: keyof SecuredBroker["addresses"], environment: Environment) {
    const failures: string[] = [];
    const settings = readSettings(eventLogSettings, {
      KAFKA_BROKERS: broker.addresses[listener],
      ...environment,
    });
    const onRetry = (error: Error) => failures.push(error.message);
    const log = await createEventLog(settings, { databaseUrl: "", onRetry });
    onTestFinished(() => log.close());
    return { log, failures };
  }

  const trusting = () => ({ KAFKA_TLS: "true", KAFKA_TLS_CA: broker.certificates.ca });
  const withCertificate = () => {
    const { cert, key } = broker.certificates.client;
    return { ...trusting(), KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key };
  };

  test.each([
    ["PLAIN", "LOGIN", () => ({ ...trusting(), ...plain })],
    ["SCRAM-SHA-512", "LOGIN", () => ({ ...trusting(), ...scram })],
    ["a client certificate", "MUTUAL", withCertificate],
  ] as const)("is used with %s", async (_, listener, toEnvironment) => {
    const { log } = await connect(listener, toEnvironment());
    await log.prepare();
    const value = crypto.randomUUID();
    await log.append(reportsTopic, [message("a", value)]);
    expect((await readNow(log, reportsTopic)).map(toText)).toContain(value);
  });

  test.concurrent.each([
    ["an unknown authority", "LOGIN", /KAFKA_TLS_CA\b/, () => ({ KAFKA_TLS: "true", ...plain })],
    [
      "a wrong password",
      "LOGIN",
      /KAFKA_SASL_PASSWORD/,
      () => ({ ...trusting(), ...plain, KAFKA_SASL_PASSWORD: "wrong" }),
    ],
    [
      "a wrong password by SCRAM",
      "LOGIN",
      /KAFKA_SASL_PASSWORD/,
      () => ({ ...trusting(), ...scram, KAFKA_SASL_PASSWORD: "wrong" }),
    ],
    [
      "a mechanism that is not enabled",
      "LOGIN",
      /Set KAFKA_SASL_MECHANISM/,
      () => ({ ...trusting(), ...login, KAFKA_SASL_MECHANISM: "scram-sha-256" }),
    ],
    ["no client certificate", "MUTUAL", /KAFKA_TLS_CERT and KAFKA_TLS_KEY/, trusting],
  ] as const)(
    "with %s, the start fails with the setting's name, and one line is logged",
    async (_, listener, setting, toEnvironment) => {
      const { log, failures } = await connect(listener, toEnvironment());
      const error = await waitForRefusal(log);
      expect(error).toBeInstanceOf(UsageError);
      expect(String(error)).toMatch(setting);
      expect(failures.filter((failure) => setting.test(failure))).toHaveLength(1);
    },
    60_000,
  );

  test.concurrent.each([
    ["without KAFKA_TLS", "LOGIN", /KAFKA_TLS/, () => plain],
    ["with KAFKA_TLS at a port without TLS", "PLAINTEXT", /KAFKA_TLS=false/, trusting],
  ] as const)(
    "%s, the log names it while the broker is waited for",
    async (_, listener, setting, toEnvironment) => {
      const { log, failures } = await connect(listener, toEnvironment());
      await expect(log.prepare()).rejects.toSatisfy(isOutage);
      expect(failures).toEqual([expect.stringMatching(setting)]);
    },
    60_000,
  );
});
