import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from "@aws-sdk/client-s3";
import { findFreePort } from "../../../../infra/free-ports.ts";
import { announceSkip } from "../../../../test/support/missing-tool.ts";
import { hasPython, installPythonPackage, pythonPackages } from "../../../../test/support/python-package.ts";
import type { S3Options } from "../s3-store.ts";

const READY_ATTEMPTS = 300;
const ATTEMPT_EVERY_MS = 100;
const REGION = "eu-central-1";

/** The credentials of the server, where the AWS SDK looks for them. */
const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

/** A server that speaks S3 (moto, from PyPI), with empty buckets. */
export interface S3Server {
  readonly url: string;
  /** Creates a bucket; returns the options to open it with. */
  createBucket(options?: { readonly hasVersions: boolean }): Promise<S3Options>;
  stop(): Promise<void>;
}

/** True if the server is installed, which it does if Python can; announces the skipped tests otherwise. */
export function hasS3Server(): boolean {
  if (hasPython()) {
    installPythonPackage(pythonPackages.moto);
    return true;
  }
  announceSkip("the S3 tests need Python 3.10 with its module venv (Debian package python3-venv)");
  return false;
}

export async function startS3Server(): Promise<S3Server> {
  Object.assign(process.env, S3_CREDENTIALS);
  const commands = installPythonPackage(pythonPackages.moto);
  const port = await findFreePort();
  const server = spawn(join(commands, "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url);
  const client = new S3Client({ endpoint: url, region: REGION, forcePathStyle: true });
  let buckets = 0;
  return {
    url,
    async createBucket({ hasVersions } = { hasVersions: false }) {
      buckets += 1;
      const bucket = `bucket-${buckets}`;
      const place = { CreateBucketConfiguration: { LocationConstraint: REGION } as const };
      await client.send(new CreateBucketCommand({ Bucket: bucket, ...place }));
      const versions = { VersioningConfiguration: { Status: "Enabled" } as const };
      if (hasVersions) await client.send(new PutBucketVersioningCommand({ Bucket: bucket, ...versions }));
      return { bucket, endpoint: url, region: REGION, isPathStyle: true };
    },
    async stop() {
      client.destroy();
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await sleep(ATTEMPT_EVERY_MS);
  }
  throw new Error("the S3 server does not answer");
}
