import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate authority for one test run, with one server certificate. */
export interface TestCertificates {
  /** The certificate in PEM that a client must trust. */
  readonly ca: string;
  readonly key: string;
  /** For 127.0.0.1, ::1, localhost and every name under receiver.example. */
  readonly cert: string;
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
    const leaf = ["-addext", names, "-addext", "basicConstraints=critical,CA:FALSE"];
    runOpenssl(["-subj", "/CN=receiver", "-keyout", path("key"), "-out", path("cert"), ...signedBy, ...leaf]);
    return { ca: read("ca.pem"), key: read("key"), cert: read("cert") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const command = "openssl";

function runOpenssl(options: readonly string[]): void {
  try {
    execFileSync(command, ["req", "-x509", ...keyArguments, ...options], { stdio: "pipe" });
  } catch (cause) {
    throw new Error("Webhook tests create certificates with the openssl command, version 3: install it.", {
      cause,
    });
  }
}
