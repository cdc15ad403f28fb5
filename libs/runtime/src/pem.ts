import { createPrivateKey, X509Certificate } from "node:crypto";
import { UsageError } from "./errors.ts";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** @throws {UsageError} unless the text has certificates in PEM, each of which can be read */
export function checkCertificates(text: string): void {
  const found = text.match(CERTIFICATE) ?? [];
  try {
    for (const pem of found) new X509Certificate(pem);
    if (found.length > 0) return;
  } catch {
    // Told below.
  }
  throw new UsageError("is not a certificate in PEM form (-----BEGIN CERTIFICATE-----).");
}

/** @throws {UsageError} unless the text is a private key in PEM that needs no passphrase */
export function checkPrivateKey(text: string): void {
  try {
    createPrivateKey(text);
  } catch {
    throw new UsageError("is not a private key in PEM form without a passphrase (-----BEGIN PRIVATE KEY-----).");
  }
}

/** @throws {UsageError} for the content of a file where its path belongs */
export function checkPath(text: string): void {
  if (/-----BEGIN |\n/.test(text)) throw new UsageError("is the content of a file; give the path of the file.");
}
