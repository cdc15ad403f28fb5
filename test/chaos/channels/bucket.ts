import { setTimeout as sleep } from "node:timers/promises";
import { createS3Store } from "@ruaflow/object-store";
import { startS3Server } from "@ruaflow/object-store/testing";
import type { GeneratedReport } from "../../support/report-generator.ts";
import { toReportMail } from "../../support/smtp-sender.ts";
import { type Channel, count } from "./channel.ts";

const LOOK_EVERY_MS = 100;

/** Mails in an S3 bucket, as a mail service leaves them there. An object is acknowledged once it is moved away. */
export async function openBucket(): Promise<Channel> {
  const server = await startS3Server();
  const options = await server.createBucket();
  const store = await createS3Store(options);
  const counts = new Map<string, number>();
  let objects = 0;

  async function isWaiting(key: string): Promise<boolean> {
    for await (const _ of store.list({ prefix: key })) return true;
    return false;
  }

  async function deliver(report: GeneratedReport): Promise<void> {
    objects += 1;
    const key = `in/${objects}.eml`;
    await store.write(key, Buffer.from(toReportMail(report)));
    while (await isWaiting(key)) await sleep(LOOK_EVERY_MS);
    count(counts, "moved");
  }

  return {
    name: "s3",
    isMail: true,
    pauseMsMax: 5000,
    settings: {
      RUAFLOW_S3_INBOX_BUCKET: options.bucket,
      RUAFLOW_S3_INBOX_PREFIX: "in/",
      RUAFLOW_S3_ENDPOINT: server.url,
      RUAFLOW_S3_REGION: options.region ?? "",
      RUAFLOW_S3_PATH_STYLE: "true",
      RUAFLOW_COLLECT_EVERY_MS: "1000",
    },
    createDelivery: async () => ({ counts, createSender: () => deliver }),
    async stop() {
      store.close();
      await server.stop();
    },
  };
}
