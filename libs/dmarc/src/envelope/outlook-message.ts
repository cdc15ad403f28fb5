import type { Budget } from "./budget.ts";
import { ByteReader } from "./byte-reader.ts";
import { type CompoundFile, CutFileError, openCompoundFile } from "./compound-file.ts";
import { holdAll } from "./hold.ts";
import { type Part, unvouched } from "./part.ts";
import { EnvelopeError } from "./refusal.ts";

/** PidTagAttachDataBinary (MS-OXMSG 2.2.2): the bytes of an attachment, also of those of mails inside the mail. */
const attachmentData = "__substg1.0_37010102";
/** PidTagBody: the text of a mail, in UTF-16 or in an encoding of one byte for each letter of ASCII. */
const wideText = "__substg1.0_1000001F";
const narrowText = "__substg1.0_1000001E";

/** The attachments and texts of a mail that Outlook saved as .msg (MS-OXMSG). */
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
  const texts = file.streams.filter(({ name }) => name === wideText || name === narrowText);
  const named = [
    ...attachments.map((stream, index) => ({ stream, name: `attachment ${index + 1}` })),
    ...texts.map((stream) => ({ stream, name: "text" })),
  ];
  for (const { stream, name } of named) {
    budget.countOutput(stream.sizeBytes);
    const content = openStream(file, stream);
    if (content) yield { name, content, mail: unvouched };
  }
  if (file.isCut()) throw new EnvelopeError("truncated");
}

function openStream(file: CompoundFile, stream: CompoundFile["streams"][number]): ByteReader | null {
  try {
    const bytes = file.read(stream);
    return bytes && ByteReader.of(stream.name === wideText ? Buffer.from(bytes.toString("utf16le")) : bytes);
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
  if (error instanceof CutFileError) return new EnvelopeError("truncated", { cause: error });
  if (error instanceof RangeError) return new EnvelopeError("outlook-msg", { cause: error });
  throw error;
}
