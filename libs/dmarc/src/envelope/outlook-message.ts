import type { Budget } from "./budget.ts";
import { ByteReader } from "./byte-reader.ts";
import { type CompoundFile, openCompoundFile } from "./compound-file.ts";
import { holdAll } from "./hold.ts";
import { type Part, unvouched } from "./part.ts";
import { EnvelopeError } from "./refusal.ts";

/** PidTagAttachDataBinary (MS-OXMSG 2.2.2): the bytes of an attachment, also of those of mails inside the mail. */
const attachmentData = "__substg1.0_37010102";

/** The attachments of a mail that Outlook saved as .msg (MS-OXMSG). */
export async function* readOutlookMessage(content: ByteReader, budget: Budget): AsyncGenerator<Part> {
  const held = await holdAll(content, budget);
  try {
    yield* toParts(open(held.bytes), budget);
  } finally {
    held.release();
  }
}

function* toParts(file: CompoundFile, budget: Budget): Generator<Part> {
  const attachments = file.streams.filter(({ name }) => name === attachmentData);
  for (const [index, stream] of attachments.entries()) {
    budget.countOutput(stream.sizeBytes);
    yield { name: `attachment ${index + 1}`, content: openAttachment(file, stream), mail: unvouched };
  }
}

function openAttachment(file: CompoundFile, stream: CompoundFile["streams"][number]): ByteReader {
  try {
    return ByteReader.of(file.read(stream));
  } catch (error) {
    return ByteReader.failing(toRefusal(error));
  }
}

function open(bytes: Buffer): CompoundFile {
  try {
    return openCompoundFile(bytes);
  } catch (error) {
    throw toRefusal(error);
  }
}

/** What a damaged file is refused with; anything else is not the file's fault. */
function toRefusal(error: unknown): EnvelopeError {
  if (error instanceof RangeError) return new EnvelopeError("outlook-msg", { cause: error });
  throw error;
}
