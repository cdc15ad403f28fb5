import { openGzip } from "../envelope/archive/gzip.ts";
import { readTar } from "../envelope/archive/tar.ts";
import { readZip } from "../envelope/archive/zip.ts";
import { readMail } from "../envelope/mail/mail.ts";
import { readMbox } from "../envelope/mail/mbox.ts";
import { readOutlookMessage } from "../envelope/outlook/outlook-message.ts";
import { readCompressedData, readSignedData } from "../envelope/smime/signed-data.ts";
import { Budget } from "../envelope/submission/budget.ts";
import { ByteReader } from "../envelope/submission/byte-reader.ts";
import { defaultEnvelopeLimits } from "../envelope/submission/limits.ts";
import type { ContainerReader } from "../envelope/submission/part.ts";
import { EnvelopeError } from "../envelope/submission/refusal.ts";

const containers = {
  gzip: async function* (content, budget) {
    yield { name: "", content: await openGzip(content, budget) };
  },
  zip: readZip,
  tar: readTar,
  mail: readMail,
  mbox: readMbox,
  "outlook-msg": readOutlookMessage,
  "signed-data": readSignedData,
  "compressed-data": readCompressedData,
} satisfies Record<string, ContainerReader>;

/**
 * Reads bytes as one kind of container, whatever they begin with, and each part to its end. Returns why the last part
 * or the container was refused, `"read"` if none was. Throws what is not a refusal: that is a defect.
 */
export async function readContainer(kind: keyof typeof containers, body: AsyncIterable<Uint8Array>): Promise<string> {
  const budget = new Budget(defaultEnvelopeLimits);
  let outcome = "read";
  try {
    for await (const { content } of containers[kind](new ByteReader(body), budget)) {
      budget.countEntry();
      outcome = (await drain(content)) ?? outcome;
      if (budget.exhausted) break;
    }
    return outcome;
  } catch (error) {
    return toReason(error);
  }
}

async function drain(content: ByteReader): Promise<string | undefined> {
  try {
    for await (const _ of content.stream());
    return undefined;
  } catch (error) {
    return toReason(error);
  } finally {
    await content.close();
  }
}

function toReason(error: unknown): string {
  if (error instanceof EnvelopeError) return error.reason;
  throw error;
}
