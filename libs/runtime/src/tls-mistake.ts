/**
 * What is wrong with a connection by TLS, as far as settings can mend it.
 *
 * - `name`: the certificate is for other names
 * - `expired`: a certificate of the server is not valid at this time
 * - `authority`: the authority that signed the server's certificate is not known
 * - `clientCertificate`: the server wants a certificate from us, or another one
 * - `plain`: the port does not speak TLS
 * - `pem`: a file is not what it should be
 */
export type TlsMistake = "name" | "expired" | "authority" | "clientCertificate" | "plain" | "pem";

/** OpenSSL's messages, which reach us in errors without codes, and in lines of a log. */
const MESSAGES: readonly (readonly [pattern: RegExp, mistake: TlsMistake])[] = [
  [/altnames/, "name"],
  [/certificate has expired|certificate is not yet valid/, "expired"],
  [
    /self[- ]signed certificate|issuer certificate|verify the first certificate|certificate signature failure/,
    "authority",
  ],
  [
    /alert (?:bad certificate|certificate required|unknown ca|certificate unknown|unsupported certificate|access denied)/,
    "clientCertificate",
  ],
  [/wrong version number|packet length too long/, "plain"],
  [/PEM|key values mismatch|bad base64/, "pem"],
];

/** The advice for the mistake that a message tells of; `undefined` for another message, or without advice for it. */
export function adviseOnTls(
  message: string,
  advice: Partial<Readonly<Record<TlsMistake, string>>>,
): string | undefined {
  const mistake = MESSAGES.find(([pattern]) => pattern.test(message))?.[1];
  return mistake && advice[mistake];
}
