import { createPrivateKey, X509Certificate } from "node:crypto";
import { UsageError } from "@ruaflow/runtime/errors";
import type { KafkaConnectionOptions, KafkaLogin } from "./kafka/kafka-client.ts";
import type { EventLogSettings } from "./settings.ts";

/**
 * TLS and authentication of the connection to Kafka.
 * @throws {UsageError} when settings that belong together are incomplete
 */
export function readSecurity(settings: EventLogSettings): Pick<KafkaConnectionOptions, "tls" | "sasl"> {
  const [tls, sasl] = [readTls(settings), readSasl(settings)];
  return { ...(tls && { tls }), ...(sasl && { sasl }) };
}

function readTls(settings: EventLogSettings): KafkaConnectionOptions["tls"] | null {
  const { KAFKA_TLS: isOn, KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = settings;
  if (!isOn) {
    const name = Object.entries({ KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key }).find(([, pem]) => pem);
    if (name) throw new UsageError(`${name[0]} is set, so KAFKA_TLS=true is required.`);
    return null;
  }
  return { ...(ca !== undefined && { ca }), ...readClientCertificate(cert, key) };
}

function readClientCertificate(cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined) {
    throw new UsageError("KAFKA_TLS_CERT and KAFKA_TLS_KEY are required together.");
  }
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new UsageError("KAFKA_TLS_KEY is not the private key of KAFKA_TLS_CERT.");
  }
  return { cert, key };
}

function readSasl(settings: EventLogSettings): KafkaLogin | null {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings;
  if (mechanism === undefined) return null;
  if (username === undefined || password === undefined) {
    throw new UsageError("KAFKA_SASL_MECHANISM is set, so KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are required.");
  }
  return { mechanism, username, password };
}
