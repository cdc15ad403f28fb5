import { chmod, chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestCertificates } from "@ruaflow/runtime/testing";
import { openCluster } from "../postgres/cluster.ts";
import { startServer } from "../postgres/server.ts";

/** A PostgreSQL that accepts TLS only. */
export interface TlsPostgres {
  /** Without TLS parameters. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A server of its own whatever `RUAFLOW_TEST_DATABASE_URL` says; with `asksForCertificate` clients must show one. */
export async function startTlsPostgres(
  { ca, cert, key }: Omit<TestCertificates, "client">,
  { asksForCertificate = false } = {},
): Promise<TlsPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-postgres-"));
  await chmod(folder, 0o711);
  const cluster = await openCluster(folder, "volatile");
  const { uid, gid } = await stat(cluster.folder);
  const write = async (name: string, content: string): Promise<string> => {
    const path = join(cluster.folder, name);
    await writeFile(path, content, { mode: 0o600 });
    await chown(path, uid, gid);
    return path;
  };
  const server = await startServer(cluster, {
    settings: {
      fsync: "off",
      // The second address is not in the certificate.
      listen_addresses: "127.0.0.1,127.0.0.2",
      ssl: "on",
      ssl_ca_file: await write("ca.pem", ca),
      ssl_cert_file: await write("server.pem", cert),
      ssl_key_file: await write("server.key", key),
      hba_file: await write(
        "tls_hba.conf",
        `hostssl all all all scram-sha-256${asksForCertificate ? " clientcert=verify-ca" : ""}\n`,
      ),
    },
  });
  return {
    url: server.url,
    async stop() {
      await server.stop("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
