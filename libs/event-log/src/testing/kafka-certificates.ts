import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A private key and its certificate, in PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

export interface KafkaCertificates {
  /** The authority that signed both. */
  readonly ca: string;
  /** For 127.0.0.1. */
  readonly broker: KeyPair;
  readonly client: KeyPair;
}

/** Creates them in `folder` with the machine's `openssl`, version 3. */
export async function createKafkaCertificates(folder: string): Promise<KafkaCertificates> {
  const path = (name: string) => join(folder, name);
  const create = async (name: string, more: readonly string[]): Promise<KeyPair> => {
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    const files = ["-keyout", path(`${name}.key`), "-out", path(`${name}.pem`)];
    await promisify(execFile)("openssl", ["req", "-x509", ...kind, "-subj", `/CN=${name}`, ...files, ...more]);
    return { key: await readFile(path(`${name}.key`), "utf8"), cert: await readFile(path(`${name}.pem`), "utf8") };
  };
  const authority = await create("ca", []);
  const leaf = ["-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-addext", "basicConstraints=critical,CA:FALSE"];
  const broker = await create("broker", [...leaf, "-addext", "subjectAltName=IP:127.0.0.1"]);
  return { ca: authority.cert, broker, client: await create("client", leaf) };
}
