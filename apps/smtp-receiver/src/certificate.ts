import { X509Certificate } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { describeError, UsageError } from "@ruaflow/runtime/errors";

/** The files of a certificate chain and its private key, both PEM. */
export interface CertificateFiles {
  readonly certPath: string;
  readonly keyPath: string;
}

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** End of the validity of the first certificate of the chain. */
  readonly expiresAt: Date;
}

/** How often the files are checked for a change. They are polled, since renewed files often are new symbolic links. */
const CHECK_EVERY_MS = 5000;

/** @throws {UsageError} if a file cannot be read, or the two do not belong together */
export async function readCertificate({ certPath, keyPath }: CertificateFiles): Promise<Certificate> {
  try {
    const [cert, key] = await Promise.all([readFile(certPath), readFile(keyPath)]);
    createSecureContext({ cert, key });
    return { cert, key, expiresAt: new Date(new X509Certificate(cert).validTo) };
  } catch (error) {
    const text = `RUAFLOW_SMTP_CERT, RUAFLOW_SMTP_KEY: ${describeError(error)}`;
    throw new UsageError(text, { cause: error });
  }
}

export interface WatchOptions {
  readonly onChange: (certificate: Certificate) => void;
  /** Called with files that do not work, such as a new certificate whose key is not written yet. */
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
}

/** Reads the files again whenever one changes, until the returned function is called. */
export function watchCertificate(files: CertificateFiles, { onChange, onError, everyMs }: WatchOptions): () => void {
  const reload = () => {
    readCertificate(files).then(onChange, onError);
  };
  const paths = [files.certPath, files.keyPath];
  for (const path of paths) watchFile(path, { interval: everyMs ?? CHECK_EVERY_MS, persistent: false }, reload);
  return () => {
    for (const path of paths) unwatchFile(path, reload);
  };
}
