import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A private key and its certificate, in PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority for one test run; the pair is a server's. */
export interface TestCertificates extends KeyPair {
  /** The certificate in PEM that a client must trust. */
  readonly ca: string;
  /** For 127.0.0.1, ::1, localhost and every name under receiver.example. */
  readonly cert: string;
  /** For servers that ask who connects. */
  readonly client: KeyPair;
}

const names = "subjectAltName=IP:127.0.0.1,IP:::1,DNS:localhost,DNS:receiver.example,DNS:*.receiver.example";
const keyArguments = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];

/** Creates them with the machine's `openssl`. @throws when `openssl` is missing */
export function createTestCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-certificates-"));
  const path = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(path(name), "utf8");
  try {
    runOpenssl(["-subj", "/CN=Ruaflow test authority", "-keyout", path("ca.key"), "-out", path("ca.pem")]);
    const signedBy = ["-CA", path("ca.pem"), "-CAkey", path("ca.key")];
    const leaf = [...signedBy, "-addext", "basicConstraints=critical,CA:FALSE"];
    const create = (name: string, more: readonly string[] = []): KeyPair => {
      const [key, cert] = [`${name}.key`, `${name}.pem`];
      runOpenssl(["-subj", `/CN=${name}`, "-keyout", path(key), "-out", path(cert), ...leaf, ...more]);
      return { key: read(key), cert: read(cert) };
    };
    return { ca: read("ca.pem"), ...create("server", ["-addext", names]), client: create("client") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const command = "openssl";

function runOpenssl(options: readonly string[]): void {
  try {
    execFileSync(command, ["req", "-x509", ...keyArguments, ...options], { stdio: "pipe" });
  } catch (cause) {
    throw new Error("Tests create certificates with the openssl command, version 3: install it.", {
      cause,
    });
  }
}
