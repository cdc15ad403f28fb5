import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestCertificates, type TestCertificates } from "@ruaflow/runtime/testing";
import { type Broker, startBroker } from "../../../../infra/kafka/broker.ts";

/** A user that may log in by PLAIN and by SCRAM-SHA-512. */
export const user = { name: "ruaflow", password: "secret-of-ruaflow" };

/** A broker that asks for a login on one port and for a client certificate on another, both over TLS. */
export interface SecuredBroker {
  readonly certificates: TestCertificates;
  /** `host:port` by listener; PLAINTEXT has neither. */
  readonly addresses: Readonly<Record<"LOGIN" | "MUTUAL" | "PLAINTEXT", string>>;
  stop(): Promise<void>;
}

export async function startSecuredBroker(): Promise<SecuredBroker> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-kafka-"));
  const certificates = createTestCertificates();
  const { ca, cert, key } = certificates;
  await writeFile(join(folder, "keystore.pem"), `${key}${cert}`);
  await writeFile(join(folder, "ca.pem"), ca);
  const broker: Broker = await startBroker({
    folder,
    listeners: { LOGIN: "SASL_SSL", MUTUAL: "SSL" },
    scramUsers: { [user.name]: user.password },
    settings: {
      "ssl.keystore.type": "PEM",
      "ssl.keystore.location": join(folder, "keystore.pem"),
      "ssl.truststore.type": "PEM",
      "ssl.truststore.location": join(folder, "ca.pem"),
      "listener.name.mutual.ssl.client.auth": "required",
      "listener.name.login.sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-512",
      "listener.name.login.plain.sasl.jaas.config": `${loginModule("plain.Plain")} user_${user.name}="${user.password}";`,
      "listener.name.login.scram-sha-512.sasl.jaas.config": `${loginModule("scram.Scram")};`,
    },
  });
  const { LOGIN = "", MUTUAL = "" } = broker.listeners;
  return {
    certificates,
    addresses: { LOGIN, MUTUAL, PLAINTEXT: broker.address },
    async stop() {
      await broker.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function loginModule(name: string): string {
  return `org.apache.kafka.common.security.${name}LoginModule required`;
}
